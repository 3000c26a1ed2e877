import Foundation
import Testing
import TruthsJSON

@testable import TruthsLanguageServer

@Suite("Completion and signature help")
struct CompletionTests {
  static let path = "truths/shop/shop.more.truths"

  func items(_ text: String, in path: String = path, snippets: Bool = true) -> [JSONValue] {
    let capabilities: JSONObject = [
      "textDocument": .object([
        "completion": .object(["completionItem": .object(["snippetSupport": .boolean(snippets)])])
      ])
    ]
    let editor = EditorStub(ShopSet.files(path, text), capabilities: capabilities)
    return editor.at(0, "completion")["items"]?.arrayValue ?? []
  }

  func labels(_ text: String, in path: String = path) -> [String] {
    items(text, in: path).sorted { ($0["sortText"]?.stringValue ?? "") < ($1["sortText"]?.stringValue ?? "") }
      .compactMap { $0["label"]?.stringValue }
  }

  static func truth(_ clause: String) -> String {
    "truth more:\n  when:\n    - intent: place_order\n  let:\n    half: amount / 2\n  requires:\n    - \(clause)\n  produces:\n    - trace.more\n"
  }

  @Test("at the root stand the kinds of declarations, in job files jobs alone")
  func declarations() {
    let found = labels("↓")
    for kind in ["truth", "fact", "intent", "policy", "lifecycle", "table", "function", "enum", "record"] {
      #expect(found.contains(kind))
    }
    #expect(!found.contains("jtbd"))
    #expect(labels("↓", in: "jtbd/shop/shop.jtbd") == ["jtbd"])
  }

  @Test("every snippet of a declaration can be read")
  func snippets() {
    for item in items("↓", snippets: false) {
      let text = item.at("textEdit", "newText")?.stringValue ?? ""
      #expect(!text.contains("$"), "\(text)")
      let editor = EditorStub(ShopSet.files(Self.path, text))
      editor.settle()
      let syntax = (editor.diagnostics[Self.path]?.arrayValue ?? []).filter { $0["code"]?.stringValue?.hasPrefix("T0") ?? false }
      #expect(syntax.isEmpty, "\(text): \(syntax.compactMap { $0["message"]?.stringValue })")
    }
  }

  @Test("members that stand there are left out")
  func members() {
    let found = labels("truth more:\n  when:\n    - intent: place_order\n  ↓\n  produces:\n    - trace.more\n")
    #expect(found.contains("requires"))
    #expect(!found.contains("when"))
    #expect(!found.contains("produces"))
    #expect(!found.contains("fields"))
  }

  @Test("in the long form of a field stand its members, and behind them types, and what marks it")
  func fields() {
    func field(_ line: String, in kind: String) -> [String] { labels("\(kind):\n  fields:\n    card:\n      \(line)\n") }
    for kind in ["record more", "fact more.known", "intent more"] {
      #expect(Set(field("↓", in: kind)) == ["type", "sensitive"])
      #expect(field("type: ↓", in: kind).contains("decimal"))
      #expect(field("sensitive: ↓", in: kind) == ["true"])
    }
    #expect(labels("record more:\n  fields:\n    card: ↓\n").contains("decimal"))
  }

  @Test("in a clause stand fields, lets, facts, policies, functions and words")
  func clauses() {
    let found = labels(Self.truth("↓"))
    for name in ["amount", "half", "stock.counted", "limit", "round", "exists", "every"] {
      #expect(found.contains(name), "\(name)")
    }
    #expect(found.prefix(6).contains("amount"))
  }

  @Test("beside an enum stand its values first")
  func values() {
    #expect(Array(labels(Self.truth("size == ↓")).prefix(2)) == ["large", "small"])
    #expect(Array(labels(Self.truth("size in [small, ↓")).prefix(2)) == ["large", "small"])
    #expect(Array(labels(Self.truth("size != l↓")).prefix(1)) == ["large"])
  }

  @Test("behind a dot stand fields and the rest of fact types")
  func dots() {
    #expect(labels(Self.truth("stock.↓")).contains("stock.counted"))
    #expect(labels(Self.truth("stock.counted.↓")).contains("stock.counted.amount"))
    #expect(labels(Self.truth("trigger.↓")).contains("trigger.sku"))
    #expect(labels(Self.truth("actor.↓")).contains("actor.user_id"))
  }

  @Test("members are told with what they are for, and begin as what stands behind them does")
  func memberDetails() {
    let found = items("truth more:\n  ↓\n")
    func item(_ label: String) -> JSONValue? { found.first { $0["label"]?.stringValue == label } }
    #expect(found.allSatisfy { $0["detail"]?.stringValue?.hasSuffix(".") ?? false })
    #expect(item("requires")?["detail"]?.stringValue == "What a proposal must fulfil; else it is rejected.")
    #expect(item("requires")?.at("textEdit", "newText")?.stringValue == "requires:\n  - $0")
    #expect(item("let")?.at("textEdit", "newText")?.stringValue == "let:\n  ${1:name}: $0")
    #expect(item("when")?.at("textEdit", "newText")?.stringValue == "when:\n  - ${1|intent,fact,pack,if|}: $0")
    let ofFact = items("fact thing.done:\n  ↓\n").compactMap { $0.at("textEdit", "newText")?.stringValue }
    #expect(ofFact.contains("external: true") && ofFact.contains("key: [$0]"))
    let ofIntent = items("intent buy_more:\n  ↓\n").compactMap { $0.at("textEdit", "newText")?.stringValue }
    #expect(ofIntent.contains("authzen:\n  action: ${1:action}\n  resource: ${2:resource}"))
    let ofJob = items("jtbd sell:\n  ↓\n", in: "jtbd/shop/shop.jtbd").compactMap { $0.at("textEdit", "newText")?.stringValue }
    #expect(ofJob.contains("guardrails:\n  - must_not: ${1:What must not happen}\n    enforced_by: $0"))
  }

  @Test("places that want one kind of name have that alone")
  func kinds() {
    #expect(labels("truth more:\n  when:\n    - intent: ↓\n") == ["place_order"])
    #expect(labels("truth more:\n  when:\n    - fact: ↓\n").contains("stock.counted"))
    #expect(labels("truth more:\n  when:\n    - ↓\n") == ["fact", "if", "intent", "pack"])
    #expect(labels("intent more:\n  authzen:\n    ↓\n") == ["action", "id", "resource", "resources", "subjects"])
    #expect(labels("intent more:\n  authzen:\n    resources: ↓\n").contains("stock.counted"))
    #expect(labels("fact thing.done:\n  fields:\n    size: ↓\n").first == "size")
    #expect(labels("truth more:\n  when:\n    - intent: place_order\n  produces:\n    - ↓\n").contains("fact.order.placed"))
    #expect(
      labels("truth more:\n  when:\n    - intent: place_order\n  produces:\n    - fact.order.placed:\n        ↓\n").contains(
        "amount"))
    #expect(
      labels("truth m:\n  when:\n    - intent: place_order\n  invariants:\n    - amount > 1 → ↓\n").contains("requires_approval"))
    #expect(
      labels("jtbd sell:\n  guardrails:\n    - must_not: lose\n      enforced_by: ↓\n", in: "jtbd/shop/shop.jtbd").contains(
        "shop.orders.ordering"))
  }

  @Test("fixtures have intents, fact types, fields and values")
  func fixtures() {
    let path = "Fixtures/shop/more.json"
    #expect(labels(#"{"id": "x", "proposal": {"action": "↓"}}"#, in: path) == ["place_order"])
    #expect(labels(#"{"id": "x", "context": {"facts": [{"type": "↓"}]}}"#, in: path).contains("stock.counted"))
    #expect(
      labels(#"{"id": "x", "proposal": {"action": "place_order", "↓"}}"#, in: path) == ["amount", "order_id", "size", "sku"])
    #expect(labels(#"{"id": "x", "proposal": {"action": "place_order", "size": "↓"}}"#, in: path) == ["large", "small"])
  }

  @Test("an item is resolved to what is said of it")
  func resolution() {
    let editor = EditorStub(ShopSet.files(Self.path, Self.truth("↓")))
    let items = editor.at(0, "completion")["items"]?.arrayValue ?? []
    func documentation(_ label: String) -> String {
      guard let item = items.first(where: { $0["label"]?.stringValue == label })?.objectValue else { return "" }
      return editor.request("completionItem/resolve", item).at("documentation", "value")?.stringValue ?? ""
    }
    #expect(documentation("limit").contains("What needs no approval"))
    #expect(documentation("round").contains("places"))
    #expect(documentation("amount").contains("decimal in eur"))
  }

  @Test("a call shows its parameters, and which one is being written")
  func signatures() {
    func help(_ clause: String) -> JSONValue { EditorStub(ShopSet.files(Self.path, Self.truth(clause))).at(0, "signatureHelp") }
    let round = help("round(amount, ↓) > 1")
    #expect(round["activeParameter"]?.intValue == 1)
    #expect(round["signatures"]?.arrayValue?.contains { $0["label"]?.stringValue == "round(x, n)" } == true)
    let fact = help("stock.counted(↓)")
    #expect(fact["signatures"]?.arrayValue?.first?["label"]?.stringValue == "stock.counted(sku = text)")
    #expect(help("amount > ↓") == .null)
  }
}
