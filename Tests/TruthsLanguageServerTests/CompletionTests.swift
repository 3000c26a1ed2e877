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

  @Test("members in braces are left out where they stand there, and a missing kind is offered")
  func membersInBraces() {
    let first = "fact crate.packed:\n  key: [k]\n  fields: {k: text}\n"
    let offered = labels(first + "fact crate.sent: {key: [k], external: true, ↓: {k: text}}\n")
    #expect(offered.contains("fields") && offered.contains("derived"), "\(offered)")
    #expect(!offered.contains("key") && !offered.contains("external"), "\(offered)")
    #expect(labels(first + "↓ crate.sent:\n  key: [k]\n").contains("fact"))
    #expect(labels("↓ sell:\n  verb: Sell\n", in: "jtbd/shop/shop.jtbd") == ["jtbd"])
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

  @Test("in a move stand states, and in its reason what a clause reads")
  func moves() {
    func move(_ states: String) -> [String] {
      labels(
        "lifecycle parcel:\n  key: [order_id]\n  initial: open\n  transitions:\n    - open → sent\n  terminal: [sent]\n\n"
          + "truth more:\n  when:\n    - intent: place_order\n  moves:\n    - parcel: \(states)\n")
    }
    #expect(move("open → ↓").contains("sent"))
    let reason = move("open → sent else \"{↓}\"")
    #expect(reason.contains("amount") && reason.contains("limit"))
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
    #expect(item("requires")?["detail"]?.stringValue == "The conditions that a proposal must meet; otherwise it is rejected.")
    #expect(item("requires")?.at("textEdit", "newText")?.stringValue == "requires:\n  - $0")
    #expect(item("let")?.at("textEdit", "newText")?.stringValue == "let:\n  ${1:name}: $0")
    #expect(item("when")?.at("textEdit", "newText")?.stringValue == "when:\n  - ${1|intent,fact,pack,if|}: $0")
    let ofFact = items("fact thing.done:\n  ↓\n").compactMap { $0.at("textEdit", "newText")?.stringValue }
    #expect(ofFact.contains("external: true") && ofFact.contains("key: [$0]"))
    let ofIntent = items("intent buy_more:\n  ↓\n").compactMap { $0.at("textEdit", "newText")?.stringValue }
    #expect(ofIntent.contains("required: [$0]"))
    #expect(ofIntent.contains("authzen:\n  action: ${1:action}\n  resource: ${2:resource}"))
    let ofJob = items("jtbd sell:\n  ↓\n", in: "jtbd/shop/shop.jtbd").compactMap { $0.at("textEdit", "newText")?.stringValue }
    #expect(ofJob.contains("guardrails:\n  - must_not: ${1:The thing that must not happen}\n    enforced_by: $0"))
  }

  @Test("places that want one kind of name have that alone")
  func kinds() {
    #expect(labels("truth more:\n  when:\n    - intent: ↓\n") == ["place_order", "adopt_truths"])
    #expect(labels("truth more:\n  when:\n    - fact: ↓\n").contains("stock.counted"))
    #expect(labels("truth more:\n  when:\n    - ↓\n") == ["fact", "if", "intent", "pack"])
    #expect(labels("intent more:\n  required: [↓]\n  fields:\n    size: text\n    sort: text\n") == ["size", "sort"])
    #expect(labels("intent more:\n  authzen:\n    ↓\n") == ["action", "id", "resource", "resources", "subjects"])
    #expect(labels("intent more:\n  authzen:\n    resources: ↓\n").contains("stock.counted"))
    #expect(labels("fact thing.done:\n  fields:\n    size: ↓\n").first == "size")
    #expect(labels("truth more:\n  when:\n    - intent: place_order\n  produces:\n    - ↓\n").contains("fact.order.placed"))
    let ofSource = labels("source sheet:\n  document: sheet\n  each: rows[]\n  produces:\n    - ↓\n")
    #expect(ofSource.contains("fact.order.placed") && ofSource.contains("fact.stock.counted"))
    #expect(
      labels("truth more:\n  when:\n    - intent: place_order\n  produces:\n    - fact.order.placed:\n        ↓\n").contains(
        "amount"))
    #expect(
      labels("truth m:\n  when:\n    - intent: place_order\n  invariants:\n    - amount > 1 → ↓\n").contains("requires_approval"))
    #expect(
      labels("jtbd sell:\n  guardrails:\n    - must_not: lose\n      enforced_by: ↓\n", in: "jtbd/shop/shop.jtbd").contains(
        "shop.orders.ordering"))
  }

  static let travel = """
    record stop:
      fields:
        city: text
        cost: decimal in eur

    intent travel:
      fields:
        stops: list of stop
        size: size

    role boss:
      summary: Somebody who agrees


    """

  @Test("variables of loops and what calls give have their fields")
  func valueMembers() {
    func found(_ clause: String) -> ArraySlice<String> {
      labels(Self.travel + Self.truth(clause).replacing("place_order", with: "travel").replacing("amount / 2", with: "1")).prefix(
        2)
    }
    #expect(found("every s in stops satisfies s.↓") == ["s.city", "s.cost"])
    #expect(found("every s in stops satisfies s.c↓ity exists") == ["s.city", "s.cost"])
    #expect(found("sum(s.↓ for s in stops) > 1") == ["s.city", "s.cost"])
    #expect(found("stops[1].↓") == [".city", ".cost"])
    #expect(found("stock.counted(sku = \"pen\").↓") == [".amount", ".sku"])
    #expect(found("stock.counted(↓").first == "sku")
  }

  @Test("a value is completed by the type that its place wants")
  func expected() {
    func found(_ clause: String) -> [String] { labels(Self.truth(clause)) }
    #expect(Array(found("size == if amount > 1 then ↓").prefix(2)) == ["large", "small"])
    #expect(Array(found("size == if amount > 1 then large else ↓").prefix(2)) == ["large", "small"])
    #expect(!found("amount > ↓").contains("large"))
    let table = "table other:\n  inputs:\n    size: size\n  output: size\n"
    #expect(Array(labels(table + "  rows:\n    - size == small → ↓\n").prefix(2)) == ["large", "small"])
    #expect(Array(labels(table + "  grid: |\n    size → other\n    ↓small → large\n").prefix(2)) == ["large", "small"])
    #expect(Set(labels(table + "  grid: |\n    size → ↓\n    small → large\n")) == ["size", "output"])
    #expect(labels("policy other:\n  type: size\n  default: ↓\n").first == "large")
    #expect(labels("intent more:\n  fields:\n    size: size = ↓\n").first == "large")
    #expect(labels("fact more.known:\n  fields:\n    cost: decimal in ↓\n").first == "eur")
  }

  @Test("roles, states and steps stand where they are wanted, also in braces")
  func wanted() {
    let approval = Self.truth("amount > 1").replacing("requires:", with: "invariants:")
    let clause = approval.replacing("amount > 1", with: "amount > 1 → requires_approval(↓")
    #expect(labels(Self.travel + clause).first == "boss")
    let roles: Set = ["boss", "break_glass", "manager", "system", "user"]
    #expect(Set(labels(Self.travel + "fact a.b:\n  external:\n    by: [↓]\n")) == roles)
    #expect(Set(labels(Self.travel + "fact a.b: {external: {by: [↓]}}\n")) == roles)
    func lifecycle(_ initial: String, _ terminal: String) -> [String] {
      labels(
        "lifecycle crate:\n  key: [order_id]\n  initial: \(initial)\n  transitions:\n    - open → shut\n  terminal: [\(terminal)]\n"
      )
    }
    #expect(lifecycle("↓", "shut") == ["open", "shut", "any"])
    #expect(lifecycle("open", "↓") == ["open", "shut", "any"])
    #expect(labels("intent more:\n  required: [↓, sort]\n  fields:\n    size: text\n    sort: text\n") == ["size", "sort"])
  }

  @Test("a clause is any scalar, in quotes too", arguments: ["", "'", "\""])
  func quoted(quote: String) {
    func found(_ clause: String) -> [String] { labels(Self.truth("\(quote)\(clause)\(quote)")) }
    #expect(found("amount > ↓").contains("half"))
    #expect(Array(found("size == ↓").prefix(2)) == ["large", "small"])
    #expect(found("stock.counted(sku = sku).↓").prefix(2) == [".amount", ".sku"])
    #expect(found("stock.counted.↓").contains("stock.counted.amount"))
    let open = "truth more:\n  when:\n    - intent: place_order\n  requires:\n    - \(quote)amount > ↓\n"
    #expect(labels(open).contains("limit"))
    let list = "truth more:\n  when:\n    - intent: place_order\n  requires: [\"amount > 1\", \(quote)size == ↓\(quote)]\n"
    #expect(Array(labels(list).prefix(2)) == ["large", "small"])
    #expect(labels("invariant more:\n  applies_to: place_order\n  rule: \(quote)size == ↓\(quote)\n").first == "large")
  }

  @Test("in a double-quoted clause a text has its quotes escaped, and so has what is offered")
  func quotedTexts() {
    func found(_ clause: String) -> [String] { labels(Self.truth("\"\(clause)\"")) }
    #expect(Array(found(#"sku == \"pen\" and size == ↓"#).prefix(2)) == ["large", "small"])
    #expect(found(#"sku == \"p↓"#).isEmpty)
    #expect(found(#"sku == \"a\\\"b ↓\""#).isEmpty)
    #expect(found(#"amount > 1 else \"{↓}\""#).contains("amount"))
    let rule = Self.truth(#""amount > 1 → ↓""#).replacing("requires:", with: "invariants:")
    func inserted(snippets: Bool) -> String? {
      items(rule, snippets: snippets).first { $0["label"]?.stringValue == "reject" }?.at("textEdit", "newText")?.stringValue
    }
    #expect(inserted(snippets: true) == #"reject(\\"${1:why}\\")"#)
    #expect(inserted(snippets: false) == #"reject(\"why\")"#)
    // In a value place, double quotes are those of a text.
    #expect(labels("policy other:\n  type: text\n  default: \"li↓\"\n").isEmpty)
  }

  @Test("a source makes no corrections and no traces, and pack trust alone authorities")
  func outputsOfSources() {
    func made(_ kind: String) -> [String] { labels("\(kind):\n  produces:\n    - ↓\n") }
    let ofSource = made("source sheet")
    #expect(ofSource.contains("fact.stock.counted") && ofSource.contains("proposal.place_order"))
    #expect(!ofSource.contains { $0.hasPrefix("correction.") || $0.hasPrefix("trace.") })
    let ofTruth = made("truth more")
    #expect(ofTruth.contains("correction.order.placed") && ofTruth.contains("trace.more"))
    #expect(!ofTruth.contains { $0.hasSuffix("authority.held") || $0.hasPrefix("proposal.") })
    let trust = "pack trust:\n  version: 1.0.0\n\ntruth lending:\n  produces:\n    - ↓\n"
    let ofTrust = labels(trust, in: "truths/trust/trust.truths")
    #expect(ofTrust.contains("fact.authority.held") && !ofTrust.contains("correction.authority.held"))
  }

  @Test("roles are those that are declared; without any, those that others name")
  func declaredRoles() {
    func roles(_ declared: String, _ written: String) -> Set<String> {
      let clause = "amount > 1 → requires_approval(\(written)"
      return Set(labels(declared + Self.truth(clause).replacing("requires:", with: "invariants:")))
    }
    #expect(roles(Self.travel, "boss or xyz↓zy)") == ["boss", "break_glass", "manager", "by"])
    #expect(roles("", "xyz↓zy)") == ["by"])
    #expect(roles("", "clerk or xyz↓zy)") == ["clerk", "by"])
    #expect(roles("", "clerk or cle↓rk)") == ["clerk", "by"])
  }

  @Test("after a type stand the parts that may follow, and after a state arrows and a reason")
  func parts() {
    func type(_ text: String, of kind: String = "fact more.known") -> Set<String> {
      Set(labels("\(kind):\n  fields:\n    cost: \(text)\n"))
    }
    #expect(type("decimal ↓") == ["in", "min", "max", "named"])
    #expect(type("decimal in eur ↓") == ["min", "max", "named"])
    #expect(type("decimal in eur? min 0 ↓", of: "intent more") == ["max", "named"])
    #expect(type("decimal min ↓").isEmpty && type("decimal min -↓").isEmpty)
    #expect(type("integer max 5 ↓") == ["named"])
    #expect(type("text ↓") == ["in", "named"])
    #expect(type("decimal in eur ↓", of: "record more") == ["named"])
    #expect(type("list ↓") == ["of"])
    func move(_ states: String) -> [String] {
      labels(
        "lifecycle parcel:\n  key: [order_id]\n  initial: open\n  transitions:\n    - open → sent\n  terminal: [sent]\n\n"
          + "truth more:\n  when:\n    - intent: place_order\n  moves:\n    - parcel: \(states)\n")
    }
    #expect(Set(move("open ↓")) == ["→"])
    #expect(Set(move("open → sent ↓")) == ["→", "else"])
    #expect(move("open → ↓").contains("sent") && move("open → sent else ↓").isEmpty)
  }

  @Test("a clause of an invariant may be an approval or a consent alone")
  func demands() {
    func found(_ member: String, _ clause: String) -> Set<String> {
      let text = "truth more:\n  when:\n    - intent: place_order\n  \(member):\n    - \(clause)\n"
      return Set(labels(text)).intersection(["reject", "warn", "requires_approval", "requires_consent"])
    }
    let demands: Set = ["requires_approval", "requires_consent"]
    for member in ["invariants", "ensures"] {
      #expect(found(member, "↓") == demands && found(member, "\"↓\"") == demands)
      #expect(found(member, "amount > ↓").isEmpty && found(member, "amount > 1 → ↓").count == 4)
      #expect(found(member, "amount > 1 else \"{↓}\"").isEmpty)
    }
    #expect(found("requires", "↓").isEmpty)
    #expect(labels("invariant more:\n  applies_to: place_order\n  rule: ↓\n").contains("requires_consent"))
  }

  @Test("each object of a fixture has its members")
  func nested() {
    func found(_ text: String) -> [String] { labels(text, in: "Fixtures/shop/more.json") }
    #expect(found(#"{"id": "x", "policies": {"↓"}}"#).first == "limit")
    #expect(Set(found(#"{"id": "x", "context": {"↓"}}"#)) == ["facts", "documents"])
    #expect(found(#"{"id": "x", "proposal": {"action": "place_order", "actor": {"↓"}}}"#).contains("user_id"))
    #expect(found(#"{"id": "x", "expected": {"↓"}}"#).contains("decision"))
    #expect(found(#"{"id": "x", "expected": {"decision": "↓"}}"#).contains("accepted"))
    #expect(
      found(#"{"id": "x", "expected": {"facts": [{"type": "order.placed", "↓"}]}}"#).prefix(3) == ["amount", "order_id", "size"])
    #expect(found(#"[{"id": "x", "proposal": {"↓": 1, "action": "place_order"}}]"#).first == "amount")
  }

  @Test("fixtures have intents, fact types, fields and values")
  func fixtures() {
    let path = "Fixtures/shop/more.json"
    #expect(labels(#"{"id": "x", "proposal": {"action": "↓"}}"#, in: path).first == "place_order")
    #expect(labels(#"{"id": "x", "context": {"facts": [{"type": "↓"}]}}"#, in: path).contains("stock.counted"))
    let members = labels(#"{"id": "x", "proposal": {"action": "place_order", "↓"}}"#, in: path)
    #expect(members.prefix(4) == ["amount", "order_id", "size", "sku"])
    #expect(members.contains("actor") && !members.contains("action"))
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
    for text in ["{round(amount, ↓)}", "{amount} of {round(amount, ↓", "{amount} {{ {round(amount, ↓)} more"] {
      #expect(help("amount > 0 else \"\(text)\"")["activeParameter"]?.intValue == 1, "\(text)")
    }
    #expect(help("amount > 0 else \"round(amount, ↓)\"") == .null)
    #expect(help("amount > 0 else \"{amount} round(↓)\"") == .null)
  }

  @Test("words and functions stand before facts that begin with the same letters")
  func words() {
    let facts = (0..<12).map { "fact noted_\($0).known: {key: [a], fields: {a: text}}\n" }.joined(separator: "\n")
    let found = labels(facts + "\n" + Self.truth("no↓ == 1")).filter { $0.hasPrefix("no") }.prefix(10)
    #expect(found.contains("now") && found.contains("not") && found.contains("no"), "\(found)")
  }
}
