import Foundation
import Testing
import TruthsTestSupport

/// Commands print equal bytes for a bundle and for the files that it was built from.
@Suite("Bundles in place of files")
struct SameOutputTests {
  /// Packs of this repository with those that they use; the smaller set in all formats, the larger one in one of each command.
  static let sets = [
    ["aevum", "customers", "delivery", "money", "people", "swapgraph", "trust"], ["customers", "delivery", "money"],
  ]

  /// Runs a command over files and over their bundle, in a copy of the repository's sets.
  private func same(_ command: (String) -> String, in directory: URL, files: String) throws {
    let loose = try BuiltCommand.shell(command(files), in: directory)
    let bundled = try BuiltCommand.shell(command("../set.truthpack"), in: directory)
    #expect(loose == bundled, "\(command(files))")
    #expect(!loose.output.isEmpty || loose.status == 0)
  }

  @Test("check, run, eval, capabilities, build and verify print the same", arguments: sets)
  func same(packs: [String]) throws {
    try withScratchDirectory { scratch in
      let isLarge = packs.contains("people")
      let directory = try copy(packs, fixtures: isLarge ? "people" : "core", into: scratch)
      let built = try BuiltCommand.shell("truths build --output ../set.truthpack truths jtbd", in: directory)
      #expect(built.output.isEmpty && built.status == 0, "\(built)")
      let told = "truths: ../set.truthpack: a bundle of \(packs.count) packs from "
      #expect(built.complaints.hasPrefix(told), "\(built.complaints)")
      for format in isLarge ? ["json"] : ["human", "json", "sarif", "github"] {
        try same({ "truths check --today 2026-01-01 --format \(format) Fixtures \($0)" }, in: directory, files: "truths jtbd")
        try same({ "truths check --today 2026-01-01 --format \(format) \($0)" }, in: directory, files: "truths jtbd")
      }
      for format in isLarge ? ["json"] : ["human", "json", "junit", "tap", "github"] {
        try same({ "truths eval --format \(format) \($0)" }, in: directory, files: "")
      }
      try same({ "truths capabilities \($0)" }, in: directory, files: "")
      try same({ "truths build \($0)" }, in: directory, files: "")
      for example in Repository.examples where packs.contains("money") {
        let data = "--proposal examples/\(example)/proposal.json --context examples/\(example)/context.jsonl"
        for format in isLarge ? ["json"] : ["human", "json", "ndjson"] {
          try same({ "truths run \(data) --format \(format) \($0)" }, in: directory, files: "")
        }
        let context = "--context examples/\(example)/context.jsonl"
        try same(
          { "truths run \(data) --format json > run.json; truths verify \(context) --truths \($0) run.json" }, in: directory,
          files: "truths")
      }
    }
  }

  /// A project with some packs, and with the fixtures of one folder.
  private func copy(_ packs: [String], fixtures: String, into scratch: URL) throws -> URL {
    let directory = scratch.appending(path: "project")
    let files = FileManager.default
    try files.createDirectory(at: directory, withIntermediateDirectories: true)
    try files.copyItem(at: Repository.root.appending(path: "examples"), to: directory.appending(path: "examples"))
    for folder in ["truths", "jtbd", "Fixtures"] {
      try files.createDirectory(at: directory.appending(path: folder), withIntermediateDirectories: true)
      let source = Repository.root.appending(path: folder)
      for name in try files.contentsOfDirectory(atPath: source.path)
      where folder == "Fixtures" ? name == fixtures : packs.contains(name) {
        try files.copyItem(at: source.appending(path: name), to: directory.appending(path: "\(folder)/\(name)"))
      }
    }
    return directory
  }
}
