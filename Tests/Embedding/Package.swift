// swift-tools-version: 6.2

import PackageDescription

// What the library offers, used from another package: whatever a program needs is public, and does what its documentation says.
let package = Package(
  name: "Embedding",
  dependencies: [.package(name: "Truths", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
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
