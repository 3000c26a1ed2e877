// swift-tools-version: 6.2

import PackageDescription

/// Every target of ours is built in Swift 6 mode with the same upcoming features, and a warning is an error.
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

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The modules from the bottom up; a module may import those before it (docs/architecture.md).
let modules: [Target.Dependency] = [
  "TruthsText", "TruthsDiagnostics", "TruthsSyntax", "TruthsJSON", "TruthsCheck", "TruthsEngine", "TruthsLedger", "TruthsRuntime",
  "TruthsEval", "Truths",
]

/// What several test targets make their cases with.
let generators: [Target.Dependency] = ["TruthsGenerators"]

let package = Package(
  name: "Truths",
  products: [
    .library(name: "Truths", targets: ["Truths"]),
    .executable(name: "truths", targets: ["TruthsCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "TruthsText"),
    .target(name: "TruthsDiagnostics", dependencies: ["TruthsText"]),
    .target(name: "TruthsSyntax", dependencies: ["TruthsDiagnostics", "TruthsText", "CLibYAML"]),
    .target(name: "TruthsJSON", dependencies: ["TruthsDiagnostics", "TruthsText"]),
    .target(name: "TruthsCheck", dependencies: ["TruthsSyntax", "TruthsJSON", "TruthsDiagnostics", "TruthsText"]),
    .target(
      name: "TruthsEngine", dependencies: ["TruthsCheck", "TruthsLedger", "TruthsJSON", "TruthsDiagnostics", "TruthsText"]),
    .target(
      name: "TruthsLedger",
      dependencies: [
        "TruthsJSON", "TruthsDiagnostics", "TruthsText", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "TruthsRuntime",
      dependencies: ["TruthsEngine", "TruthsLedger", "TruthsCheck", "TruthsJSON", "TruthsDiagnostics", "TruthsText"]),
    .target(
      name: "TruthsEval",
      dependencies: [
        "TruthsRuntime", "TruthsEngine", "TruthsLedger", "TruthsCheck", "TruthsJSON", "TruthsDiagnostics", "TruthsText",
      ]),
    .target(
      name: "Truths",
      dependencies: [
        "TruthsEval", "TruthsRuntime", "TruthsEngine", "TruthsLedger", "TruthsCheck", "TruthsSyntax", "TruthsJSON",
        "TruthsDiagnostics", "TruthsText",
      ]),
    .target(name: "TruthsSystem"),
    .executableTarget(name: "TruthsCommand", dependencies: ["Truths", "TruthsSystem", argumentParser]),
    .target(name: "TruthsGenerators", dependencies: ["TruthsSyntax", "TruthsText"], path: "Tests/TruthsGenerators"),
    .testTarget(name: "TruthsTextTests", dependencies: Array(modules.prefix(1))),
    .testTarget(name: "TruthsDiagnosticsTests", dependencies: Array(modules.prefix(2))),
    .testTarget(name: "TruthsSyntaxTests", dependencies: Array(modules.prefix(3)) + generators),
    .testTarget(name: "TruthsJSONTests", dependencies: Array(modules.prefix(4))),
    .testTarget(name: "TruthsCheckTests", dependencies: Array(modules.prefix(5)) + generators),
    .testTarget(name: "TruthsEngineTests", dependencies: Array(modules.prefix(6))),
    .testTarget(name: "TruthsLedgerTests", dependencies: Array(modules.prefix(7))),
    .testTarget(name: "TruthsRuntimeTests", dependencies: Array(modules.prefix(8))),
    .testTarget(name: "TruthsEvalTests", dependencies: Array(modules.prefix(9))),
    .testTarget(name: "TruthsTests", dependencies: Array(modules.prefix(10))),
  ]
)

// The decision procedure held against a reference evaluator of the tests' own, which knows only the syntax tree.
package.targets.append(.testTarget(name: "OracleTests", dependencies: Array(modules.prefix(10))))

for target in package.targets where target.type != .system { target.swiftSettings = settings }
