import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The most work for a small input (limits §4).
@Suite("What a decision may cost")
struct CostTests {
  // MARK: Quotations

  private static let words = """
    pack demo:
      summary: Words

    fact thing.said:
      key: [id]
      fields:
        id: text
        s: text

    intent say:
      fields:
        id: text
        s: text
        n: text
        ls: list of text

    truth saying:
      when:
        - intent: say
      requires:
        - id exists
        - s == "no"
        - s like "*o" else "said {s} and {s}, {ls}"
        - ls contains "zz"
      produces:
        - fact.thing.said
        - trace.demo.saying

    """

  @Test("reasons and values quote at most 1,024 characters of a value, then its length and hash")
  func quotations() throws {
    var world = try World([("demo.truths", Self.words)])
    for (scalar, count, isCut) in [("x", 1_024, false), ("x", 1_025, true), ("\u{1F600}", 1_024, false), ("e\u{301}", 513, true)]
    {
      let text = String(repeating: scalar, count: count)
      let scalars = text.unicodeScalars.count
      var head = String.UnicodeScalarView()
      head.append(contentsOf: text.unicodeScalars.prefix(1_024))
      let hash = Digest(of: Array(text.utf8)).prefixed
      let quoted = isCut ? "\(String(head))… (\(scalars == 1_025 ? "1,025" : "1,026") characters, \(hash))" : text
      let outcome = try world.propose(#"{"action": "say", "id": "i", "s": "\#(text)", "ls": ["a"]}"#)
      #expect(outcome.reason == "s == \"no\" does not hold: s is \(quoted)")
      #expect(outcome.violations[0].values["s"] == .text(quoted))
      #expect(outcome.violations[1].reason == "said \(quoted) and \(quoted), [\"a\"]")
    }
    // A list is quoted as printed, and is then a text in `values`.
    let list = (0..<400).map { "\"t\($0)\"" }.joined(separator: ",")
    let outcome = try world.propose(#"{"action": "say", "id": "i", "s": "x", "ls": [\#(list)]}"#)
    let printed = "[\(list)]"
    let quoted = "\(printed.prefix(1_024))… (\(printed.count.grouped) characters, \(Digest(of: Array(printed.utf8)).prefixed))"
    #expect(outcome.violations[2].values["ls"] == .text(quoted))
    let short = try world.propose(#"{"action": "say", "id": "i", "s": "x", "ls": ["a", "b"]}"#)
    #expect(short.violations[2].values["ls"] == .array([.text("a"), .text("b")]))
  }

  @Test("a value of an enum is quoted like any other")
  func quotationOfAnEnum() throws {
    for count in [1_024, 1_025] {
      let name = String(repeating: "x", count: count)
      var world = try World([
        (
          "demo.truths",
          Self.words.replacing("intent say:", with: "enum long: [\(name), short]\n\nintent say:")
            .replacing("    n: text\n", with: "    n: long\n").replacing("- s == \"no\"", with: "- n == short")
        )
      ])
      let outcome = try world.propose(#"{"action": "say", "id": "i", "s": "no", "n": "\#(name)", "ls": ["zz"]}"#)
      let cut = "\(name.prefix(1_024))… (1,025 characters, \(Digest(of: Array(name.utf8)).prefixed))"
      #expect(outcome.reason == "n == short does not hold: n is \(count == 1_024 ? name : cut)")
    }
  }

  @Test("of many faults a hundred are told, and how many there are more")
  func faults() throws {
    var world = try World([("demo.truths", Self.words)])
    let unknown = (0..<5_000).map { "\"u\($0)\": 1" }.joined(separator: ", ")
    let outcome = try world.propose(#"{"action": "say", "id": "i", \#(unknown)}"#)
    #expect(outcome.decision == .rejected && outcome.truthID == "converge.proposal.wellformed")
    #expect(outcome.reason.hasSuffix("; and 4,900 more") && outcome.reason.split(separator: ";").count == 101)
  }

  // MARK: Sizes

  @Test("a text of a proposal has at most 256 KiB, wherever it stands")
  func texts() throws {
    let most = String(repeating: "y", count: 262_144)
    for (json, isRight) in [
      (#"{"action": "say", "id": "\#(most)"}"#, true), (#"{"action": "say", "id": "\#(most)y"}"#, false),
      (#"{"action": "say", "id": "i", "ls": ["a", "\#(most)y"]}"#, false), (#"{"action": "say", "\#(most)y": 1}"#, false),
      (#"{"action": "say", "id": "i", "actor": {"type": "user", "user_id": "\#(most)y"}}"#, false),
      (#"{"proposal": {"action": "say", "id": "\#(most)y"}}"#, false),
    ] {
      for isLocated in [true, false] {
        var world = try World([("demo.truths", Self.words)])
        let read = try World.json(json)
        let received = isLocated ? read : LocatedJSON(unlocated: read.value)
        let outcome = try world.procedure.run(RunRequest(proposal: received), on: world.context)
        world.context = outcome.context
        let isTold = outcome.truthID == "converge.proposal.wellformed" && outcome.reason.contains("262,145 bytes")
        #expect(isTold == !isRight && outcome.decision == .rejected, "\(outcome.reason.prefix(200))")
        #expect(outcome.reason.utf8.count < 4_096)
      }
    }
  }

  @Test("a text that a truth makes has at most as much, and what a run appends at most 64 MiB")
  func produced() throws {
    let text = """
      pack demo:
        summary: Copies

      fact thing.said:
        key: [id]
        fields:
          id: text
          s: text

      fact copy.made:
        key: [k]
        fields:
          k: text
          s: text

      intent say:
        fields:
          id: text
          s: text
          ls: list of text

      truth saying:
        when:
          - intent: say
        requires:
          - id exists
          - s exists
          - ls exists
        produces:
          - fact.thing.said:
              id: id
              s: "{s}{s}"
          - fact.copy.made for k in ls:
              k: k
              s: s
          - trace.demo.saying

      """
    var world = try World([("demo.truths", text)])
    let half = String(repeating: "y", count: 131_072)
    let fits = try world.propose(#"{"action": "say", "id": "a", "s": "\#(half)", "ls": ["1", "2"]}"#)
    #expect(fits.decision == .accepted && fits.facts.count == 3)
    let long = try world.propose(#"{"action": "say", "id": "b", "s": "\#(half)y", "ls": []}"#)
    #expect(long.decision == .halted && long.truthID == "converge.budget" && long.reason.contains("262,146 bytes"))
    let keys = (0..<600).map { "\"k\($0)\"" }.joined(separator: ", ")
    let many = try world.propose(#"{"action": "say", "id": "c", "s": "\#(half)", "ls": [\#(keys)]}"#)
    #expect(many.decision == .halted && many.truthID == "converge.budget")
    #expect(many.reason.contains("more than 67,108,864 bytes (64 MiB)"))
    #expect(many.facts.isEmpty && many.isOutOfBudget)
  }
}
