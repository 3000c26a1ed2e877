import Testing
import TruthsCheck
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// The results beside rules in an editor: each clause with its result in a fixture or in the scratch proposal
/// (docs/how-to/editor.md).
@Suite struct DecideInPlaceTests {
  static let capabilities: JSONObject = [
    "textDocument": .object(["inlayHint": .object([:]), "codeLens": .object([:])]),
    "workspace": .object([
      "inlayHint": .object(["refreshSupport": .boolean(true)]), "codeLens": .object(["refreshSupport": .boolean(true)]),
    ]),
  ]
  static let path = "truths/shop/shop.orders.truths"

  static let large = """
    {
      "id": "shop.large",
      "context": {"facts": [{"type": "stock.counted", "sku": "pen", "amount": 9}]},
      "proposal": {"action": "place_order", "order_id": "o2", "sku": "pen", "amount": 900, "size": "large"},
      "expected": {"decision": "halted"}
    }
    """

  private func editor(_ more: [String: String] = [:]) -> EditorStub {
    var files = ShopSet.files.merging(["Fixtures/shop/large.json": Self.large]) { $1 }.merging(more) { $1 }
    files[Self.path] = (files[Self.path] ?? "") + "↓"
    let editor = EditorStub(files, capabilities: Self.capabilities)
    editor.settle()
    return editor
  }

  /// The hints of a file without those of types: the line from 1, and the label.
  private func hints(_ editor: EditorStub, in path: String = Self.path) -> [String] {
    let answer = editor.request(
      "textDocument/inlayHint",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(path))]),
        "range": ProtocolRange(.zero, LinePosition(line: 1000, character: 0)).json,
      ])
    return (answer.arrayValue ?? []).filter { $0["kind"] == nil }.map {
      "\(($0.at("position", "line")?.intValue ?? 0) + 1): \($0["label"]?.stringValue ?? "")"
    }
  }

  private func lenses(_ editor: EditorStub, in path: String = Self.path) -> [JSONValue] {
    editor.request("textDocument/codeLens", ["textDocument": .object(["uri": .text(EditorStub.uri(path))])]).arrayValue ?? []
  }

  private func titles(_ editor: EditorStub, in path: String = Self.path) -> [String] {
    lenses(editor, in: path).map {
      "\(($0.at("range", "start", "line")?.intValue ?? 0) + 1): \($0.at("command", "title")?.stringValue ?? "")"
    }
  }

  @Test func clausesShowWhatTheyComeTo() {
    let editor = editor()
    #expect(
      hints(editor) == [
        "8: ✓ order_id o2", "9: ✓ sku pen", "10: ✓ size large", "11: ✓ amount 900 eur", "12: ✓ stock.counted true",
        "14: ✗ double 1,800 eur · limit 100 eur", "15: ! size large",
      ])
    #expect(
      editor.requests.map(\.method).filter { $0.hasSuffix("refresh") } == [
        "workspace/inlayHint/refresh", "workspace/codeLens/refresh",
      ])
  }

  /// A client without refreshes asks only when the file changes, so it would never get the results of a later pause.
  @Test func aClientThatCannotBeToldToAskAgainGetsHintsAtOnce() {
    var files = ShopSet.files.merging(["Fixtures/shop/large.json": Self.large]) { $1 }
    files[Self.path] = (files[Self.path] ?? "") + "↓"
    let editor = EditorStub(files, capabilities: ["textDocument": .object(["inlayHint": .object([:])])])
    #expect(hints(editor).contains("14: ✗ double 1,800 eur · limit 100 eur"))
    editor.change(Self.path, to: editor.text(Self.path).replacing("> limit", with: "> limit * 100"))
    #expect(hints(editor).contains("14: – double 1,800 eur · limit 100 eur"))
    editor.change(Self.path, to: editor.text(Self.path).replacing("> limit", with: ">"))
    #expect(hints(editor).allSatisfy { $0.contains(": (") && !$0.hasPrefix("14:") })
    #expect(editor.requests.allSatisfy { !$0.method.hasSuffix("refresh") })
  }

  @Test func lensesTellHowFixturesCameOut() {
    let editor = editor()
    #expect(
      titles(editor) == [
        "1: ✓ 2 fixtures · 2 of 7 clauses covered", "1: beside it: shop.large, Halted (1 of 2, next)",
        "8: no fixture sees this violated", "9: no fixture sees this violated", "10: no fixture sees this violated",
        "11: no fixture sees this violated", "12: no fixture sees this violated",
      ])
    editor.change(Self.path, to: editor.text(Self.path).replacing("> limit", with: "> 100 * limit"))
    editor.settle()
    #expect(titles(editor)[0].hasPrefix("1: ✗ 1 of 2 fixtures failed"))
  }

  @Test func anotherCaseIsShownOnAClick() throws {
    let editor = editor()
    let command = try #require(
      lenses(editor).lazy.compactMap { $0["command"] }.first { $0["command"]?.stringValue == "truths.showCase" })
    _ = editor.request("workspace/executeCommand", command.objectValue ?? [:])
    #expect(hints(editor).contains("14: ✓ double 18 eur · limit 100 eur") == false)
    #expect(hints(editor).contains("14: – double 18 eur · limit 100 eur"))
  }

  /// Hints disappear when the rules change, until cases are decided again. In a pack with errors those of before are in brackets.
  @Test func nothingStaleIsShownAsNew() {
    let editor = editor()
    let text = editor.text(Self.path)
    editor.change(Self.path, to: text.replacing("double > limit", with: "double > limit * 100"))
    #expect(hints(editor).isEmpty)
    editor.settle()
    #expect(hints(editor).contains("14: – double 1,800 eur · limit 100 eur"))
    editor.change(Self.path, to: text.replacing("double > limit", with: "double >"))
    editor.settle()
    #expect(
      hints(editor) == [
        "8: (✓ order_id o2)", "9: (✓ sku pen)", "10: (✓ size large)", "11: (✓ amount 900 eur)", "12: (✓ stock.counted true)",
        "15: (! size large)",
      ])
    #expect(lenses(editor).allSatisfy { $0.at("command", "title")?.stringValue?.contains("covered") != true })
    editor.change(Self.path, to: text)
    editor.settle()
    #expect(hints(editor).contains("14: ✗ double 1,800 eur · limit 100 eur"))
  }

  /// A fault in one pack leaves the values of all rules that do not use it.
  @Test func aFaultElsewhereTakesNoValues() {
    let (other, user) = ("truths/other/other.truths", "truths/user/user.truths")
    func pack(_ name: String, uses: String = "") -> String {
      "pack \(name):\n  version: 1.0.0\n\(uses)\npolicy \(name)_limit: {type: integer, default: 1}\n"
    }
    let editor = editor([other: pack("other"), user: pack("user", uses: "  uses: [other]\n")])
    let whole = hints(editor)
    #expect(whole.contains("14: ✗ double 1,800 eur · limit 100 eur"))
    editor.open(other, pack("other") + "policy faulty: {type: nothing}\n")
    editor.settle()
    #expect(hints(editor) == whole)
    let project = editor.server.projects[0]
    let faulty = project.loaded.sources.files.filter { project.sound.faulty.contains($0.id) }.map(\.path)
    #expect(faulty == [other, user])
    editor.change(Self.path, to: editor.text(Self.path).replacing("double > limit", with: "double > limit * 100"))
    editor.settle()
    #expect(hints(editor).contains("14: – double 1,800 eur · limit 100 eur"))
    #expect(titles(editor).allSatisfy { !$0.contains("covered") })
  }

  @Test func aMessageThatWaitsComesFirst() {
    let editor = editor()
    editor.change(Self.path, to: editor.text(Self.path).replacing("100", with: "99"))
    #expect(editor.server.settle(.long) { true }.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("refresh") })
    #expect(hints(editor).isEmpty)
    #expect(editor.server.hasMoreToSettle)
    editor.settle()
    #expect(!editor.server.hasMoreToSettle)
  }

  @Test func theScratchProposalIsDecidedOnEveryChange() {
    let path = ScratchFiles.proposal
    let editor = editor([
      path: #"{"action": "place_order", "order_id": "o3", "sku": "pen", "amount": 60, "size": "small"}"#,
      ScratchFiles.context: #"{"type": "stock.counted", "sku": "pen", "amount": 1}"# + "\n",
    ])
    #expect(hints(editor).contains("14: ✗ double 120 eur · limit 100 eur"))
    #expect(titles(editor).contains("1: beside it: .truths/scratch.json, Halted (1 of 3, next)"))
    editor.open(path)
    editor.change(path, to: editor.text(path).replacing("60", with: "50"))
    editor.settle()
    #expect(hints(editor).contains("14: – double 100 eur · limit 100 eur"))
    #expect(hints(editor, in: path) == ["1: ✓ Accepted: 5 requirements and 2 invariants hold"])
    editor.change(path, to: "{")
    editor.settle()
    #expect(hints(editor, in: path).first?.hasPrefix("1: ? ") == true)
    #expect(titles(editor).contains("1: beside it: shop.large, Halted (1 of 2, next)"))
  }

  /// In its context too, with the file and the line.
  @Test func whatIsWrongWithTheScratchProposalStandsInIt() throws {
    let (path, context) = (ScratchFiles.proposal, ScratchFiles.context)
    let editor = editor([
      path: #"{"action": "place_order", "order_id": "o3", "sku": "pen", "amount": 60, "size": "small"}"#,
      context: #"{"type": "stock.counted", "sku": "pen", "amount": 1}"# + "\n" + #"{"type": "stock.count"}"# + "\n",
    ])
    let told = try #require(hints(editor, in: path).first)
    #expect(told.hasPrefix("1: ? .truths/context.jsonl:2: "), "\(told)")
    #expect(hints(editor, in: context) == [told.replacing("1: ? .truths/context.jsonl:2: ", with: "2: ? ")])
    editor.open(context)
    editor.change(context, to: editor.text(context).replacing(#"{"type": "stock.count"}"#, with: ""))
    editor.settle()
    #expect(hints(editor, in: context).isEmpty)
    #expect(hints(editor, in: path) == ["1: ✗ Halted: too much"])
  }

  /// A deleted, moved or new folder is one notification of the editor.
  @Test func aFolderThatChangesIsReadAgain() {
    let path = "Fixtures/shop/large.json"
    let editor = editor()
    #expect(titles(editor)[0].hasPrefix("1: ✓ 2 fixtures"))
    for (name, kind) in [("Fixtures/shop", 3), ("Fixtures", 1)] {
      let texts = [path: Self.large, "Fixtures/shop/small.json": ShopSet.fixture]
      for (path, text) in texts { editor.host.write(path, kind == 1 ? text : nil) }
      editor.notify(
        "workspace/didChangeWatchedFiles",
        ["changes": .array([.object(["uri": .text(EditorStub.uri(name)), "type": .int(kind)])])])
      editor.settle()
      #expect(titles(editor).contains { $0.contains("2 fixtures") } == (kind == 1), "\(titles(editor))")
    }
  }

  /// Opening or closing an unchanged file does not repeat decisions.
  @Test func openingAFileChangesNothing() {
    let path = "Fixtures/shop/large.json"
    let editor = editor()
    let revision = editor.server.projects[0].revision
    #expect(!editor.server.hasMoreToSettle)
    editor.open(path)
    #expect(editor.server.hasMoreToSettle)
    editor.settle()
    #expect(hints(editor, in: path) == ["2: ✓ passed: Halted: too much"])
    editor.notify("textDocument/didClose", ["textDocument": .object(["uri": .text(EditorStub.uri(path))])])
    #expect(editor.server.projects[0].revision == revision)
    editor.open(path, editor.text(path).replacing("halted", with: "accepted"))
    editor.settle()
    #expect(hints(editor, in: path) == ["2: ✗ failed: Halted: too much"])
  }

  @Test func fixturesShowTheirDecision() {
    let path = "Fixtures/shop/large.json"
    let editor = editor()
    #expect(hints(editor, in: path) == ["2: ✓ passed: Halted: too much"])
    #expect(titles(editor, in: path) == ["2: ✓ passed: run"])
    editor.open(path)
    editor.change(path, to: editor.text(path).replacing("halted", with: "accepted"))
    editor.settle()
    #expect(hints(editor, in: path) == ["2: ✗ failed: Halted: too much"])
    #expect(titles(editor)[0] == "1: ✗ 1 of 2 fixtures failed · 2 of 7 clauses covered")
  }

  /// A hover says nothing of fixtures before they are decided, and shows the last result of a clause whose pack has errors.
  @Test func hoverTellsOnlyWhatIsDecided() {
    var files = ShopSet.marked("double > limit")
    files["Fixtures/shop/large.json"] = Self.large
    let editor = EditorStub(files, capabilities: Self.capabilities)
    func hover() -> String { editor.at(0, "hover").at("contents", "value")?.stringValue ?? "" }
    #expect(!hover().contains("fixture"))
    editor.settle()
    #expect(!hints(editor).isEmpty)
    #expect(hover().contains("in fixtures: "))
    editor.open("truths/shop/shop.truths", ShopSet.vocabulary + "policy faulty: {type: nothing}\n")
    editor.settle()
    #expect(hover().contains("Before the errors of this pack:\n\nshop.large"))
    #expect(!hover().contains("in fixtures"))
    #expect(!hover().contains("no fixture"))
  }

  @Test func hoverTellsWhatWouldFlipIt() {
    var files = ShopSet.marked("double > limit")
    files["Fixtures/shop/large.json"] = Self.large
    files["Fixtures/shop/small.json"] = nil
    let editor = EditorStub(files, capabilities: Self.capabilities)
    editor.settle()
    let text = editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    #expect(text.contains("shop.large"))
    #expect(text.contains("✗ double > limit → too much"))
    #expect(text.contains("`amount` at most 50"))
    #expect(text.contains("in fixtures: violated in 1"))
  }
}
