// swift-tools-version: 6.2

import PackageDescription

/// The settings of the surrounding package.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]

let truths = Target.Dependency.product(name: "Truths", package: "Truths")

// The server is a package of its own, so that builds of Truths do not include it. It sees the public API of Truths only.
let package = Package(
  name: "TruthsServer",
  products: [.executable(name: "truths-server", targets: ["TruthsServerCommand"])],
  traits: [
    // gRPC's transport compiles the TLS library anyway, so a build without it saves little.
    .default(enabledTraits: ["TLS"]),
    .trait(name: "TLS", description: "Takes TLS connections, and knows clients by their certificates."),
  ],
  dependencies: [
    .package(name: "Truths", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0", traits: []),
    .package(url: "https://github.com/grpc/grpc-swift-2", exact: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", exact: "2.9.2"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", exact: "2.4.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
  ],
  targets: [
    .systemLibrary(name: "CServerXattr"),
    // The files of the page, in the executable.
    .target(name: "CServerPage", exclude: ["files"]),
    .target(name: "TruthsServerCore", dependencies: [truths, "CServerXattr"], swiftSettings: settings),
    // The files that `make proto` generates from proto/.
    .target(
      name: "TruthsServerMessages",
      dependencies: [
        .product(name: "GRPCCore", package: "grpc-swift-2"), .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ], path: "Generated", swiftSettings: settings),
    .target(
      name: "TruthsServer",
      dependencies: [
        "TruthsServerCore", "TruthsServerMessages", "CServerPage", truths, .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRPCCore", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
        .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "NIOTLS", package: "swift-nio", condition: .when(traits: ["TLS"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: .when(traits: ["TLS"])),
        .product(name: "X509", package: "swift-certificates", condition: .when(traits: ["TLS"])),
      ], swiftSettings: settings),
    .executableTarget(
      name: "TruthsServerCommand",
      dependencies: ["TruthsServer", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .target(
      name: "TruthsServerTestSupport", dependencies: ["TruthsServerCore", truths], path: "Tests/TruthsServerTestSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "TruthsServerProbe",
      dependencies: [
        "TruthsServerCore", "TruthsServerTestSupport", truths, .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
      ], path: "Tests/TruthsServerProbe", swiftSettings: settings),
    .testTarget(
      name: "TruthsServerCoreTests",
      dependencies: ["TruthsServerCore", "TruthsServerTestSupport", "TruthsServerProbe", truths], swiftSettings: settings),
    .testTarget(
      name: "TruthsServerTests",
      dependencies: [
        "TruthsServer", "TruthsServerCommand", "TruthsServerCore", "TruthsServerMessages", "TruthsServerTestSupport", truths,
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRPCCore", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
        .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "SwiftASN1", package: "swift-asn1", condition: .when(traits: ["TLS"])),
        .product(name: "X509", package: "swift-certificates", condition: .when(traits: ["TLS"])),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ], swiftSettings: settings),
  ])

// Each module of `Sources` has a page, README.md. SwiftPM warns about a file in a target that is neither a source nor excluded.
for target in package.targets where target.path == nil && target.type != .system && target.type != .test {
  target.exclude.append("README.md")
}
