import Testing
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The search for suggestions has a work limit, like a decision (limits §2, §4).
@Suite("What it may cost to say something")
struct SpokenCostTests {
  /// Returns a set with an enum of a number of values, and lists of them in an intent and in a fact.
  private static func colors(_ count: Int) -> String {
    """
    pack demo:
      summary: Colours

    enum color:
      values: [\((0..<count).map { "color_number_\(count - $0)" }.joined(separator: ", "))]

    fact item.known:
      key: [k]
      external: true
      fields:
        k: text
        c: list of color

    intent act:
      fields:
        ls: list of color

    truth acting:
      when:
        - intent: act
      requires:
        - ls exists
      produces:
        - trace.demo.acting

    """
  }

  private static func list(_ values: [String]) -> String { values.map { "\"\($0)\"" }.joined(separator: ", ") }

  // MARK: Faults

  @Test("near names are looked for only of faults that are told")
  func nearNames() throws {
    let world = try World([("demo.truths", Self.colors(20))])
    let fact = #"{"type": "item.known", "k": "a", "c": [\#(Self.list((0..<5_000).map { "color_num\($0)" }))]}"#
    let names = WorkMeter(limit: 1_000_000)
    guard case .failure(let faults) = world.procedure.factReader.read(try World.json(fact), names: names) else {
      Issue.record("it was read")
      return
    }
    #expect(faults.count == 5_000 && faults.reported.count == 100 && faults.reported.allSatisfy { $0.nearest != nil })
    #expect(names.limit - names.left == 100 * 20)
    let listed = faults.listed(at: faults.reported[0].span)
    #expect(listed.count == 101 && listed[100].message == "4,900 more values and names of it are at fault")
  }

  @Test("names are looked through up to a limit, the same for all faults of a proposal")
  func limitOfNames() throws {
    var world = try World([("demo.truths", Self.colors(2_000))])
    let wrong = (0..<100).map { "colour_number_\(2_000 - $0)" }
    let outcome = try world.propose(#"{"action": "act", "ls": [\#(Self.list(wrong))]}"#)
    let told = outcome.reason.split(separator: "; ").map(String.init)
    // Each near name is after a separate semicolon.
    #expect(told.filter { $0.hasPrefix("did you mean") }.count == 100_000 / 2_000)
    #expect(told.filter { $0.hasPrefix("`ls[") }.count == 100)
  }

  @Test("of a context 1,000 findings are told, and the last one says so")
  func findingsOfAContext() throws {
    func found(_ count: Int) -> [Diagnostic] {
      let facts = (0..<count).map { #"{"type": "item.known", "k": \#($0), "c": []}"# }
      do {
        _ = try World([("demo.truths", Self.colors(2))], facts: facts)
        return []
      } catch let fault as BadData {
        return fault.diagnostics
      } catch {
        Issue.record(error)
        return []
      }
    }
    let few = found(999)
    #expect(few.count == 999 && few.allSatisfy { $0.notes.isEmpty })
    let many = found(3_000)
    #expect(many.count == 1_000 && many.last?.notes.count == 1 && many.dropLast().allSatisfy { $0.notes.isEmpty })
  }

  @Test("of a context 100 repeated keys are told")
  func repeatedKeys() throws {
    let world = try World([("demo.truths", Self.colors(2))])
    for count in [100, 101, 3_000] {
      var loader = ContextLoader(world.procedure)
      let facts = (0...count).map { _ in #"{"type": "item.known", "k": "a", "c": []}"# }
      for entry in try World.entries(facts) { loader.append(entry) }
      #expect(loader.warnings.count == 100)
    }
  }

  @Test("values of a large enum are found in any order")
  func values() throws {
    var world = try World([("demo.truths", Self.colors(300))])
    let all = (1...300).map { "color_number_\($0)" }
    #expect(try world.propose(#"{"action": "act", "ls": [\#(Self.list(all))]}"#).decision == .accepted)
    for wrong in ["color_number_0", "color_number_301", "a", "z", ""] {
      #expect(try world.propose(#"{"action": "act", "ls": ["\#(wrong)"]}"#).truthID == "converge.proposal.wellformed")
    }
  }

  @Test("fields of a large intent are found by their names in JSON, also where few are sent")
  func fields() throws {
    let text = """
      pack demo:
        summary: Fields

      intent act:
        fields:
      \((0..<40).map { "    f\($0): integer named \"F \($0)\"\n" }.joined())
      truth acting:
        when:
          - intent: act
        requires:
          - f0 + f39 == 39
        produces:
          - trace.demo.acting

      """
    var world = try World([("demo.truths", text)])
    let all = (0..<40).map { "\"F \($0)\": \($0)" }.joined(separator: ", ")
    #expect(try world.propose(#"{"action": "act", \#(all)}"#).decision == .accepted)
    #expect(try world.propose(#"{"action": "act", "proposal_id": "b", "F 0": 0, "F 39": 39}"#).decision == .accepted)
    #expect(try world.propose(#"{"action": "act", \#(all), "f1": 1}"#).reason.contains("which is called `F 1` in JSON"))
  }

  // MARK: Reasons

  /// A set of clauses that do not hold, each on a line of its own.
  private static func clauses(_ lines: [String]) -> String {
    """
    pack demo:
      summary: Clauses

    intent act:
      fields:
        a: text
        ls: list of text

    truth acting:
      when:
        - intent: act
      requires:
    \(lines.map { "    - \($0)\n" }.joined())  produces:
        - trace.demo.acting

    """
  }

  @Test("a reason has at most 16,384 characters, then its length and hash")
  func reasons() throws {
    for count in [15, 20] {
      let text = String(repeating: "{a}", count: count)
      var world = try World([("demo.truths", Self.clauses([#"a == "" else "\#(text)""#]))])
      let value = String(repeating: "é", count: 2_000)
      let outcome = try world.propose(#"{"action": "act", "a": "\#(value)"}"#)
      let quoted =
        "\(value.prefix(1_024))… (2,000 characters, \(Digest(of: Array(value.utf8)).prefixed))"
      let whole = String(repeating: quoted, count: count)
      let reason =
        whole.unicodeScalars.count <= 16_384
        ? whole
        : String(whole.prefix(16_384))
          + "… (\(whole.unicodeScalars.count.grouped) characters, \(Digest(of: Array(whole.utf8)).prefixed))"
      #expect(outcome.reason == reason && outcome.violations[0].reason == reason)
    }
  }

  @Test("the values of a clause quote less once they have come to 16,384 characters")
  func valuesOfAClause() throws {
    let terms = (0..<40).map { #"first(x for x in ls where x != "\#($0)" by x)"# }
    let clause = terms.map { "\($0) == \"\"" }.joined(separator: " or ")
    var world = try World([("demo.truths", Self.clauses([clause]))])
    let value = String(repeating: "y", count: 1_000)
    let outcome = try world.propose(#"{"action": "act", "ls": ["\#(value)"]}"#)
    let values = outcome.violations[0].values.members.map(\.value)
    #expect(values.count == 40 && values.prefix(17).allSatisfy { $0 == .text(value) })
    let least = "\(value.prefix(64))… (1,000 characters, \(Digest(of: Array(value.utf8)).prefixed))"
    #expect(values.dropFirst(17).allSatisfy { $0 == .text(least) })
  }

  /// The work that a run takes.
  private static func work(_ lines: [String], _ json: String) throws -> Int {
    let world = try World([("demo.truths", Self.clauses(lines))])
    let meter = WorkMeter(limit: 1_000_000_000)
    _ = try world.procedure.run(RunRequest(proposal: World.json(json)), on: world.context, within: meter)
    return meter.limit - meter.left
  }

  @Test("what many clauses quote is written once, and counts")
  func quotedOnce() throws {
    let elements = Self.list((0..<20_000).map { "t\($0)" })
    let json = #"{"action": "act", "ls": [\#(elements)]}"#
    let one = try Self.work(["length(ls) > 20000"], json)
    let many = try Self.work((0..<100).map { "length(ls) > \(20_000 + $0)" }, json)
    // 170,000 bytes are written for the first of them.
    #expect(one > 170_000 / 16 && many < one + 100 * 1_000, "\(one), \(many)")
  }

  @Test("words count as work: past the limit there is no decision")
  func words() throws {
    let world = try World([("demo.truths", Self.clauses((0..<300).map { #"a like "*\#($0)""# }))])
    let request = RunRequest(proposal: try World.json(#"{"action": "act", "a": "x"}"#), budget: Budget(maxWork: 10_000))
    #expect(throws: WorkExceeded.self) { try world.procedure.run(request, on: world.context) }
    let more = RunRequest(proposal: request.proposal, budget: Budget(maxWork: 100_000))
    #expect(try world.procedure.run(more, on: world.context).violations.count == 300)
  }

  // MARK: Operations

  @Test(
    "an operation counts by what it goes through",
    arguments: [
      // Records in lists, none of which is large.
      ("rs == qs", 3 * 2_000 / 4), ("distinct(rs) == rs", 3 * 2_000 / 2),
      // A pattern is taken apart into pieces of a byte.
      (#"a like "\#(String(repeating: "*b", count: 500))""#, 1_000), ("sqrt(2) > 2", 60),
    ])
  func operations(_ clause: String, _ least: Int) throws {
    let text = """
      pack demo:
        summary: Operations

      record pair:
        fields:
          x: text
          y: integer
          z: integer

      intent act:
        fields:
          a: text
          rs: list of pair
          qs: list of pair

      truth acting:
        when:
          - intent: act
        requires:
          - \(clause)
        produces:
          - trace.demo.acting

      """
    let world = try World([("demo.truths", text)])
    func pairs(_ last: Int) -> String {
      (0..<2_000).map { #"{"x": "t\#($0)", "y": \#($0), "z": \#($0 == 1_999 ? last : 0)}"# }.joined(separator: ", ")
    }
    let json = #"{"action": "act", "a": "bb", "rs": [\#(pairs(0))], "qs": [\#(pairs(1))]}"#
    let meter = WorkMeter(limit: 1_000_000_000)
    let request = RunRequest(proposal: try World.json(json), isExplained: false)
    _ = try world.procedure.run(request, on: world.context, within: meter)
    #expect(meter.limit - meter.left >= least, "\(meter.limit - meter.left)")
  }
}
