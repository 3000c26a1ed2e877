import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// Names of backgrounds and actors in fixtures (fixtures §2.1).
@Suite struct BackgroundNameTests {
  static let shared = """
    [
      {"name": "counted", "description": "Pens are there", "context": {"facts": [{"type": "stock.counted", "sku": "pen", "amount": 9}]},
       "actors": {
         "mia": {"type": "user", "user_id": "mia", "device_id": "desk", "roles": ["manager"]},
         "bob": {"type": "user"},
         "eve": {"user_id": "eve", "device_id": "desk"}}},
      {"name": "bare", "policies": {}}
    ]
    """

  static func fixture(_ background: String, _ actor: String) -> String {
    """
    [{"id": "shop.one", "background": "\(background)",
      "proposal": {"action": "place_order", "order_id": "o1", "sku": "pen", "amount": 9, "size": "small", "actor": "\(actor)"},
      "expected": {"decision": "accepted"}},
     {"id": "shop.two", "background": "counted",
      "scenario": [{"connect": {"as": "eve"}}, {"connect": {"as": "m", "actor": "mia"}}], "expected": {"decision": null}}]
    """
  }

  static let path = "Fixtures/shop/deep/more.json"

  private func editor(_ text: String) -> EditorStub {
    EditorStub(ShopSet.files(Self.path, text).merging(["Fixtures/shop/shared.json": Self.shared]) { $1 })
  }

  private func labels(_ text: String) -> [String] {
    (editor(text).at(0, "completion")["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }.sorted()
  }

  @Test("a fixture is offered the backgrounds of its folder and those above, and their actors")
  func completion() {
    #expect(labels(Self.fixture("↓", "mia")) == ["bare", "counted"])
    #expect(labels(Self.fixture("counted", "↓")) == ["bob", "eve", "mia"])
    #expect(labels(Self.fixture("bare", "↓")).isEmpty)
    let connect = Self.fixture("counted", "mia").replacing("\"as\": \"m\", \"actor\": \"mia\"", with: "\"actor\": \"↓\"")
    #expect(labels(connect) == ["bob", "eve", "mia"])
    let elsewhere = EditorStub(
      ShopSet.files("Fixtures/other/more.json", Self.fixture("↓", "")).merging(["Fixtures/shop/shared.json": Self.shared]) { $1 })
    #expect(elsewhere.at(0, "completion")["items"]?.arrayValue?.isEmpty == true)
  }

  @Test("a name leads to its background or actor, which is shown, and to all that name it")
  func places() {
    let background = editor(Self.fixture("coun↓ted", "mia"))
    #expect(background.places(background.at(0, "definition")) == ["Fixtures/shop/shared.json:2:13"])
    let text = background.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    #expect(text.contains("Pens are there") && text.contains("1 fact") && text.contains("`bob`"), "\(text)")
    let all: JSONObject = ["context": .object(["includeDeclaration": .boolean(true)])]
    #expect(
      background.places(background.at(0, "references", all)) == [
        "Fixtures/shop/shared.json:2:13", "\(Self.path):1:36", "\(Self.path):4:36",
      ])
    let uses = background.at(0, "references", ["context": .object(["includeDeclaration": .boolean(false)])])
    #expect(background.places(uses).count == 2)
    let same = background.at(0, "documentHighlight").arrayValue ?? []
    #expect(same.compactMap { $0.at("range", "start", "line")?.intValue } == [0, 3])
    let actor = editor(Self.fixture("counted", "mi↓a"))
    #expect(actor.places(actor.at(0, "definition")) == ["Fixtures/shop/shared.json:4:7"])
    #expect(actor.at(0, "hover").at("contents", "value")?.stringValue?.contains("manager") == true)
    #expect(actor.places(actor.at(0, "references", all)).count == 3)
    let unknown = editor(Self.fixture("coun↓tde", "mia"))
    #expect(unknown.places(unknown.at(0, "definition")).isEmpty)
  }

  private func renamed(_ text: String, to name: String) -> (files: [String: String], refusal: String?) {
    let editor = editor(text)
    let answer = editor.at(0, "rename", ["newName": .text(name)])
    guard let changes = answer["changes"]?.objectValue else { return ([:], answer["message"]?.stringValue ?? "?") }
    var files: [String: String] = [:]
    for member in changes.members {
      let path = EditorStub.path(member.name.string)
      files[path] = Edits.applied(member.value, to: editor.text(path))
    }
    return (files, nil)
  }

  @Test("a background and an actor are renamed where they are written and named")
  func renamed() {
    let (files, refusal) = renamed(Self.fixture("coun↓ted", "mia"), to: "full")
    #expect(refusal == nil)
    #expect(files["Fixtures/shop/shared.json"] == Self.shared.replacing("\"counted\", \"desc", with: "\"full\", \"desc"))
    #expect(files[Self.path] == Self.fixture("counted", "mia").replacing("\"counted\"", with: "\"full\""))
    let (actors, _) = renamed(Self.fixture("counted", "mi↓a"), to: "lea")
    #expect(actors["Fixtures/shop/shared.json"] == Self.shared.replacing("\"mia\": {", with: "\"lea\": {"))
    #expect(actors[Self.path]?.contains("\"mia\"") == false)
    let prepared = editor(Self.fixture("coun↓ted", "mia")).at(0, "prepareRename")
    #expect(prepared["placeholder"]?.stringValue == "counted")
  }

  @Test("a name that is taken, cannot be written, or is that of a user or client stays")
  func refused() {
    #expect(renamed(Self.fixture("coun↓ted", "mia"), to: "bare").refusal?.contains("already") == true)
    #expect(renamed(Self.fixture("coun↓ted", "mia"), to: "").refusal?.contains("empty") == true)
    #expect(renamed(Self.fixture("counted", "mi↓a"), to: "bob").refusal?.contains("already") == true)
    #expect(renamed(Self.fixture("counted", "bo↓b"), to: "rob").refusal?.contains("`user_id`") == true)
    #expect(renamed(Self.fixture("counted", "ev↓e"), to: "eva").refusal?.contains("client") == true)
  }
}
