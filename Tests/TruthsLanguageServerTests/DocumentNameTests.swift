import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// Names of documents in sources and fixtures (declarations §14, fixtures §6).
@Suite("Names of documents")
struct DocumentNameTests {
  static let path = "Fixtures/shop/more.json"

  static func source(_ name: String, document: String) -> String {
    """
    source \(name):
      document: \(document)
      each: shelves[]
      produces:
        - fact.stock.counted

    """
  }

  static func fixture(_ document: String, _ value: String) -> String {
    """
    [{"id": "shop.one", "context": {"documents": {"\(document)": \(value)}},
      "proposal": {"action": "place_order", "order_id": "o1", "sku": "pen", "amount": 9, "size": "small"},
      "expected": {"decision": "accepted"}}]
    """
  }

  static let counts = #"{"shelves": [{"sku": "pen", "amount": 9}]}"#

  private func editor(_ rules: String, _ fixture: String, _ others: [String: String] = [:]) -> EditorStub {
    var files = ShopSet.files(Self.path, fixture)
    files["truths/shop/shop.truths"] = ShopSet.vocabulary + "\n" + rules
    return EditorStub(files.merging(others) { $1 })
  }

  private func labels(_ editor: EditorStub) -> [String] {
    (editor.at(0, "completion")["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }.sorted()
  }

  private static let sources = source("counting", document: "counts") + "\n" + source("delivering", document: "deliveries")

  @Test("a fixture and a source are offered the documents that sources read")
  func completion() {
    #expect(labels(editor(Self.sources, Self.fixture("↓", Self.counts))) == ["counts", "deliveries"])
    let rest = Self.fixture("counts\": {}, \"↓", Self.counts)
    #expect(labels(editor(Self.sources, rest)) == ["deliveries"])
    let source = Self.source("again", document: "↓")
    #expect(labels(editor(Self.sources + "\n" + source, Self.fixture("counts", Self.counts))) == ["counts", "deliveries"])
  }

  @Test("a name leads to the source that reads the document, and is shown with it; an unknown name has none")
  func places() {
    let editor = editor(Self.sources, Self.fixture("deliv↓eries", Self.counts))
    let line = ShopSet.vocabulary.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(editor.places(editor.at(0, "definition")) == ["truths/shop/shop.truths:\(line + 8):13"])
    let text = editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    #expect(text.contains("document: deliveries") && text.contains("`source delivering`"), "\(text)")
    #expect(!text.contains("counting"))
    let all: JSONObject = ["context": .object(["includeDeclaration": .boolean(true)])]
    #expect(
      editor.places(editor.at(0, "references", all)) == ["truths/shop/shop.truths:\(line + 8):13", "\(Self.path):1:48"])
    let unknown = self.editor(Self.sources, Self.fixture("deliv↓ery", Self.counts))
    #expect(unknown.places(unknown.at(0, "definition")).isEmpty)
  }

  private func renamed(_ editor: EditorStub, to name: String) -> (files: [String: String], refusal: String?) {
    let answer = editor.at(0, "rename", ["newName": .text(name)])
    guard let changes = answer["changes"]?.objectValue else { return ([:], answer["message"]?.stringValue ?? "?") }
    var files: [String: String] = [:]
    for member in changes.members {
      let path = EditorStub.path(member.name.string)
      files[path] = Edits.applied(member.value, to: editor.text(path))
    }
    return (files, nil)
  }

  @Test("a document is renamed in every source and fixture; its file keeps its name")
  func renamed() {
    let sources = Self.source("counting", document: "co↓unts") + "\n" + Self.source("counting_again", document: "counts")
    let editor = editor(
      sources, Self.fixture("counts", #""shelves.json""#), ["Fixtures/shop/shelves.json": Self.counts])
    let (files, refusal) = renamed(editor, to: "shelves")
    #expect(refusal == nil)
    let rules = ShopSet.vocabulary + "\n" + sources.replacing("↓", with: "")
    #expect(files["truths/shop/shop.truths"] == rules.replacing("document: counts", with: "document: shelves"))
    #expect(files[Self.path] == Self.fixture("shelves", #""shelves.json""#))
    #expect(files.count == 2)
  }

  @Test("the name of another document, no name, and a name that rules compare are refused with the place")
  func refused() {
    let sources = Self.source("counting", document: "co↓unts") + "\n" + Self.source("delivering", document: "deliveries")
    let fixture = Self.fixture("counts", Self.counts)
    let taken = renamed(editor(sources, fixture), to: "deliveries").refusal ?? ""
    #expect(taken.contains("`delivering` reads a document `deliveries` already") && taken.contains("shop.truths:"), "\(taken)")
    #expect(renamed(editor(sources, fixture), to: "The counts").refusal?.contains("not a valid name") == true)
    let ordering = ShopSet.ordering.replacing(
      "    - stock.counted\n",
      with: "    - some s in stock.counted satisfies s.sku == sku and s.entry.actor.user_id == \"counts\"\n")
    let compared = editor(sources, fixture, ["truths/shop/shop.orders.truths": ordering])
    let refusal = renamed(compared, to: "shelves").refusal ?? ""
    #expect(refusal.contains("shop.orders.truths:") && refusal.contains("counts"), "\(refusal)")
  }
}
