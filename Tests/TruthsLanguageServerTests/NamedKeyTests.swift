import Testing
import Truths
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// Renames that would change the order of facts whose keys are texts made of the name (clauses §10, command-line §5.22).
@Suite("Renames and keys that are made of names")
struct NamedKeyTests {
  /// A way to make a text of the name.
  struct Making: CustomTestStringConvertible, Sendable {
    /// The `let`s of the truth that makes the fact; `what` is the text.
    var lets: [String]
    /// Whether the name alone determines the text.
    var isPlain = true
    /// Another declaration.
    var more = ""
    var testDescription: String { lets.joined(separator: "; ") }
  }

  private static let named = "function named:\n  inputs:\n    word: text\n  output: text\n  value: '\"f-{word}\"'\n\n"

  /// Every way in which an expression carries a name on, with `NAME` for the expression that has it as a text.
  private static let makings = [
    Making(lets: ["what: NAME"]), Making(lets: ["what: '\"k-{NAME}\"'"]), Making(lets: ["what: '\"{NAME}{NAME}\"'"]),
    Making(lets: ["what: upper(NAME)"]), Making(lets: ["what: substring(NAME, 1, 9)"]),
    Making(lets: ["word: NAME", "what: word"]),
    Making(lets: ["word: NAME", "longer: '\"k {word}\"'", "what: upper(longer)"]),
    Making(lets: ["what: '\"{NAME} {sku}\"'"], isPlain: false),
    Making(lets: ["what: 'if amount > 3 then NAME else \"a\"'"], isPlain: false),
    Making(lets: ["what: '[NAME, sku][1]'"], isPlain: false), Making(lets: ["what: named(NAME)"], isPlain: false, more: named),
  ]

  /// The names: the expression that has it, what is renamed, a name that keeps the order and one that does not.
  private static let names: [(has: String, declared: String, name: String, kept: String, moved: String)] = [
    ("proposal.action", "intent buy", "buy", "bought", "zbuy"), ("text(level)", "level: [", "low", "lower", "zlow"),
  ]

  /// A set whose truths make a fact of the name, and whose decision about `ask` depends on the order of these facts.
  private static func text(_ making: Making, _ has: String, key: String = "  key: [what]\n", more: String = "") -> String {
    let lets = making.lets.map { "    \($0.replacing("NAME", with: has))\n" }.joined()
    return """
      pack shop:
        version: 1.0.0

      enum level: [low, top]

      \(making.more)\(more)fact mark.kept:
      \(key)  fields:
          what: text
          amount: integer

      intent buy:
        required: [amount, level, sku]
        fields:
          amount: integer
          level: level
          sku: text

      intent sell:
        required: [amount, level, sku]
        fields:
          amount: integer
          level: level
          sku: text

      truth keeping:
        when:
          - intent: [buy, sell]
        let:
      \(lets)  produces:
          - fact.mark.kept
          - trace.shop.keeping

      intent ask:
        fields:
          note: text

      truth asking:
        when:
          - intent: ask
        let:
          all: list(m.amount for m in mark.kept)
        invariants:
          - 'all[1] > 0 → reject("the first is {all[1]}")'
        produces:
          - trace.shop.asking

      """
  }

  /// The reason of `ask` behind two proposals that make facts.
  private static func reason(_ text: String, _ buy: String, _ low: String) throws -> String {
    let proposals = """
      {"action":"\(buy)","sku":"x","amount":5,"level":"\(low)"}
      {"action":"sell","sku":"x","amount":7,"level":"top"}
      {"action":"ask"}
      """
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposals.utf8)))
    input.now = "2024-01-01T00:00:00Z"
    input.actor = .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"ann"}"#.utf8)))
    input.isAppending = true
    let workspace = Workspace(truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    let ledger = try workspace.run(input).ledger
    return String(ledger.split(separator: "the first is ").dropFirst().first?.prefix(1) ?? "-")
  }

  private func refusal(_ text: String, _ declared: String, _ name: String, to new: String) -> String? {
    let marked = text.replacing(declared, with: declared.replacing(name, with: "↓\(name)"), maxReplacements: 1)
    let files = ["truths/shop/shop.truths": marked.contains("↓") ? marked : text.replacing("[low", with: "[↓low")]
    return RenameTests().renamed(EditorStub(files), to: new).refusal
  }

  @Test("a name that changes the order of the texts is refused, whatever the text is made of", arguments: makings)
  func texts(_ making: Making) throws {
    for (has, declared, name, kept, moved) in Self.names {
      let text = Self.text(making, has)
      let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex(of: "fact mark.kept:").map { $0 + 1 }
      for new in [kept, moved] {
        let refusal = refusal(text, declared, name, to: new)
        #expect((refusal == nil) == (making.isPlain && new == kept), "\(has) \(new): \(refusal ?? "taken")")
        if let refusal {
          #expect(refusal.hasPrefix("truths/shop/shop.truths:\(line ?? 0):"), "\(refusal)")
          #expect(
            refusal.hasSuffix(
              "facts of `mark.kept` are sorted by texts that are made of such names, and `\(new)` may change their order: choose "
                + "a name that keeps it"))
        } else {
          let changed = text.replacing(name, with: new)
          let (buy, low) = name == "buy" ? (new, "low") : ("buy", new)
          #expect(try Self.reason(changed, buy, low) == Self.reason(text, "buy", "low"))
        }
      }
    }
    // The order is another one indeed, so the refusal has its reason.
    let plain = Self.text(Self.makings[0], "proposal.action")
    #expect(try Self.reason(plain.replacing("buy", with: "zbuy"), "zbuy", "low") == "7")
    #expect(try Self.reason(plain, "buy", "low") == "5")
  }

  @Test("a field that sorts nothing, and facts that no clause goes through, allow each name")
  func free() {
    let making = Making(lets: ["what: NAME"])
    let text = Self.text(making, "proposal.action")
    let unsorted = text.replacing("key: [what]", with: "key: [amount]")
    #expect(refusal(unsorted, "intent buy", "buy", to: "zbuy") == nil)
    let unread = text.replacing("list(m.amount for m in mark.kept)", with: "[4]")
    #expect(refusal(unread, "intent buy", "buy", to: "zbuy") == nil)
    // Facts without a key are sorted by all fields, and a text from outside may be any.
    let keyless = text.replacing("  key: [what]\n", with: "")
    #expect(refusal(keyless, "intent buy", "buy", to: "zbuy") != nil)
    #expect(refusal(keyless, "intent buy", "buy", to: "bought") == nil)
    let external = text.replacing("  key: [what]\n", with: "  key: [what]\n  external: true\n")
    #expect(refusal(external, "intent buy", "buy", to: "bought") != nil)
  }

  @Test("a name is followed through facts that truths on facts and views make of others", arguments: [false, true])
  func throughFacts(_ isView: Bool) {
    let derived = isView ? "  derived: true\n" : ""
    let more = """
      fact mark.copied:
        key: [word]
      \(derived)  fields:
          word: text
          amount: integer

      truth copying:
        when:
          - fact: mark.kept
        produces:
          - fact.mark.copied:
              word: mark.kept.what
      \(isView ? "" : "    - trace.shop.copying\n")

      """
    let text = Self.text(Making(lets: ["what: NAME"]), "proposal.action", key: "  key: [amount]\n", more: more)
      .replacing("m in mark.kept", with: "m in mark.copied")
    #expect(refusal(text, "intent buy", "buy", to: "zbuy")?.contains("facts of `mark.copied`") == true)
    #expect(refusal(text, "intent buy", "buy", to: "bought") == nil)
  }

  @Test("the id of a truth in a key is followed, too")
  func rules() {
    let making = Making(lets: ["what: NAME"])
    let first = """
      fact mark.first:
        key: [sku]
        fields:
          sku: text

      truth firsting:
        when:
          - intent: sell
        produces:
          - fact.mark.first
          - trace.shop.firsting


      """
    let text = Self.text(making, "(the mark.first).entry.truth_id", more: first)
    for (new, isTaken) in [("firstings", true), ("able", false)] {
      let refusal = refusal(text, "truth firsting", "firsting", to: new)
      #expect((refusal == nil) == isTaken, "\(refusal ?? "taken")")
      #expect(refusal?.contains("facts of `mark.kept`") ?? true)
    }
  }
}
