import Foundation
import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

@Suite("Formatting and actions")
struct EditingTests {
  static let path = "truths/shop/shop.orders.truths"
  static let document: JSONValue = .object(["uri": .text(EditorStub.uri(path))])

  static func range(_ start: Int, _ end: Int) -> JSONValue {
    ProtocolRange(LinePosition(line: start, character: 0), LinePosition(line: end, character: 0)).json
  }

  @Test("a file is laid out as fmt lays it out, a range of it in its lines alone")
  func formatting() {
    let untidy = ShopSet.ordering.replacingOccurrences(of: "amount * 2", with: "amount*2")
      .replacingOccurrences(of: "size == large", with: "size==large")
    let editor = EditorStub(ShopSet.files(Self.path, untidy))
    let all = editor.request("textDocument/formatting", ["textDocument": Self.document])
    #expect(Edits.applied(all, to: untidy) == ShopSet.ordering)
    let some = editor.request("textDocument/rangeFormatting", ["textDocument": Self.document, "range": Self.range(5, 5)])
    #expect(Edits.applied(some, to: untidy) == untidy.replacingOccurrences(of: "amount*2", with: "amount * 2"))
    let typed = editor.request(
      "textDocument/onTypeFormatting",
      ["textDocument": Self.document, "position": LinePosition(line: 6, character: 0).json, "ch": .text("\n")])
    #expect(Edits.applied(typed, to: untidy) == untidy.replacingOccurrences(of: "amount*2", with: "amount * 2"))
  }

  func actions(_ text: String, line: Int, only: [String]? = nil) -> (editor: EditorStub, actions: [JSONValue]) {
    let editor = EditorStub(ShopSet.files(Self.path, text))
    var context: JSONObject = ["diagnostics": .array([])]
    if let only { context["only"] = .texts(only) }
    let found = editor.request(
      "textDocument/codeAction",
      ["textDocument": Self.document, "range": Self.range(line, line + 1), "context": .object(context)])
    return (editor, found.arrayValue ?? [])
  }

  @Test("a misspelt name is mended by its fix")
  func fixes() {
    let wrong = ShopSet.ordering.replacingOccurrences(of: "double > limit", with: "double > limitt")
    let (editor, actions) = actions(wrong, line: 13)
    let fix = actions.first { $0["kind"]?.stringValue == "quickfix" }
    let edits = fix?.at("edit", "changes", EditorStub.uri(Self.path)) ?? .null
    #expect(Edits.applied(edits, to: editor.text(Self.path)) == ShopSet.ordering)
    #expect(fix?["diagnostics"]?.arrayValue?.first?["code"]?.stringValue == "T1001")
  }

  @Test("a warning is ignored where it stands, with a reason")
  func ignoring() {
    let silent = ShopSet.ordering.replacingOccurrences(of: "    - trace.ordering\n", with: "")
    let (editor, actions) = actions(silent, line: 0)
    let ignore = actions.first { $0["title"]?.stringValue?.hasPrefix("ignore T6001") ?? false }
    let edits = ignore?.at("edit", "changes", EditorStub.uri(Self.path)) ?? .null
    let mended = Edits.applied(edits, to: editor.text(Self.path))
    #expect(mended.hasPrefix("# truths:ignore T6001 "))
    let other = EditorStub(ShopSet.files(Self.path, mended))
    other.settle()
    #expect(other.diagnostics[Self.path] ?? .array([]) == .array([]))
  }

  @Test("everything that can be mended safely is mended at once")
  func all() {
    let wrong = ShopSet.ordering.replacingOccurrences(of: "order_id exists", with: "order_id exists && sku exists")
      .replacingOccurrences(of: "size == large", with: "size = large")
    let (editor, actions) = actions(wrong, line: 0, only: ["source.fixAll"])
    let edits = actions.first?.at("edit", "changes", EditorStub.uri(Self.path)) ?? .null
    let mended = Edits.applied(edits, to: editor.text(Self.path))
    #expect(mended.contains("order_id exists and sku exists"))
  }
}

@Suite("Outlines, tokens, hints and hierarchies")
struct OutlineTests {
  static let path = EditingTests.path
  static let document = EditingTests.document

  @Test("declarations stand with their parts")
  func documentSymbols() {
    let hierarchy: JSONObject = [
      "textDocument": .object(["documentSymbol": .object(["hierarchicalDocumentSymbolSupport": .boolean(true)])])
    ]
    let editor = EditorStub(ShopSet.files, capabilities: hierarchy)
    let symbols = editor.request("textDocument/documentSymbol", ["textDocument": Self.document]).arrayValue ?? []
    #expect(symbols.map { $0["name"]?.stringValue } == ["truth ordering"])
    let parts = symbols.first?["children"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
    #expect(
      parts == ["double"] + (0..<5).map { "requires[\($0)]" } + [
        "invariants[0]", "invariants[1]", "fact.order.placed", "trace.ordering",
      ])
    let flat = EditorStub(ShopSet.files).request("textDocument/documentSymbol", ["textDocument": Self.document]).arrayValue ?? []
    #expect(flat.first?["location"] != nil)
    let all = editor.request("workspace/symbol", ["query": .text("plor")]).arrayValue ?? []
    #expect(all.map { $0["name"]?.stringValue } == ["place_order"])
  }

  @Test("symbols of the project are found by parts of ids, the nearest first, and their number is bounded")
  func symbols() {
    let policies = (0..<300).map { "policy limit_\($0):\n  type: decimal\n  default: 1\n" }.joined(separator: "\n")
    let rule = ShopSet.ordering.replacing("  summary: Orders are placed\n", with: "  id: shop.sales.first\n")
    let editor = EditorStub(ShopSet.files(Self.path, rule).merging(["truths/shop/shop.more.truths": policies]) { $1 })
    func names(_ query: String) -> [String] {
      (editor.request("workspace/symbol", ["query": .text(query)]).arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }
    #expect(names("shop.sales") == ["ordering"])
    let plain = EditorStub(ShopSet.files).request("workspace/symbol", ["query": .text("Orders.ord")]).arrayValue ?? []
    #expect(plain.map { $0["name"]?.stringValue } == ["ordering"])
    #expect(Set(names("order").prefix(2)) == ["ordering", "order.placed"])
    #expect(names("limit_7").first == "limit_7")
    #expect(names("").count == 200)
  }

  @Test("blocks fold, and a selection grows to the file")
  func folding() {
    let editor = EditorStub(ShopSet.files)
    let folds = editor.request("textDocument/foldingRange", ["textDocument": Self.document]).arrayValue ?? []
    let pairs = folds.map { [$0["startLine"]?.intValue ?? -1, $0["endLine"]?.intValue ?? -1] }
    #expect(pairs.first == [0, 17])
    #expect(pairs.contains([6, 11]))
    let selection = editor.request(
      "textDocument/selectionRange",
      ["textDocument": Self.document, "positions": .array([LinePosition(line: 9, character: 8).json])])
    var range = selection.arrayValue?.first
    var widths: [String] = []
    while let one = range {
      let start = one.at("range", "start", "line")?.intValue ?? -1
      widths.append("\(start):\(one.at("range", "start", "character")?.intValue ?? -1)")
      range = one["parent"]
    }
    #expect(widths == ["9:6", "9:6", "9:4", "6:2", "0:0", "0:0"])
  }

  @Test("a selection in a fixture grows by the values of JSON")
  func dataSteps() {
    let path = "Fixtures/shop/small.json"
    let text = #"[{"id": "shop.one", "proposal": {"action": "place_order", "sku": "a pen"}}]"#
    let editor = EditorStub(ShopSet.files(path, text))
    editor.open(path)
    func steps(_ word: String) -> [String] {
      guard let start = text.firstRange(of: word)?.lowerBound else { return [] }
      let position = LinePosition(line: 0, character: text.utf8.distance(from: text.startIndex, to: start))
      let selection = editor.request(
        "textDocument/selectionRange",
        ["textDocument": .object(["uri": .text(EditorStub.uri(path))]), "positions": .array([position.json])])
      var range = selection.arrayValue?.first
      var texts: [String] = []
      while let step = range, let both = step["range"].flatMap({ ProtocolRange($0) }) {
        texts.append(String(decoding: Array(text.utf8)[both.start.character..<both.end.character], as: UTF8.self))
        range = step["parent"]
      }
      return texts
    }
    let proposal = #"{"action": "place_order", "sku": "a pen"}"#
    let around = [proposal, "\"proposal\": \(proposal)", String(text.dropFirst().dropLast()), text]
    #expect(steps("pen") == ["pen", "a pen", "\"a pen\"", #""sku": "a pen""#] + around)
    #expect(steps("sku") == ["sku", "\"sku\"", #""sku": "a pen""#] + around)
  }

  @Test("a selection grows by the steps of the grammar")
  func grammarSteps() {
    let editor = EditorStub(ShopSet.files)
    editor.open(Self.path)
    let lines = ShopSet.ordering.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
    func steps(_ line: Int, _ character: Int) -> [String] {
      let selection = editor.request(
        "textDocument/selectionRange",
        ["textDocument": Self.document, "positions": .array([LinePosition(line: line, character: character).json])])
      var range = selection.arrayValue?.first
      var texts: [String] = []
      while let one = range, let place = one["range"].flatMap({ ProtocolRange($0) }), place.start.line == place.end.line {
        texts.append(String(decoding: lines[line][place.start.character..<place.end.character], as: UTF16.self))
        range = one["parent"]
      }
      return texts
    }
    let reason = "\"{amount} is nothing\""
    #expect(steps(10, 6) == ["amount", "amount > 0", "amount > 0 else \(reason)", "- amount > 0 else \(reason)"])
    #expect(
      steps(10, 24)
        == ["amount", "\"{amount} is nothing\"", "amount > 0 else \(reason)", "- amount > 0 else \(reason)"])
    #expect(steps(13, 15).prefix(3) == ["limit", "double > limit", "double > limit → reject(\"too much\")"])
  }

  @Test("a fix is offered on the whole line of its finding")
  func wholeLine() {
    let wrong = ShopSet.ordering.replacingOccurrences(of: "double > limit", with: "double > limitt")
    let editor = EditorStub(ShopSet.files(Self.path, wrong))
    editor.open(Self.path)
    for character in [0, 6, 30] {
      let place = LinePosition(line: 13, character: character)
      let found = editor.request(
        "textDocument/codeAction",
        ["textDocument": Self.document, "range": ProtocolRange(place, place).json, "context": .object([:])])
      #expect(found.arrayValue?.contains { $0["kind"]?.stringValue == "quickfix" } == true, "\(character)")
    }
  }

  /// Returns the files after an action, by the title of the action.
  private func declared(_ title: String, _ files: [String: String]) -> (titles: [String], files: [String: String]) {
    let editor = EditorStub(files)
    editor.open(Self.path)
    let found = editor.request(
      "textDocument/codeAction", ["textDocument": Self.document, "range": EditingTests.range(0, 40), "context": .object([:])])
    let actions = found.arrayValue ?? []
    let titles = actions.compactMap { $0["title"]?.stringValue }
    guard let action = actions.first(where: { $0["title"]?.stringValue == title }) else { return (titles, [:]) }
    var after = files
    for member in action.at("edit", "changes")?.objectValue?.members ?? [] {
      let path = EditorStub.path(member.name.string)
      after[path] = Edits.applied(member.value, to: files[path] ?? "")
    }
    return (titles, after)
  }

  @Test(
    "what a finding misses is declared",
    arguments: [
      ("double > limit", "double > budget", "declare policy `budget`", "policy budget:"),
      ("double > limit", "urgency > 1", "declare field `urgency` of `place_order`", "    urgency: decimal\n"),
      ("- stock.counted", "- customer.known", "declare fact `customer.known`", "fact customer.known:\n  key: [customer_id]\n"),
      ("- intent: place_order", "- intent: order_things", "declare intent `order_things`", "intent order_things:\n"),
      ("reject(\"too much\")", "requires_approval(boss)", "declare role `boss`", "role boss:\n"),
    ])
  func declarations(_ old: String, _ new: String, _ title: String, _ written: String) throws {
    let vocabulary = ShopSet.vocabulary + "\nrole clerk:\n  summary: Somebody of the shop\n"
    let files = ShopSet.files(Self.path, ShopSet.ordering.replacing(old, with: new)).merging([
      "truths/shop/shop.truths": vocabulary
    ]) { $1 }
    let (titles, after) = declared(title, files)
    #expect(after["truths/shop/shop.truths"]?.contains(written) == true, "\(titles)")
    let editor = EditorStub(after)
    editor.settle()
    let codes = editor.diagnostics.values.flatMap { $0.arrayValue ?? [] }.compactMap { $0["code"]?.stringValue }
    #expect(!codes.contains { ["T1001", "T1007", "T1056"].contains($0) || $0.hasPrefix("T0") }, "\(codes)")
  }

  @Test(
    "a missing field has the type of the operand beside it",
    arguments: [
      ("sku == extra", "text"), ("amount > extra", "decimal in eur"), ("extra < amount", "decimal in eur"),
      ("limit > amount + extra", "decimal in eur"), ("double > extra", "decimal in eur"),
      ("stock.counted.amount >= extra", "integer"), ("stock.counted(sku = sku).amount == extra", "integer"),
      ("extra == \"x\"", "text"), ("extra == true", "boolean"), ("extra * 2 > 1", "decimal"), ("extra exists", "text"),
      ("trigger.amount > extra", "decimal in eur"), ("extra between amount and 5", "decimal in eur"),
    ])
  func fieldTypes(_ clause: String, _ type: String) {
    let ordering = ShopSet.ordering.replacing("order_id exists", with: clause)
    let (titles, after) = declared("declare field `extra` of `place_order`", ShopSet.files(Self.path, ordering))
    #expect(after["truths/shop/shop.truths"]?.contains("    extra: \(type)\n") == true, "\(titles)")
    let editor = EditorStub(after)
    editor.settle()
    let codes = editor.diagnostics.values.flatMap { $0.arrayValue ?? [] }.compactMap { $0["code"]?.stringValue }
    #expect(!codes.contains { ["T1001", "T2002"].contains($0) || $0.hasPrefix("T0") }, "\(codes)")
  }

  @Test("a policy that would give a field two meanings is not offered, and no field whose name is none")
  func declaredNames() {
    let returning = """

      truth returning:
        when:
          - intent: return_order
        requires:
          - amount > 1
        produces:
          - trace.returning

      fact thing.made:
        key: [thing_id thing_id]
        external: true
        fields:
          thing_id: text

      """
    let intent = "\nintent return_order:\n  fields:\n    order_id: text\n"
    let files = ShopSet.files(Self.path, ShopSet.ordering + returning).merging([
      "truths/shop/shop.truths": ShopSet.vocabulary + intent
    ]) { $1 }
    let (titles, _) = declared("", files)
    #expect(titles.contains("declare field `amount` of `return_order`"), "\(titles)")
    #expect(!titles.contains { $0.hasPrefix("declare policy") || $0.contains("thing_id thing_id") }, "\(titles)")
  }

  @Test("a pack is added to uses", arguments: ["", "  uses: [more]\n", "  uses:\n    - more\n"])
  func uses(_ known: String) {
    let vocabulary = ShopSet.vocabulary.replacing("pack shop:\n", with: "pack shop:\n\(known)")
    func pack(_ name: String) -> String {
      "pack \(name):\n  version: 1.0.0\n\npolicy \(name)_limit:\n  type: decimal in eur\n  default: 1\n"
    }
    let files = ShopSet.files(Self.path, ShopSet.ordering.replacing("double > limit", with: "double > other_limit")).merging([
      "truths/shop/shop.truths": vocabulary, "truths/other/other.truths": pack("other"), "truths/more/more.truths": pack("more"),
    ]) { $1 }
    let (titles, after) = declared("add `other` to `uses` of pack `shop`", files)
    let editor = EditorStub(after)
    editor.settle()
    let codes = editor.diagnostics.values.flatMap { $0.arrayValue ?? [] }.compactMap { $0["code"]?.stringValue }
    #expect(!after.isEmpty && !codes.contains { $0 == "T1009" || $0.hasPrefix("T0") }, "\(titles) \(codes)")
  }

  @Test("tokens are told in order, and later as a change")
  func tokens() {
    let editor = EditorStub(ShopSet.files)
    editor.open(Self.path)
    let full = editor.request("textDocument/semanticTokens/full", ["textDocument": Self.document])
    let data = full["data"]?.arrayValue?.compactMap(\.intValue) ?? []
    #expect(data.count % 5 == 0)
    #expect(data.count > 100)
    // `truth` is a word of the language, `ordering` a rule that is declared here.
    #expect(Array(data.prefix(10)) == [0, 0, 5, TokenType.keyword.rawValue, 0, 0, 6, 8, TokenType.method.rawValue, 1])
    editor.change(Self.path, to: ShopSet.ordering.replacingOccurrences(of: "amount > 0", with: "amount > 10"))
    let delta = editor.request(
      "textDocument/semanticTokens/full/delta",
      ["textDocument": Self.document, "previousResultId": full["resultId"] ?? .null])
    let edits = delta["edits"]?.arrayValue ?? []
    #expect(edits.count == 1)
    var patched = data
    for edit in edits {
      let start = edit["start"]?.intValue ?? 0
      patched.replaceSubrange(
        start..<(start + (edit["deleteCount"]?.intValue ?? 0)), with: edit["data"]?.arrayValue?.compactMap(\.intValue) ?? [])
    }
    let fresh = editor.request("textDocument/semanticTokens/full", ["textDocument": Self.document])
    #expect(patched == fresh["data"]?.arrayValue?.compactMap(\.intValue))
  }

  @Test("hints tell the types of lets, the defaults of policies and, where the user wants it, what a fact is looked up by")
  func hints() {
    func labels(_ wanted: JSONObject) -> [String]? {
      let editor = EditorStub(ShopSet.files, options: ["hints": .object(wanted)])
      let hints = editor.request("textDocument/inlayHint", ["textDocument": Self.document, "range": EditingTests.range(0, 30)])
      return hints.arrayValue?.compactMap { $0["label"]?.stringValue }
    }
    #expect(labels([:]) == [": decimal in eur", " = 100"])
    #expect(labels(["keys": .boolean(true)]) == [": decimal in eur", "(sku)", " = 100"])
    #expect(labels(["types": .boolean(false), "policies": .boolean(false)]) == [])
  }

  @Test("a truth is fired by intents, and makes facts; a fact is made by truths")
  func hierarchy() {
    let editor = EditorStub(ShopSet.marked("ordering:"))
    let item = editor.at(0, "prepareCallHierarchy").arrayValue?.first ?? .null
    #expect(item["name"]?.stringValue == "shop.orders.ordering")
    let incoming = editor.request("callHierarchy/incomingCalls", ["item": item]).arrayValue ?? []
    #expect(incoming.map { $0.at("from", "name")?.stringValue } == ["place_order"])
    let outgoing = editor.request("callHierarchy/outgoingCalls", ["item": item]).arrayValue ?? []
    #expect(outgoing.map { $0.at("to", "name")?.stringValue } == ["order.placed"])
    let back = editor.request("callHierarchy/incomingCalls", ["item": outgoing.first?["to"] ?? .null]).arrayValue ?? []
    #expect(back.map { $0.at("from", "name")?.stringValue } == ["shop.orders.ordering"])
    // Places in the file of the caller, which an intent is.
    let caller = incoming.first?["from"] ?? .null
    #expect(incoming.first?["fromRanges"] == .array([caller["selectionRange"] ?? .null]))
    let fired = editor.request("callHierarchy/outgoingCalls", ["item": caller]).arrayValue ?? []
    #expect(fired.map { $0.at("to", "name")?.stringValue } == ["shop.orders.ordering"])
    #expect(fired.first?["fromRanges"] == .array([caller["selectionRange"] ?? .null]))
  }

  @Test("functions and tables are called by what reads them, and call others")
  func calls() {
    let functions = """

      function twice: {inputs: {n: decimal in eur}, output: decimal in eur, value: n * 2}
      function ↓more: {inputs: {n: decimal in eur}, output: decimal in eur, value: twice(n) + n}
      invariant small: {applies_to: [place_order], rule: more(amount) < 1000 and twice(amount) < 1000}

      """
    var files = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary + functions)
    files[Self.path] = ShopSet.ordering.replacing("double: amount * 2", with: "double: more(amount)")
    let editor = EditorStub(files)
    func names(_ method: String, _ item: JSONValue, _ end: String) -> [String] {
      let steps = editor.request("callHierarchy/\(method)", ["item": item]).arrayValue ?? []
      return steps.compactMap { $0.at(end, "name")?.stringValue }
    }
    let item = editor.at(0, "prepareCallHierarchy").arrayValue?.first ?? .null
    #expect(item["name"]?.stringValue == "more")
    #expect(names("outgoingCalls", item, "to") == ["twice"])
    let incoming = editor.request("callHierarchy/incomingCalls", ["item": item]).arrayValue ?? []
    #expect(incoming.compactMap { $0.at("from", "name")?.stringValue } == ["shop.orders.ordering", "shop.small"])
    #expect(incoming.first?["fromRanges"]?.arrayValue?.first?.at("start", "line")?.intValue == 5)
    #expect(names("outgoingCalls", incoming.first?["from"] ?? .null, "to") == ["order.placed", "more"])
    #expect(names("outgoingCalls", incoming.last?["from"] ?? .null, "to") == ["more", "twice"])
    let twice = editor.request("callHierarchy/outgoingCalls", ["item": item]).arrayValue?.first?["to"] ?? .null
    #expect(names("incomingCalls", twice, "from") == ["shop.small", "more"])
  }

  @Test("a truth shows its fixtures, which are run by a command")
  func lenses() async {
    let editor = EditorStub(ShopSet.files)
    let lens = editor.request("textDocument/codeLens", ["textDocument": Self.document]).arrayValue?.first ?? .null
    #expect(lens.at("command", "title")?.stringValue == "1 fixture: run")
    let answers = await editor.run(lens["command"] ?? .null)
    #expect(answers.compactMap { $0.at("result", "passed")?.boolValue } == [true])
    #expect(answers.contains { $0["method"]?.stringValue == "window/showMessage" })
  }

  @Test("documents that a fixture names are links")
  func links() {
    let path = "Fixtures/shop/sheet.json"
    let text =
      #"{"id": "shop.sheet", "context": {"documents": {"counts": "../counts.json"}}, "proposal": {"action": "place_order"}}"#
    let editor = EditorStub(ShopSet.files(path, text))
    let links = editor.request("textDocument/documentLink", ["textDocument": .object(["uri": .text(EditorStub.uri(path))])])
    #expect(links.arrayValue?.first?["target"]?.stringValue == EditorStub.uri("Fixtures/counts.json"))
  }
}
