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

/// The modules from the bottom up; each may import those before it. Which of them it does, the tests of the package see to.
let modules = [
  "TruthsText", "TruthsDiagnostics", "TruthsSyntax", "TruthsJSON", "TruthsFindings", "TruthsProgram",
  "TruthsLedger", "TruthsCheck", "TruthsFixes",
  "TruthsRendering", "TruthsEngine", "TruthsHandbook", "TruthsRuntime", "TruthsAnswers", "TruthsProtocol", "TruthsEval",
  "TruthsReports", "Truths",
]

let libraries: [Target.Dependency] = [
  "CReference", "CFiles", "CDiagnostics", "CLibYAML", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
]

// A package of its own, as Benchmarks is, so that who builds Truths builds none of it. It depends on the sources and not on the
// package: what is to be fuzzed is open to one package alone (`package` access), and SwiftPM gives each package a name of its
// own, made of its folder's, which no setting can change. `Modules` is a link to the sources, for a target has to lie in its
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
    // Reference, Compare, Generate, Bare and Forger are links to what tests have.
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
