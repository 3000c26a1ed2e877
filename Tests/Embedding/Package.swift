// swift-tools-version: 6.2

import PackageDescription

// A user of the library in another package. It checks that everything that a program needs is public and works as documented.
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
