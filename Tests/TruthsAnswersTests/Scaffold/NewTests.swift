import Foundation
import Testing
import Truths
import TruthsTestSupport

/// The files of `truths new` pass `check` without findings, and `eval` where they are fixtures.
@Suite("Starting points")
struct NewTests {
  /// Commands that begin in an empty directory, each with the files that it makes.
  static let beginnings: [(command: String, files: [String])] = [
    ("pack demo", ["truths/demo/demo.truths"]),
    ("pack demo --summary 'It''s: \"a\" # test {x}'", ["truths/demo/demo.truths"]),
    ("pack trust", ["truths/trust/trust.truths"]), ("pack trust --summary 'Who may'", ["truths/trust/trust.truths"]),
    ("truth demo.greeting", ["truths/demo/demo.truths", "truths/demo/demo.greeting.truths"]),
    (
      "truth demo.parcel.sending --intent send_parcel --summary 'A parcel is sent once'",
      ["truths/demo/demo.truths", "truths/demo/demo.parcel.sending.truths"]
    ),
    ("truth demo.demo", ["truths/demo/demo.truths", "truths/demo/demo.demo.truths"]),
    ("table demo.fee", ["truths/demo/demo.truths", "truths/demo/demo.fee.truths"]),
    ("table demo.charge --summary 'What it costs: all in'", ["truths/demo/demo.truths", "truths/demo/demo.charge.truths"]),
    ("lifecycle demo.parcel", ["truths/demo/demo.truths", "truths/demo/demo.parcel.truths"]),
    ("lifecycle demo.letter --summary 'A letter'", ["truths/demo/demo.truths", "truths/demo/demo.letter.truths"]),
    ("policies demo.refund", ["truths/demo/demo.truths", "truths/demo/demo.refund.truths"]),
    ("policies demo.demo --summary 'Up to a limit'", ["truths/demo/demo.truths", "truths/demo/demo.demo.truths"]),
    (
      "jtbd demo.send_parcel",
      ["truths/demo/demo.truths", "truths/demo/demo.send_parcel.truths", "jtbd/demo/demo.send_parcel.jtbd"]
    ),
    (
      "jtbd demo.ship --verb Ship --object 'Large: parcel' --outcome='- gone'",
      ["truths/demo/demo.truths", "truths/demo/demo.ship.truths", "jtbd/demo/demo.ship.jtbd"]
    ),
    (
      "jtbd demo.ship --verb '' --object '' --outcome ''",
      ["truths/demo/demo.truths", "truths/demo/demo.ship.truths", "jtbd/demo/demo.ship.jtbd"]
    ),
    (
      "fixture demo.greeting",
      ["truths/demo/demo.truths", "truths/demo/demo.greeting.truths", "Fixtures/demo/demo.greeting.json"]
    ),
    (
      "fixture demo.parcel.sending.light --intent send_parcel",
      [
        "truths/demo/demo.truths", "truths/demo/demo.parcel.sending.truths",
        "Fixtures/demo/demo.parcel.sending.light.json",
      ]
    ),
  ]

  @Test("pass, each by itself in an empty directory", arguments: beginnings.indices)
  func empty(index: Int) throws {
    let (command, files) = Self.beginnings[index]
    try withScratchDirectory { directory in
      let made = try BuiltCommand.shell("truths new \(command)", in: directory)
      #expect(made == .init(output: files.map { $0 + "\n" }.joined(), complaints: "", status: 0))
      try expectClean(directory)
      if files.contains(where: { $0.hasSuffix(".json") }) { try expectPassed(1, in: directory) }
    }
  }

  @Test("pass together, one after another")
  func together() throws {
    try withScratchDirectory { directory in
      let commands = [
        "pack demo", "truth demo.greeting", "truth demo.parting", "truth demo.nodding --intent request_greeting",
        "jtbd demo.greet_guest --trigger request_greeting --trigger greeting_recorded", "fixture demo.greeting.works",
        "table demo.fee", "lifecycle demo.parcel", "policies demo.refund",
        "fixture demo.parting", "fixture demo.any --intent demo.request_parting", "pack other", "truth other.greeting_again",
        "fixture other.one",
      ]
      for command in commands {
        let made = try BuiltCommand.shell("truths new \(command)", in: directory)
        #expect(made.status == 0 && made.complaints.isEmpty, "\(command): \(made.complaints)")
      }
      try expectClean(directory)
      try expectPassed(4, in: directory)
    }
  }

  /// The generated fixture of every intent loads and passes, and nearly all are accepted. A search takes seconds in a debug
  /// build, so a fifth of the intents is tried without `TRUTHS_SOAK`.
  @Test("a fixture passes for every intent of this repository, and most are accepted")
  func fixtures() async throws {
    let truths = ["truths", "jtbd"].flatMap { Repository.files(below: $0, ending: "") }.filter(RepositoryTexts.isTruths)
    let workspace = RepositoryTexts.workspace
    var files: [SourceText] = []
    var remarks: [String] = []
    let step = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 5 : 1
    var number = 0
    for path in truths {
      let pack = String(path.split(separator: "/")[1])
      for line in try Repository.text(path).split(separator: "\n") where line.hasPrefix("intent ") && line.hasSuffix(":") {
        number += 1
        guard number.isMultiple(of: step) else { continue }
        let intent = String(line.dropFirst("intent ".count).dropLast())
        let made = try workspace.files(of: .fixture(id: "\(pack).new_\(files.count)", intent: intent))
        files += made.files
        remarks += [made.remark].compactMap(\.self)
      }
    }
    #expect(files.count > 20)
    #expect(remarks.count * 5 <= files.count, "\(remarks.count) of \(files.count): \(remarks.joined(separator: "\n"))")
    let report = try await workspace.evaluate(files)
    #expect(report.ending == .passed, "\(report.text())")
  }

  private func expectClean(_ directory: URL) throws {
    #expect(try BuiltCommand.shell("truths check --strict", in: directory) == .init(output: "", complaints: "", status: 0))
    #expect(try BuiltCommand.shell("truths fmt --check", in: directory) == .init(output: "", complaints: "", status: 0))
  }

  private func expectPassed(_ count: Int, in directory: URL) throws {
    let eval = try BuiltCommand.shell("truths eval | tr -s ' '", in: directory)
    #expect(eval.output.hasPrefix("\(count) passed\n") || eval.output.hasPrefix(" \(count) passed\n"), "\(eval.output)")
  }
}
