// swift-tools-version: 6.2

import PackageDescription

// A package of its own: who builds or uses Truths builds none of it, and it sees of Truths what any user sees.
let package = Package(
  name: "TruthsBenchmarks",
  dependencies: [.package(name: "Truths", path: "..")],
  targets: [
    .executableTarget(
      name: "TruthsBenchmarks",
      dependencies: [.product(name: "Truths", package: "Truths")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
