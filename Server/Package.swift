// swift-tools-version: 6.2

import PackageDescription

/// As in the package around this one.
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

// A package of its own: who builds or uses Truths builds none of it, and it sees of Truths what any user sees.
let package = Package(
  name: "TruthsServer",
  dependencies: [.package(name: "Truths", path: "..")],
  targets: [
    .systemLibrary(name: "CServerXattr"),
    .target(name: "TruthsServerCore", dependencies: [truths, "CServerXattr"], swiftSettings: settings),
    .target(
      name: "TruthsServerTestSupport", dependencies: ["TruthsServerCore", truths], path: "Tests/TruthsServerTestSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "TruthsServerProbe", dependencies: ["TruthsServerCore", "TruthsServerTestSupport"], path: "Tests/TruthsServerProbe",
      swiftSettings: settings),
    .testTarget(
      name: "TruthsServerCoreTests",
      dependencies: ["TruthsServerCore", "TruthsServerTestSupport", "TruthsServerProbe", truths], swiftSettings: settings),
  ])
