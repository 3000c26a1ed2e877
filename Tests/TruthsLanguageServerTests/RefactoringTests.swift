import Testing
import Truths
import TruthsEval
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// The refactorings of a selection, and of the scratch proposal (docs/how-to/editor.md).
@Suite struct RefactoringTests {
  static let path = "truths/shop/shop.orders.truths"

  /// Returns the file after the first action of a kind on a selected text; `nil` where no action is offered.
  private func extracted(
    _ selection: String, from text: String = ShopSet.ordering, vocabulary: String = ShopSet.vocabulary
  ) -> String? {
    var files = ShopSet.files(Self.path, text + "↓")
    files["truths/shop/shop.truths"] = vocabulary
    let editor = EditorStub(files)
    guard let range = text.firstRange(of: selection) else { return nil }
    let file = SourceFile(id: FileID(1), path: Self.path, bytes: Array(text.utf8))
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let end = start + selection.utf8.count
    let answer = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(Self.path))]),
        "range": ProtocolRange(file.linePosition(at: start, .utf16), file.linePosition(at: end, .utf16)).json,
        "context": .object(["diagnostics": .array([]), "only": .texts(["refactor.extract"])]),
      ])
    guard let edits = answer.arrayValue?.first?.at("edit", "changes")?[EditorStub.uri(Self.path)]?.arrayValue else { return nil }
    let made = edits.compactMap { edit -> TextEdit? in
      guard let range = edit["range"].flatMap({ ProtocolRange($0) }), let text = edit["newText"]?.stringValue else { return nil }
      let start = file.offset(of: range.start, .utf16)
      return TextEdit(span: Span(file: file.id, start: start, end: file.offset(of: range.end, .utf16)), text: text)
    }
    return String(decoding: TextEdit.applied(made, to: file.bytes), as: UTF8.self)
  }

  @Test func anExpressionBecomesALet() {
    #expect(
      extracted("size == large")
        == ShopSet.ordering.replacing("    double: amount * 2\n", with: "    double: amount * 2\n    extracted: size == large\n")
        .replacing("- size == large →", with: "- extracted →"))
    #expect(
      extracted("amount * 2")
        == ShopSet.ordering.replacing("    double: amount * 2\n", with: "    extracted: amount * 2\n    double: extracted\n"))
    let without = ShopSet.ordering.replacing("  let:\n    double: amount * 2\n", with: "").replacing(
      "double > limit", with: "amount * 2 > limit")
    #expect(
      extracted("amount * 2", from: without)
        == without.replacing("  requires:\n", with: "  let:\n    extracted: amount * 2\n  requires:\n")
        .replacing("amount * 2 > limit", with: "extracted > limit"))
  }

  /// A selection that is not a whole expression, or that has a meaning only at its place, cannot be extracted.
  @Test(arguments: ["double >", "amount", "exists", "ordering", "amount > 0 else", "  "])
  func aSelectionThatIsNoExpressionIsLeft(_ selection: String) { #expect(extracted(selection) == nil) }

  @Test func partsOfAnExpressionAreTakenByTheirBrackets() {
    let text = ShopSet.ordering.replacing("amount * 2", with: "amount + amount * 2")
    #expect(extracted("amount + amount", from: text) == nil)
    #expect(extracted("amount * 2", from: text) != nil)
  }

  /// Returns the file after an extraction from a clause in place of the clause about stock.
  private func lets(_ clause: String, _ selection: String) -> String? {
    extracted(selection, from: ShopSet.ordering.replacing("- stock.counted\n", with: "- \(clause)\n"))
  }

  @Test(
    "what would mean something else behind a name stays",
    arguments: [
      // Brackets of a call, and its own argument.
      ("date(now) >= \"2026-01-01\"", "(now)"),
      // A fact type is resolved at its place.
      ("stock.counted.amount > 0", "stock.counted"), ("count(s in stock.counted) > 0", "stock.counted"),
      // A text is a day beside one, and a word a value of an enum.
      ("date(now) >= \"2026-01-01\"", "\"2026-01-01\""), ("size in [small, large]", "[small, large]"),
      // The reason reads the variable.
      ("'every s in stock.counted satisfies s.amount > 0 else \"{s.sku}\"'", "every s in stock.counted satisfies s.amount > 0"),
      // A whole clause shows its terms in its reason.
      ("amount > 5 and amount < 9", "amount > 5 and amount < 9"), ("'amount > 5 and amount < 9'", "amount > 5 and amount < 9"),
    ])
  func meaning(clause: String, selection: String) { #expect(lets(clause, selection) == nil, "\(lets(clause, selection) ?? "")") }

  @Test func bracketsAreLeftOut() throws {
    for selection in ["amount + 1", "(amount + 1)"] {
      let made = try #require(lets("(amount + 1) * 2 > 9", selection))
      #expect(made.contains("    extracted: amount + 1\n") && made.contains("- extracted * 2 > 9\n"), "\(made)")
    }
  }

  @Test func linesEndAsThoseOfTheFile() throws {
    let made = try #require(extracted("amount * 2", from: ShopSet.ordering.replacing("\n", with: "\r\n")))
    #expect(made.replacing("\r\n", with: "").utf8.firstIndex(of: 0x0A) == nil)
  }

  @Test func aFieldKeepsItsName() throws {
    let vocabulary = ShopSet.vocabulary.replacing(
      "    size: size\n\npolicy", with: "    size: size\n    extracted: text\n\npolicy")
    #expect(vocabulary != ShopSet.vocabulary)
    let made = try #require(extracted("amount * 2", vocabulary: vocabulary))
    #expect(made.contains("extracted_2: amount * 2\n"), "\(made)")
  }

  @Test func variablesStayWithinTheirQuantifier() {
    let text = ShopSet.ordering.replacing(
      "- stock.counted\n", with: "- size exists and every s in stock.counted satisfies s.amount + 1 > 0\n")
    #expect(extracted("s.amount + 1", from: text) == nil)
    #expect(extracted("every s in stock.counted satisfies s.amount + 1 > 0", from: text) != nil)
  }

  /// Returns the ordering with other `let`s.
  private func ordering(_ lets: String) -> String {
    ShopSet.ordering.replacing("    double: amount * 2\n", with: lets + "    double: amount * 2\n")
  }

  @Test func conditionsBecomeATable() throws {
    let text = ordering(
      """
          rate: 2
          tier: |-
            if size == large and amount > limit then rate
              else if amount * 2 > limit then (rate + 1) * 2 else 0

      """)
    let made = try #require(extracted("else if", from: text))
    let table = """
      table tier_of:
        inputs:
          size: size
          amount: decimal in eur
          rate: integer
        output: integer
        rows:
          - size == large and amount > limit → rate
          - amount * 2 > limit → (rate + 1) * 2
          - otherwise → 0

      """
    #expect(made.hasPrefix(table + "\ntruth ordering:\n"), "\(made)")
    #expect(made.contains("tier: |-\n      tier_of(size, amount, rate)\n"), "\(made)")
    let found = Workspace(truths: [
      SourceText(path: "truths/shop/shop.truths", bytes: Array(ShopSet.vocabulary.utf8)),
      SourceText(path: Self.path, bytes: Array(made.utf8)),
    ]).check()
    #expect(!found.hasErrors, "\(found.text())")
  }

  /// Conditions that read facts, the actor or the time cannot become a table, and neither can a single condition.
  @Test(arguments: [
    "if amount > 1 then 1 else 2", "if amount > 1 then stock.counted.amount else if amount > 2 then 1 else 3",
    #"if actor.user_id == "a" then 1 else if amount > 2 then 2 else 3"#,
    "if now > 2026-01-01T00:00:00Z then 1 else if amount > 2 then 2 else 3",
  ])
  func otherConditionsStay(_ value: String) { #expect(extracted("if", from: ordering("    tier: \(value)\n")) == nil) }

  @Test func theScratchProposalBecomesAFixture() throws {
    var capabilities = DecideInPlaceTests.capabilities
    capabilities["workspace"] = .object([
      "workspaceEdit": .object(["documentChanges": .boolean(true), "resourceOperations": .texts(["create"])])
    ])
    var files = ShopSet.files
    files[ScratchFiles.proposal] = #"↓{"action": "place_order", "order_id": "o3", "sku": "pen", "amount": 60, "size": "small"}"#
    files[ScratchFiles.context] = #"{"type": "stock.counted", "sku": "pen", "amount": 1}"# + "\n"
    files["Fixtures/shop/shop.place_order.1.json"] = "{}"
    let editor = EditorStub(files, capabilities: capabilities)
    editor.settle()
    let zero = ProtocolRange(.zero, .zero).json
    let answer = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(ScratchFiles.proposal))]), "range": zero,
        "context": .object(["diagnostics": .array([])]),
      ])
    let action = try #require(answer.arrayValue?.first)
    #expect(action["title"] == .text("write the scratch proposal as the fixture shop.place_order.2"))
    let changes = action.at("edit", "documentChanges")?.arrayValue ?? []
    let uri = EditorStub.uri("Fixtures/shop/shop.place_order.2.json")
    #expect(changes.first == .object(["kind": .text("create"), "uri": .text(uri)]))
    let text = try #require(changes.last?["edits"]?.arrayValue?.first?["newText"]?.stringValue)
    // The fixture passes unchanged.
    editor.host.write("Fixtures/shop/shop.place_order.2.json", text)
    editor.notify(
      "workspace/didChangeWatchedFiles", ["changes": .array([.object(["uri": .text(uri), "type": .int(1)])])])
    editor.settle()
    #expect(editor.server.projects[0].cases?.results["shop.place_order.2"]?.outcome == .passed)
    #expect(editor.diagnostics["Fixtures/shop/shop.place_order.2.json"] ?? .array([]) == .array([]))
  }
}
