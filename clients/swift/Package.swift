// swift-tools-version: 6.2

import PackageDescription

/// The settings of the package Truths.
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

// The clients are a package of their own, so that builds of Truths and of its server do not include them. SwiftNIO is compiled
// only for users of TruthsClientNIO.
let package = Package(
  name: "TruthsClient",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TruthsClient", targets: ["TruthsClient"]),
    .library(name: "TruthsClientNIO", targets: ["TruthsClientNIO"]),
  ],
  dependencies: [
    .package(name: "Truths", path: "../.."),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    .target(name: "TruthsClient", dependencies: [truths], swiftSettings: settings),
    .target(
      name: "TruthsClientNIO",
      dependencies: [
        "TruthsClient", .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "truths-orders", dependencies: ["TruthsClient", "TruthsClientNIO"], path: "Examples/Orders",
      swiftSettings: settings),
    .executableTarget(
      name: "truths-following", dependencies: ["TruthsClient", "TruthsClientNIO", truths], path: "Tests/Following",
      swiftSettings: settings),
    .testTarget(
      name: "TruthsClientTests",
      dependencies: ["TruthsClient", "TruthsClientNIO", truths, .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings),
  ])
