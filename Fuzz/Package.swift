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

/// The modules from the bottom up; each may import those before it. Tests of the main package check the actual imports.
let modules = [
  "TruthsText", "TruthsDiagnostics", "TruthsSyntax", "TruthsJSON", "TruthsFindings", "TruthsProgram",
  "TruthsLedger", "TruthsCheck", "TruthsFixes",
  "TruthsRendering", "TruthsEngine", "TruthsHandbook", "TruthsRuntime", "TruthsAnswers", "TruthsProtocol", "TruthsEval",
  "TruthsReports", "Truths",
]

let libraries: [Target.Dependency] = [
  "CReference", "CFiles", "CDiagnostics", "CLibYAML", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
]

// Fuzzing is a package of its own, like Benchmarks, so that builds of Truths do not include it.
// It depends on the sources and not on the package. The fuzzed code has `package` access, which is open to one package only, and
// SwiftPM takes a package's name from its folder. `Modules` is a link to the sources, because a target must be inside of its
// package.
let package = Package(
  name: "TruthsFuzz",
  targets: [
    .systemLibrary(name: "CLibYAML", path: "Modules/CLibYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CLibCrypto", path: "Modules/CLibCrypto", pkgConfig: "libcrypto"),
    .target(name: "CReference", path: "Modules/CReference"),
    .target(name: "CFiles", path: "Modules/CFiles", exclude: ["files"]),
    .target(name: "CDiagnostics", path: "Modules/CDiagnostics"),
    .target(name: "CLibFuzzer"),
    // Reference, Compare, Generate, Bare and Forger are links to files of the tests.
    .executableTarget(
      name: "TruthsFuzz", dependencies: modules.map { .byName(name: $0) } + ["CLibFuzzer"],
      exclude: ["Reference/ReferenceImportTests.swift", "Generate/Chance.swift"], swiftSettings: settings),
  ]
)

for (place, module) in modules.enumerated() {
  let below = modules[..<place].map { Target.Dependency.byName(name: $0) }
  package.targets.append(
    .target(name: module, dependencies: below + libraries, path: "Modules/\(module)", swiftSettings: settings))
}

// The pages of the modules. SwiftPM warns about a file in a target that is neither a source nor excluded.
for target in package.targets where target.path != nil && target.type != .system { target.exclude.append("README.md") }
