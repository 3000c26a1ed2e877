// swift-tools-version: 6.2

import PackageDescription

// The benchmarks are a package of their own, so that builds of Truths do not include them. They see the public API of Truths
// only.
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
