import Foundation
import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

@Suite("References and renaming")
struct RenameTests {
  static let orders = "truths/shop/shop.orders.truths"

  @Test("references stand in truths and fixtures, with or without the declaration")
  func references() {
    let editor = EditorStub(ShopSet.marked("order.placed"))
    let all = editor.places(editor.at(0, "references", ["context": .object(["includeDeclaration": .boolean(true)])]))
    #expect(
      all == [
        "truths/shop/shop.orders.truths:17:12", "truths/shop/shop.truths:6:6", "Fixtures/shop/small.json:5:60",
      ])
    let uses = editor.places(editor.at(0, "references", ["context": .object(["includeDeclaration": .boolean(false)])]))
    #expect(!uses.contains("truths/shop/shop.truths:6:6"))
  }

  @Test("the same name is highlighted where it is read and made")
  func highlights() {
    let editor = EditorStub(ShopSet.marked("double: amount"))
    let found = editor.at(0, "documentHighlight").arrayValue ?? []
    #expect(found.compactMap { $0.at("range", "start", "line")?.intValue } == [5, 13])
    #expect(found.compactMap { $0["kind"]?.intValue } == [3, 2])
  }

  /// Returns the text of every file after a rename, or the refusal.
  func renamed(_ editor: EditorStub, to name: String) -> (files: [String: String], refusal: String?) {
    let answer = editor.at(0, "rename", ["newName": .text(name)])
    guard let changes = answer["changes"]?.objectValue else { return ([:], answer["message"]?.stringValue ?? "?") }
    var files: [String: String] = [:]
    for member in changes.members {
      let path = EditorStub.path(member.name.string)
      files[path] = Edits.applied(member.value, to: editor.text(path))
    }
    return (files, nil)
  }

  @Test("a let is renamed in its truth alone")
  func locals() {
    let editor = EditorStub(ShopSet.marked("double > limit"))
    let (files, refusal) = renamed(editor, to: "twice")
    #expect(refusal == nil)
    #expect(Array(files.keys) == [Self.orders])
    #expect(files[Self.orders] == ShopSet.ordering.replacingOccurrences(of: "double", with: "twice"))
  }

  @Test("what an intent answers of AuthZEN goes by the names of its field and its facts")
  func access() {
    let summary = "  summary: Somebody wants to buy\n"
    func editor(_ mapping: String) -> EditorStub {
      let text = ShopSet.vocabulary.replacing(summary, with: summary + "  authzen: {action: buy, resource: stock, \(mapping)}\n")
      return EditorStub(ShopSet.files("truths/shop/shop.truths", text))
    }
    let fact = renamed(editor("id: sku, resources: stock.↓counted"), to: "stock.seen")
    let vocabulary = fact.files["truths/shop/shop.truths"] ?? ""
    #expect(fact.refusal == nil && vocabulary.contains("resources: stock.seen}") && vocabulary.contains("fact stock.seen:"))
    let field = renamed(editor("id: ↓sku, resources: stock.counted"), to: "good")
    #expect(field.files["truths/shop/shop.truths"]?.contains("id: good,") ?? (field.refusal != nil), "\(field)")
  }

  @Test("a field is renamed where its intent requires it")
  func required() {
    let summary = "  summary: Somebody wants to buy\n"
    let text = ShopSet.vocabulary.replacing(summary, with: summary + "  required: [↓sku]\n")
    let field = renamed(EditorStub(ShopSet.files("truths/shop/shop.truths", text)), to: "good")
    #expect(field.files["truths/shop/shop.truths"]?.contains("required: [good]") ?? (field.refusal != nil), "\(field)")
  }

  @Test("a name that the engine or a document reads is kept")
  func readElsewhere() {
    let policy = "policy approver_role:\n  summary: Who approves\n  type: text\n  default: \"manager\"\n\n"
    var files = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary + policy.replacing("policy ", with: "policy ↓"))
    #expect(renamed(EditorStub(files), to: "role").refusal?.contains("the engine reads `approver_role`") == true)
    files = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary.replacing("[small, ", with: "[↓small, "))
    files["Fixtures/shop/order.json"] = #"{"size": "small"}"#
    #expect(renamed(EditorStub(files), to: "little").refusal == nil)
    files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing(
      #""context": {"#, with: #""context": {"documents": {"order": "order.json"}, "#)
    #expect(
      renamed(EditorStub(files), to: "little").refusal
        == "Fixtures/shop/order.json:1:10, which fixtures name, holds `small`: change that first")
  }

  @Test("a fact is renamed in truths and fixtures")
  func facts() {
    let editor = EditorStub(ShopSet.marked("order.placed"))
    let (files, refusal) = renamed(editor, to: "order.taken")
    #expect(refusal == nil)
    for path in ShopSet.files.keys {
      #expect(files[path] == ShopSet.files[path]?.replacingOccurrences(of: "order.placed", with: "order.taken"))
    }
  }

  @Test("a field goes with those that it joins and is copied to by its name")
  func fields() {
    let editor = EditorStub(ShopSet.marked("order_id exists"))
    let (files, refusal) = renamed(editor, to: "order_number")
    #expect(refusal == nil)
    for path in ShopSet.files.keys {
      #expect(files[path] == ShopSet.files[path]?.replacingOccurrences(of: "order_id", with: "order_number"))
    }
  }

  @Test("a policy's bare name in a fixture follows")
  func barePolicies() {
    var files = ShopSet.marked("limit:", in: "truths/shop/shop.truths")
    for name in ["limit", "shop.limit"] {
      files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing(
        #""context":"#, with: #""policies": {"\#(name)": 50}, "context":"#)
      let (changed, refusal) = renamed(EditorStub(files), to: "most")
      #expect(refusal == nil)
      #expect(changed["Fixtures/shop/small.json"]?.contains("\"\(name.replacing("limit", with: "most"))\": 50") == true)
    }
  }

  @Test("a name inside a `let` that a produced field copies is found and follows")
  func insideLets() {
    var files = ShopSet.files(
      "truths/shop/shop.truths",
      ShopSet.vocabulary.replacing("    size: size?", with: "    size: size?\n    due: integer")
        + "policy days_to_pay:\n  summary: Days\n  type: integer\n  default: 3\n\n")
    files[Self.orders] = ShopSet.ordering.replacing("double: amount * 2", with: "double: amount * 2\n    due: ↓days_to_pay + 1")
    let editor = EditorStub(files)
    #expect(editor.at(0, "hover") != .null)
    let (changed, refusal) = renamed(editor, to: "patience")
    #expect(refusal == nil)
    #expect(changed[Self.orders]?.contains("due: patience + 1") == true)
    #expect(changed["truths/shop/shop.truths"]?.contains("policy patience:") == true)
  }

  @Test("the proposal that is tried follows, and the facts on which it is")
  func scratch() {
    let proposal = #"{"action": "place_order", "order_id": "o1"}"#
    let editor = EditorStub(
      ShopSet.marked("place_order:", in: "truths/shop/shop.truths"), ledgers: [".truths/scratch.json": proposal])
    let (files, refusal) = renamed(editor, to: "buy")
    #expect(refusal == nil)
    #expect(files[".truths/scratch.json"] == proposal.replacing("place_order", with: "buy"))
    let context = #"{"type": "stock.counted", "sku": "pen", "amount": 9}"# + "\n"
    let other = EditorStub(
      ShopSet.marked("stock.counted:", in: "truths/shop/shop.truths"), ledgers: [".truths/context.jsonl": context])
    let after = renamed(other, to: "stock.taken")
    #expect(after.refusal == nil)
    #expect(after.files[".truths/context.jsonl"] == context.replacing("stock.counted", with: "stock.taken"))
  }

  @Test("a proposal that stands anywhere in the project follows, and other JSON stays as it is")
  func looseProposals() {
    let proposal = #"{"action": "place_order", "order_id": "o1"}"#
    let others = ["package.json": #"{"name": "place_order"}"#, "log.json": #"{"action": "place", "order_id": "place_order"}"#]
    func editor(_ mark: String) -> EditorStub {
      EditorStub(
        ShopSet.marked(mark, in: "truths/shop/shop.truths"),
        ledgers: others.merging(["order.json": proposal, "data/one.json": proposal]) { $1 })
    }
    for (mark, old, new) in [("place_order:", "place_order", "buy"), ("order_id: text\n    sku", "order_id", "number")] {
      let editor = editor(mark)
      let answer = editor.at(0, "rename", ["newName": .text(new)])
      let changes = answer["changes"]?.objectValue?.members ?? []
      for path in ["order.json", "data/one.json"] {
        let edits = changes.first { EditorStub.path($0.name.string) == path }?.value ?? .array([])
        #expect(Edits.applied(edits, to: proposal) == proposal.replacing(old, with: new), "\(answer)")
      }
      #expect(!changes.contains { others[EditorStub.path($0.name.string)] != nil })
    }
  }

  @Test("a blueprint is renamed")
  func blueprints() {
    let blueprint = "blueprint ↓selling:\n  outcome: Something is sold\n  packs: [shop]\n  steps: [place_order]\n"
    var files = ShopSet.files
    files["truths/shop/shop.way.truths"] = blueprint
    let (changed, refusal) = renamed(EditorStub(files), to: "trading")
    #expect(refusal == nil)
    #expect(changed["truths/shop/shop.way.truths"] == blueprint.replacing("↓selling", with: "trading"))
  }

  @Test("a text that is compared with what a decision records follows")
  func comparedTexts() {
    let clause = #"    - 'some d in decision.made satisfies d.action exists and d.action == "NAME" → warn("again")'"#
    func renaming(_ text: String) -> (files: [String: String], refusal: String?) {
      var files = ShopSet.marked("place_order:", in: "truths/shop/shop.truths")
      files[Self.orders] = ShopSet.ordering.replacing("  produces:", with: clause.replacing("NAME", with: text) + "\n  produces:")
      return renamed(EditorStub(files), to: "buy")
    }
    for (text, wanted) in [("place_order", "buy"), ("shop.place_order", "shop.buy")] {
      let (files, refusal) = renaming(text)
      #expect(refusal == nil)
      #expect(files[Self.orders]?.contains("d.action == \"\(wanted)\"") == true, "\(text)")
    }
    for text in ["buy", "shop.buy"] {
      #expect(
        renaming(text).refusal
          == "truths/shop/shop.orders.truths:16:74 has the text `\(text)`, which may mean this: change that first")
    }
    #expect(renaming("place_orders").refusal == nil)
  }

  @Test("a text of which nothing says what it means is told with its place")
  func texts() {
    let fact = "fact audit.noted:\n  key: [subject]\n  external: true\n  fields:\n    subject: text\n\n"
    let clause = #"    - 'some d in audit.noted satisfies d.subject == "place_order" → warn("again")'"#
    var files = ShopSet.files(
      "truths/shop/shop.truths", ShopSet.vocabulary.replacing("intent place", with: fact + "intent ↓place"))
    let written = ShopSet.ordering.replacing("  produces:", with: clause + "\n  produces:")
    files[Self.orders] = written
    #expect(
      renamed(EditorStub(files), to: "buy").refusal
        == "truths/shop/shop.orders.truths:16:53 has the text `place_order`, which may mean this: change that first")
    files[Self.orders] = written.replacing(#" == "place_order""#, with: " == order_id")
    #expect(renamed(EditorStub(files), to: "buy").refusal == nil)
    files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing(
      #"{"facts": ["#, with: #"{"facts": [{"type": "audit.noted", "subject": "place_order"}, "#)
    #expect(
      renamed(EditorStub(files), to: "buy").refusal
        == "Fixtures/shop/small.json:3:60 holds the text `place_order`, which may mean this: change that first")
  }

  @Test("a role follows where it is asked, held and told of")
  func roles() {
    let roles = "role ↓clerk:\n  summary: Who sells\n\nrole manager:\n  summary: Who decides\n\n"
    let policy = "policy approver_role:\n  summary: Who approves\n  type: text\n  default: \"clerk\"\n\n"
    var files = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary + roles + policy)
    files[Self.orders] = ShopSet.ordering.replacing("reject(\"too much\")", with: "requires_approval(manager or clerk)")
    let actor = #""actor": {"type": "user", "user_id": "a", "device_id": "d", "org_id": "o", "roles": ["clerk"]}, "#
    files["Fixtures/shop/small.json"] =
      ShopSet.fixture
      .replacing(#""amount": 9, "size""#, with: #""amount": 99, "size""#)
      .replacing(#""proposal": {"#, with: #""proposal": {"# + actor)
      .replacing(#""accepted", "facts": [{"type": "order.placed", "order_id": "o1"}]"#, with: #""halted", "waiting_for": [WHO]"#)
      .replacing("WHO", with: #""approval from @manager or @clerk""#)
    let (changed, refusal) = renamed(EditorStub(files), to: "seller")
    #expect(refusal == nil)
    #expect(changed["truths/shop/shop.truths"]?.contains("default: \"seller\"") == true)
    #expect(changed[Self.orders]?.contains("requires_approval(manager or seller)") == true)
    let fixture = changed["Fixtures/shop/small.json"] ?? ""
    #expect(fixture.contains(#""roles": ["seller"]"#) && fixture.contains("approval from @manager or @seller"), "\(fixture)")
  }

  @Test("reasons and shown values that fixtures expect follow, and what would come out otherwise refuses the rename")
  func expectations() {
    func renaming(_ expected: String) -> (fixture: String, refusal: String?) {
      var files = ShopSet.marked("sku: text\n    amount: decimal", in: "truths/shop/shop.truths")
      files["Fixtures/shop/small.json"] = #"{"id": "shop.none", "proposal": {"action": "place_order"}, "expected": \#(expected)}"#
      let (changed, refusal) = renamed(EditorStub(files), to: "good")
      return (changed["Fixtures/shop/small.json"] ?? "", refusal)
    }
    let told = "NAME exists does not hold: NAME is missing"
    let reason = #"{"decision": "rejected", "violations": [{"clause": "requires[1]", "reason": "\#(told)"}]}"#
    let (fixture, refusal) = renaming(reason.replacing("NAME", with: "sku"))
    #expect(refusal == nil)
    #expect(fixture.contains(reason.replacing("NAME", with: "good")), "\(fixture)")
  }

  @Test("an id that is made of a name follows")
  func madeIDs() {
    var files = ShopSet.marked("stock.counted:", in: "truths/shop/shop.truths")
    files[Self.orders] = ShopSet.ordering.replacing(
      "    - size == large", with: "    - stock.counted → reject(\"counted\")\n    - size == large")
    files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing(
      #"{"decision": "accepted", "facts": [{"type": "order.placed", "order_id": "o1"}]}"#,
      with: #"{"decision": "halted", "truth_id": "shop.stock.counted_invariant"}"#)
    let (changed, refusal) = renamed(EditorStub(files), to: "stock.seen")
    #expect(refusal == nil)
    #expect(changed["Fixtures/shop/small.json"]?.contains(#""truth_id": "shop.stock.seen_invariant""#) == true)
  }

  @Test("a `let` goes with the field that copies it, and a grid's column is not renamed in its cells")
  func copiedLetsAndGrids() {
    let table =
      "table price_of:\n  inputs:\n    ↓size: size\n  output: integer\n  hit: unique\n  grid: |\n"
      + "    size  → output\n    small → 1\n    large → 2\n\n"
    let grid = renamed(EditorStub(ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary + table)), to: "sort")
    #expect(grid.refusal == nil)
    let changed = grid.files["truths/shop/shop.truths"] ?? ""
    #expect(changed.contains("    sort: size\n") && changed.contains("    sort  → output\n    small → 1\n"), "\(changed)")
    var files = ShopSet.files(
      "truths/shop/shop.truths", ShopSet.vocabulary.replacing("size: size?", with: "double: decimal in eur?"))
    files[Self.orders] = ShopSet.ordering.replacing("    double: amount", with: "    ↓double: amount")
    let copied = renamed(EditorStub(files), to: "twice")
    #expect(copied.refusal == nil)
    #expect(copied.files["truths/shop/shop.truths"]?.contains("twice: decimal in eur?") == true)
  }

  @Test("what a ledger records keeps its name, and the refusal says so")
  func ledgers() {
    let ledger = #"{"type":"fact","fact":{"type":"order.placed","order_id":"o1"}}"# + "\n"
    let editor = EditorStub(ShopSet.marked("order.placed"), ledgers: ["ledger.jsonl": ledger])
    let refusal = renamed(editor, to: "order.taken").refusal
    #expect(refusal?.contains("ledger.jsonl:1:31 records `order.placed`") == true)
    let other = EditorStub(ShopSet.marked("double > limit"), ledgers: ["ledger.jsonl": ledger])
    #expect(renamed(other, to: "twice").refusal == nil)
  }

  @Test(
    "a name that is none, is taken or means something else is refused",
    arguments: ["Twice", "not", "two times", "limit", "amount", ""])
  func refused(_ name: String) {
    let editor = EditorStub(ShopSet.marked("double > limit"))
    #expect(renamed(editor, to: name).refusal != nil)
  }

  private static let tiers = """
    pack demo:
      version: 1.0.0

    enum tier: [basic, gold]

    fact member.known:
      key: [group, name]
      external: true
      fields:
        group: text
        name: text
        rank: integer

    intent change:
      fields:
        kind: tier
        before: tier
        note: text

    truth changing:
      when:
        - intent: change
      requires:
        - kind exists
        - before exists
        - note exists
        - some m in member.known satisfies m.rank > 0
        - kind == before else "Another tier"
      produces:
        - trace.demo.changing

    """

  /// Fixture `demo.one` with what it expects.
  private static func tierFixture(_ expected: String) -> String {
    """
    {"id": "demo.one", "context": {"facts": [{"type": "member.known", "group": "a", "name": "b", "rank": 1}]},
      "proposal": {"action": "change", "payload": {"kind": "basic", "before": "basic", "note": "n"}}, "expected": {\(expected)}}
    """
  }

  @Test(
    "a name with which something else would be decided is refused, another one is taken",
    arguments: [
      ("before: tier", "gold", "earlier", "would get another meaning"), ("note: text", "reason", "remark", "envelope"),
      ("name: text", "alias", "nick", "are sorted by their key fields"),
    ])
  func otherDecisions(_ declared: String, _ refused: String, _ taken: String, _ why: String) {
    let files = ["truths/demo/demo.truths": Self.tiers.replacing("    \(declared)", with: "    ↓\(declared)")]
    #expect(renamed(EditorStub(files), to: refused).refusal?.contains(why) == true)
    #expect(renamed(EditorStub(files), to: taken).refusal == nil)
  }

  @Test("facts are sorted by the members of a record in their key, too")
  func keyRecords() {
    let text = """
      pack demo:
        version: 1.0.0

      record spot:
        fields:
          city: text
          zone: text

      fact spot.known:
        key: [at]
        external: true
        fields:
          at: list of spot

      """
    let files = ["truths/demo/demo.truths": text.replacing("    zone:", with: "    ↓zone:")]
    #expect(renamed(EditorStub(files), to: "area").refusal?.contains("facts of `spot.known` are sorted") == true)
    #expect(renamed(EditorStub(files), to: "quarter").refusal == nil)
  }

  @Test("a hash that is all that a fixture expects follows no rename")
  func hashAlone() {
    let hash = #""output_hash": "sha256:fc351fae2be0903c9b776c1ac071ccafa665900fd6522690e9987d90020e281e""#
    for (expected, isTaken) in [(hash, false), (#""decision": "accepted", \#(hash)"#, true)] {
      let files = [
        "truths/demo/demo.truths": Self.tiers.replacing("truth changing", with: "truth ↓changing"),
        "Fixtures/demo.json": Self.tierFixture(expected),
      ]
      let refusal = renamed(EditorStub(files), to: "switching").refusal
      #expect((refusal == nil) == isTaken, "\(expected): \(refusal ?? "taken")")
    }
  }

  @Test("a client that can ask is told that ledgers elsewhere may record the name")
  func confirmation() {
    let capabilities: JSONObject = [
      "workspace": .object([
        "workspaceEdit": .object(["documentChanges": .boolean(true), "changeAnnotationSupport": .object([:])])
      ])
    ]
    let editor = EditorStub(ShopSet.marked("order.placed"), capabilities: capabilities)
    let answer = editor.at(0, "rename", ["newName": .text("order.taken")])
    #expect(answer.at("changeAnnotations", "recorded", "needsConfirmation")?.boolValue == true)
    #expect(answer["documentChanges"]?.arrayValue?.count == 3)
  }

  @Test("the name at the cursor is offered, and the language's own is not")
  func preparation() {
    let editor = EditorStub(ShopSet.marked("double > limit"))
    #expect(editor.at(0, "prepareRename")["placeholder"]?.stringValue == "double")
    #expect(EditorStub(ShopSet.marked("exists")).at(0, "prepareRename") == .null)
  }
}

/// Edits of an answer, applied.
enum Edits {
  static func applied(_ edits: JSONValue, to text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array(String($0).utf16) }
    let sorted = (edits.arrayValue ?? []).sorted { first, second in
      let (a, b) = (ProtocolRange(first["range"] ?? .null), ProtocolRange(second["range"] ?? .null))
      return (a?.start ?? .zero) > (b?.start ?? .zero)
    }
    for edit in sorted {
      guard let range = edit["range"].flatMap({ ProtocolRange($0) }), let new = edit["newText"]?.stringValue else { continue }
      let before = Array(lines[range.start.line].prefix(range.start.character))
      let after = range.end.line < lines.count ? Array(lines[range.end.line].dropFirst(range.end.character)) : []
      let joined = String(decoding: before, as: UTF16.self) + new + String(decoding: after, as: UTF16.self)
      let replaced = joined.split(separator: "\n", omittingEmptySubsequences: false).map { Array(String($0).utf16) }
      lines.replaceSubrange(range.start.line...min(range.end.line, lines.count - 1), with: replaced)
    }
    return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
  }
}
