import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Functions of texts and lists, and roundings, compared with Python's results (Tests/python/text_cases.py): 5,000 cases, and
/// 200,000 with `TRUTHS_SOAK`.
@Suite("Functions of texts give what Python's definitions give", .serialized)
struct TextComparisonTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
  private static let count = isSoak ? 200_000 : 5_000

  /// The parameters and the result of each function, as an intent declares them.
  private static let functions: [String: (arguments: [String], answer: String)] = [
    "substring_2": (["text", "integer"], "text"), "substring_3": (["text", "integer", "integer"], "text"),
    "before_2": (["text", "text"], "text"), "after_2": (["text", "text"], "text"), "index_2": (["text", "text"], "integer"),
    "replace_3": (["text", "text", "text"], "text"), "split_2": (["text", "text"], "list of text"),
    "join_2": (["list of text", "text"], "text"), "pad_left_3": (["text", "integer", "text"], "text"),
    "pad_right_3": (["text", "integer", "text"], "text"), "text_2": (["decimal", "integer"], "text"),
    "number_1": (["text"], "decimal"), "slice_3": (["list of integer", "integer", "integer"], "list of integer"),
    "last_2": (["list of integer", "integer"], "list of integer"), "sort_1": (["list of text"], "list of text"),
  ]
  private static let modes = ["half_even", "half_up", "half_down", "up", "down", "floor", "ceiling"]

  @Test("the same answers")
  func sameAnswers() throws {
    let decider = try CallDecider(Self.declarations)
    var (asked, differences) = ([String: Int](), 0)
    for line in try Self.cases().split(separator: "\n") {
      guard let parts = try ClauseWorld.read(String(line)).elements, case .string(let name) = parts[0].kind,
        var arguments = parts[1].elements
      else { throw Malformed(line: String(line)) }
      var intent = "\(name)_\(arguments.count)"
      if name == "round", case .string(let mode)? = arguments.popLast()?.kind { intent = "round_\(mode)" }
      asked[intent, default: 0] += 1
      if try !decider.holds(intent, arguments, parts[2]) {
        differences += 1
        if differences <= 20 { Issue.record("\(line)") }
      }
    }
    #expect(differences == 0)
    #expect(asked.values.reduce(0, +) == Self.count)
    #expect(Set(asked.keys) == Set(Self.functions.keys).union(Self.modes.map { "round_\($0)" }))
  }

  private struct Malformed: Error { let line: String }

  private static var declarations: String {
    var text = "pack demo:\n  version: 1.0.0\n"
    for (name, function) in functions.sorted(by: { $0.key < $1.key }) {
      let call = "\(name.dropLast(2))(\(function.arguments.indices.map { "a\($0)" }.joined(separator: ", ")))"
      text += declaration(name, function.arguments, function.answer, call)
    }
    for mode in modes { text += declaration("round_\(mode)", ["decimal", "integer"], "decimal", "round(a0, a1, \(mode))") }
    return text
  }

  private static func declaration(_ name: String, _ arguments: [String], _ answer: String, _ call: String) -> String {
    let fields = arguments.enumerated().map { "    a\($0.offset): \($0.element)\n" }.joined()
    return """

      intent \(name):
        fields:
      \(fields)    wanted: \(answer)

      truth deciding_\(name):
        when:
          - intent: \(name)
        requires:
          - \(call) == wanted or not (\(call) exists) and not (wanted exists)
        produces:
          - trace.asked

      """
  }

  private static func cases() throws -> String {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "truths-\(UUID().uuidString)")
    try Data().write(to: scratch)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", root.appending(path: "python/text_cases.py").path, "--seed", isSoak ? "2" : "1", "--count", "\(count)",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: scratch)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: try Data(contentsOf: scratch), as: UTF8.self)
  }
}

/// Asks the one truth of an intent about arguments and the answer that is wanted.
private struct CallDecider {
  let program: Program
  let engine: Engine
  let intents: [String: Int]

  init(_ declarations: String) throws {
    let loaded = Loader.load([(path: "truths/demo/demo.truths", bytes: Array(declarations.utf8))])
    try #require(loaded.diagnostics.filter { $0.severity == .error }.isEmpty, "\(loaded.diagnostics.map(\.message))")
    program = loaded.program
    engine = Engine(program: program)
    intents = Dictionary(uniqueKeysWithValues: program.intents.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// - Parameters:
  ///   - arguments: numbers are written as texts under `number`, and so is a number as the answer.
  func holds(_ name: String, _ arguments: [LocatedJSON], _ answer: LocatedJSON) throws -> Bool {
    let intent = try #require(intents[name])
    let fields = program.intents[intent].fields
    var decoder = ValueDecoder(program: program)
    let values = try zip(fields, arguments + [answer]).map { field, json -> Value in
      if case .null = json.kind { return .missing(.absent) }
      return decoder.value(try Self.plain(json), as: field.type, path: field.name)
    }
    try #require(decoder.faults.isEmpty, "\(decoder.faults.reported.map(\.text))")
    let proposal = TypedProposal(intent: intent, fields: values, pack: nil, environment: Environment([:]))
    let evaluation = engine.evaluate(proposal, store: engine.emptyStore)
    return evaluation.truths.flatMap(\.clauses).first?.result == .holds
  }

  private static func plain(_ json: LocatedJSON) throws -> LocatedJSON {
    guard case .object(let members) = json.kind, let member = members.first, case .string(let digits) = member.value.kind else {
      return json
    }
    return try ClauseWorld.read(digits.string)
  }
}
