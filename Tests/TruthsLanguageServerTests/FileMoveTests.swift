import Testing
import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// Renames of packs, of files and of units (docs/how-to/editor.md).
@Suite("Names that files and types give")
struct FileMoveTests {
  static let capabilities: JSONObject = [
    "workspace": .object([
      "workspaceEdit": .object(["documentChanges": .boolean(true), "resourceOperations": .texts(["create", "rename"])])
    ])
  ]
  static let using = """
    truth paying:
      when:
        - intent: pay
      requires:
        - amount <= shop.limit
        - shop.order.placed(order_id = order_id)
      produces:
        - trace.till.paying

    """
  static let vocabulary = """
    pack till:
      version: 1.0.0
      uses: [shop]

    intent pay:
      fields:
        order_id: text
        amount: decimal in eur

    """
  static let fixture = """
    {
      "id": "shop.much",
      "packs": ["shop"],
      "policies": {"shop.limit": 50},
      "context": {"facts": [{"type": "stock.counted", "sku": "pen", "amount": 9}]},
      "proposal": {"action": "shop.place_order", "order_id": "o1", "sku": "pen", "amount": 900, "size": "small"},
      "expected": {"decision": "halted", "truth_id": "shop.orders.ordering", "reason": "too much"}
    }
    """
  static var files: [String: String] {
    ShopSet.files.merging([
      "truths/till/till.truths": vocabulary, "truths/till/till.payments.truths": using, "Fixtures/shop/much.json": fixture,
    ]) { $1 }
  }

  private func editor(_ files: [String: String] = files, ledgers: [String: String] = [:]) -> EditorStub {
    EditorStub(files, ledgers: ledgers, capabilities: Self.capabilities)
  }

  private func rename(_ editor: EditorStub, _ path: String, _ line: Int, _ character: Int, to name: String) -> JSONValue {
    editor.request(
      "textDocument/rename",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(path))]),
        "position": .object(["line": .int(line), "character": .int(character)]), "newName": .text(name),
      ])
  }

  /// Returns the files after an edit of the workspace, and its operations in order.
  private func applied(_ answer: JSONValue, to files: [String: String]) -> (files: [String: String], operations: [String]) {
    var (files, operations) = (files, [String]())
    for change in answer["documentChanges"]?.arrayValue ?? [] {
      if change["kind"] == .text("rename"), let old = change["oldUri"]?.stringValue, let new = change["newUri"]?.stringValue {
        let (from, to) = (EditorStub.path(old), EditorStub.path(new))
        operations.append("\(from) → \(to)")
        for (path, text) in files where path == from || path.hasPrefix(from + "/") {
          files[path] = nil
          files[to + path.dropFirst(from.count)] = text
        }
        continue
      }
      guard let path = change.at("textDocument", "uri")?.stringValue.map({ EditorStub.path($0) }), let text = files[path] else {
        continue
      }
      let file = SourceFile(id: FileID(1), path: path, bytes: Array(text.utf8))
      let edits = (change["edits"]?.arrayValue ?? []).compactMap { edit -> TextEdit? in
        guard let range = edit["range"].flatMap({ ProtocolRange($0) }), let text = edit["newText"]?.stringValue else {
          return nil
        }
        let (start, end) = (file.offset(of: range.start, .utf16), file.offset(of: range.end, .utf16))
        return TextEdit(span: Span(file: file.id, start: start, end: end), text: text)
      }
      files[path] = String(decoding: TextEdit.applied(edits, to: file.bytes), as: UTF8.self)
    }
    return (files, operations)
  }

  /// Returns the findings of files, and of their fixtures.
  private func findings(_ files: [String: String]) throws -> String {
    let texts = files.sorted { $0.key < $1.key }.map { SourceText(path: $0.key, bytes: Array($0.value.utf8)) }
    let set = Workspace(truths: texts.filter { !$0.path.hasSuffix(".json") })
    let fixtures = texts.filter { $0.path.hasSuffix(".json") }
    let trial = try set.trial(fixtures) { _ in true }
    return set.check().diagnostics.filter { $0.severity == .error }.map(\.message).joined()
      + trial.differences.map(\.text).joined()
  }

  // MARK: Packs

  @Test("a pack is renamed with its folders, its files, and all that names it")
  func pack() throws {
    let editor = editor()
    let answer = rename(editor, "truths/shop/shop.truths", 0, 6, to: "store")
    let (files, operations) = applied(answer, to: Self.files)
    #expect(
      operations == [
        "Fixtures/shop → Fixtures/store", "truths/shop → truths/store",
        "truths/store/shop.orders.truths → truths/store/store.orders.truths",
        "truths/store/shop.truths → truths/store/store.truths",
      ], "\(answer)")
    #expect(files["truths/till/till.truths"] == Self.vocabulary.replacing("[shop]", with: "[store]"))
    #expect(files["truths/till/till.payments.truths"] == Self.using.replacing("shop.", with: "store."))
    #expect(
      files["Fixtures/store/much.json"]
        == Self.fixture.replacing("[\"shop\"]", with: "[\"store\"]").replacing("shop.limit", with: "store.limit")
        .replacing("shop.place_order", with: "store.place_order").replacing("shop.orders.ordering", with: "store.orders.ordering")
    )
    #expect(files["truths/store/store.truths"] == ShopSet.vocabulary.replacing("pack shop", with: "pack store"))
    #expect(try findings(files) == "")
  }

  @Test("a pack keeps its name where another has it, where a ledger records it, and where the client moves no files")
  func keptPack() {
    let taken = rename(editor(), "truths/shop/shop.truths", 0, 6, to: "till")
    #expect(taken["message"]?.stringValue == "there is a pack `till` already: choose another name")
    let entry = #"{"entry_type": "decision", "truth_id": "shop.orders.ordering"}"# + "\n"
    let recorded = rename(editor(ledgers: ["book.jsonl": entry]), "truths/shop/shop.truths", 0, 6, to: "store")
    #expect(recorded["message"]?.stringValue?.hasPrefix("book.jsonl:1:40 records `shop.orders.ordering`") == true, "\(recorded)")
    let plain = rename(EditorStub(Self.files), "truths/shop/shop.truths", 0, 6, to: "store")
    #expect(plain["message"]?.stringValue?.contains("a pack's name is also that of its folder") == true)
  }

  // MARK: Files

  private func moved(_ editor: EditorStub, _ old: String, _ new: String) -> JSONValue {
    editor.request(
      "workspace/willRenameFiles",
      ["files": .array([.object(["oldUri": .text(EditorStub.uri(old)), "newUri": .text(EditorStub.uri(new))])])])
  }

  @Test("the ids of rules follow the name of their file")
  func file() throws {
    let answer = moved(editor(), "truths/shop/shop.orders.truths", "truths/shop/shop.sales.truths")
    var (files, operations) = applied(answer, to: Self.files)
    #expect(operations == [])
    #expect(files["Fixtures/shop/much.json"] == Self.fixture.replacing("shop.orders.ordering", with: "shop.sales.ordering"))
    files["truths/shop/shop.sales.truths"] = files.removeValue(forKey: "truths/shop/shop.orders.truths")
    #expect(try findings(files) == "")
  }

  @Test("the pack follows the name of its folder, and its files theirs")
  func folder() throws {
    let answer = moved(editor(), "truths/shop", "truths/store")
    var (files, operations) = applied(answer, to: Self.files)
    #expect(
      operations == [
        "Fixtures/shop → Fixtures/store", "truths/shop/shop.orders.truths → truths/shop/store.orders.truths",
        "truths/shop/shop.truths → truths/shop/store.truths",
      ], "\(answer)")
    for path in files.keys where path.hasPrefix("truths/shop/") {
      files[path.replacing("truths/shop/", with: "truths/store/")] = files.removeValue(forKey: path)
    }
    #expect(try findings(files) == "")
  }

  @Test("a move that would be an error changes nothing and says so")
  func refused() {
    let editor = editor()
    #expect(moved(editor, "truths/shop/shop.orders.truths", "truths/shop/till.orders.truths") == .null)
    let said = editor.requests.last { $0.method == "window/showMessage" }
    #expect(said?.parameters["message"]?.stringValue?.hasPrefix("Names stay as they are: ") == true)
  }

  // MARK: Units

  @Test("a unit is renamed in all types, and where a number gets it")
  func unit() throws {
    var files = Self.files
    files["truths/till/till.payments.truths"] = Self.using.replacing(
      "amount <= shop.limit", with: "amount <= shop.limit and amount < in_unit(9, eur) + shop.limit")
    let editor = editor(files)
    let line = 10
    let prepared = editor.request(
      "textDocument/prepareRename",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri("truths/shop/shop.truths"))]),
        "position": .object(["line": .int(line), "character": .int(24)]),
      ])
    #expect(prepared["placeholder"] == .text("eur"), "\(prepared)")
    let (made, _) = applied(rename(editor, "truths/shop/shop.truths", line, 24, to: "usd"), to: files)
    for path in files.keys where path.hasSuffix(".truths") {
      #expect(
        made[path] == files[path]?.replacing("in eur", with: "in usd").replacing(", eur)", with: ", usd)"))
    }
    #expect(try findings(made) == "")
  }

  @Test("a unit keeps its name where the other is one too")
  func keptUnit() {
    let files = ShopSet.files(
      "truths/shop/shop.truths", ShopSet.vocabulary + "policy weight:\n  type: decimal in kg\n  default: 1\n")
    let answer = rename(EditorStub(files), "truths/shop/shop.truths", 10, 24, to: "kg")
    #expect(answer["message"]?.stringValue?.contains("`kg` is a unit already") == true, "\(answer)")
  }
}
