// swift-tools-version: 6.2

import PackageDescription

/// Every target of this package is built in Swift 6 mode with these upcoming features, and warnings are errors.
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
let modules = [
  "TruthsText", "TruthsDiagnostics", "TruthsSyntax", "TruthsJSON", "TruthsFindings", "TruthsProgram", "TruthsLedger",
  "TruthsCheck", "TruthsFixes",
  "TruthsRendering", "TruthsEngine", "TruthsHandbook", "TruthsRuntime", "TruthsImport", "TruthsAnswers", "TruthsProtocol",
  "TruthsEval", "TruthsReports", "Truths", "TruthsColumns", "TruthsFraming", "TruthsLanguageServer", "TruthsDebugAdapter",
]

/// The modules whose tests make their cases with `TruthsGenerators`.
let generating: Set<String> = ["TruthsSyntax", "TruthsCheck", "TruthsHandbook", "TruthsLanguageServer"]

let package = Package(
  name: "Truths",
  products: [
    .library(name: "Truths", targets: ["Truths", "TruthsColumns", "TruthsImport"]),
    .executable(name: "truths", targets: ["TruthsCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "CReference"),
    .target(name: "CDiagnostics"),
    .target(name: "CFiles", exclude: ["files"]),
    .systemLibrary(name: "CLibXattr"),
    .target(name: "TruthsText", dependencies: ["CFiles"]),
    .target(name: "TruthsDiagnostics", dependencies: ["TruthsText", "CDiagnostics"]),
    .target(name: "TruthsSyntax", dependencies: ["TruthsDiagnostics", "TruthsText", "CLibYAML"]),
    .target(name: "TruthsJSON", dependencies: ["TruthsDiagnostics", "TruthsText"]),
    .target(name: "TruthsFindings", dependencies: ["TruthsJSON", "TruthsDiagnostics", "TruthsText"]),
    .target(name: "TruthsProgram", dependencies: ["TruthsJSON", "TruthsSyntax", "TruthsText", "CFiles"]),
    .target(
      name: "TruthsCheck",
      dependencies: ["TruthsProgram", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics", "TruthsText"]),
    .target(
      name: "TruthsFixes",
      dependencies: [
        "TruthsCheck", "TruthsProgram", "TruthsFindings", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics", "TruthsText",
      ]),
    .target(
      name: "TruthsEngine",
      dependencies: ["TruthsLedger", "TruthsProgram", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics", "TruthsText"]),
    .target(
      name: "TruthsLedger",
      dependencies: [
        "TruthsJSON", "TruthsDiagnostics", "TruthsText", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "TruthsRendering", dependencies: ["TruthsLedger", "TruthsJSON", "TruthsDiagnostics", "TruthsText", "CFiles"]),
    .target(
      name: "TruthsHandbook",
      dependencies: [
        "TruthsEngine", "TruthsRendering", "TruthsProgram", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics", "TruthsText",
      ]),
    .target(
      name: "TruthsRuntime",
      dependencies: [
        "TruthsEngine", "TruthsLedger", "TruthsProgram", "TruthsFindings", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics",
        "TruthsText",
      ]),
    .target(
      name: "TruthsImport",
      dependencies: [
        "TruthsRuntime", "TruthsFixes", "TruthsCheck", "TruthsProgram", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics",
        "TruthsText",
      ]),
    .target(
      name: "TruthsAnswers",
      dependencies: [
        "TruthsRuntime", "TruthsEngine", "TruthsCheck", "TruthsLedger", "TruthsProgram", "TruthsJSON", "TruthsSyntax",
        "TruthsDiagnostics", "TruthsText",
      ]),
    .target(
      name: "TruthsProtocol",
      dependencies: ["TruthsRuntime", "TruthsEngine", "TruthsLedger", "TruthsProgram", "TruthsJSON", "TruthsText"]),
    .target(
      name: "TruthsEval",
      dependencies: [
        "TruthsProtocol", "TruthsRuntime", "TruthsEngine", "TruthsCheck", "TruthsLedger", "TruthsProgram", "TruthsJSON",
        "TruthsSyntax", "TruthsDiagnostics", "TruthsText",
      ]),
    .target(
      name: "TruthsReports",
      dependencies: [
        "TruthsAnswers", "TruthsRuntime", "TruthsEngine", "TruthsRendering", "TruthsLedger", "TruthsProgram", "TruthsFindings",
        "TruthsJSON", "TruthsDiagnostics", "TruthsText",
      ]),
    .target(
      name: "Truths",
      dependencies: [
        "TruthsReports", "TruthsEval", "TruthsProtocol", "TruthsAnswers", "TruthsRuntime", "TruthsHandbook", "TruthsEngine",
        "TruthsRendering", "TruthsFixes", "TruthsCheck", "TruthsLedger", "TruthsProgram", "TruthsFindings", "TruthsJSON",
        "TruthsSyntax", "TruthsDiagnostics", "TruthsText", "CReference",
      ]),
    .target(name: "TruthsFraming"),
    .target(
      name: "TruthsLanguageServer",
      dependencies: [
        "Truths", "TruthsEval", "TruthsEngine", "TruthsCheck", "TruthsProgram", "TruthsJSON", "TruthsSyntax", "TruthsDiagnostics",
        "TruthsText", "TruthsFraming",
      ]),
    .target(
      name: "TruthsDebugAdapter",
      dependencies: [
        "Truths", "TruthsRendering", "TruthsRuntime", "TruthsEngine", "TruthsCheck", "TruthsProgram", "TruthsLedger",
        "TruthsJSON",
        "TruthsSyntax", "TruthsDiagnostics", "TruthsText", "TruthsFraming",
      ]),
    .systemLibrary(name: "CTruths", path: "include"),
    .target(
      name: "TruthsColumns",
      dependencies: ["Truths", "TruthsRuntime", "TruthsEngine", "TruthsProgram", "TruthsJSON", "TruthsDiagnostics", "TruthsText"]),
    .target(name: "TruthsC", dependencies: ["TruthsColumns", "Truths", "CTruths"]),
    .target(name: "TruthsSystem", dependencies: ["CLibXattr"]),
    .executableTarget(
      name: "TruthsCommand",
      dependencies: [
        "TruthsDebugAdapter", "TruthsLanguageServer", "TruthsFraming", "Truths", "TruthsImport", "TruthsSystem", argumentParser,
      ]),
    .target(
      name: "TruthsTestSupport", dependencies: ["Truths", "TruthsDiagnostics", "TruthsText"], path: "Tests/TruthsTestSupport"),
    .target(name: "TruthsGenerators", dependencies: ["TruthsSyntax", "TruthsText"], path: "Tests/TruthsGenerators"),
  ]
)

/// The modules that are tested through the façade.
let seenThroughFacade: Set<String> = [
  "TruthsFindings", "TruthsFixes", "TruthsRendering", "TruthsHandbook", "TruthsImport", "TruthsAnswers", "TruthsReports",
  "Truths",
  "TruthsColumns",
]

// The tests of a module see it and the modules below it; tests through the façade see all modules.
for (place, module) in modules.enumerated() {
  let isThrough = seenThroughFacade.contains(module)
  let seen = isThrough ? modules + ["TruthsTestSupport"] + (module == "Truths" ? ["TruthsSystem"] : []) : Array(modules[...place])
  package.targets.append(
    .testTarget(
      name: "\(module)Tests",
      dependencies: (seen + (generating.contains(module) ? ["TruthsGenerators"] : [])
        + (["TruthsLanguageServer", "TruthsDebugAdapter"].contains(module) ? ["TruthsTestSupport"] : [])).map {
          .byName(name: $0)
        }))
}

// The tests that compare decisions with a reference evaluator, which is part of the tests and knows only the syntax tree.
package.targets.append(.testTarget(name: "OracleTests", dependencies: modules.map { .byName(name: $0) }))

// The tests of the command that need no terminal and no process.
package.targets.append(.testTarget(name: "TruthsCommandTests", dependencies: ["TruthsCommand", "TruthsLanguageServer"]))

for target in package.targets where target.type != .system { target.swiftSettings = settings }

// Each module has a page, README.md. SwiftPM warns about a file in a target that is neither a source nor excluded.
for target in package.targets where target.path == nil && target.type != .system && target.type != .test {
  target.exclude.append("README.md")
}
