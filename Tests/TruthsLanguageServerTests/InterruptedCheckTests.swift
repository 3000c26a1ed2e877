import Foundation
import Testing
import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// A check of fixtures that a message interrupts: what the client receives meanwhile, and after the check has gone on.
@Suite("Checks of fixtures that are interrupted")
struct InterruptedCheckTests {
  static let count = 6

  static func path(_ number: Int) -> String { "Fixtures/shop/f\(number).json" }

  /// A fixture with a warning or error in each file: the sizes of all but the first are misspelt.
  static func fixture(_ number: Int, size: String) -> String {
    ShopSet.fixture.replacingOccurrences(of: "shop.small", with: "shop.f\(number)")
      .replacingOccurrences(of: "\"size\": \"small\"", with: "\"\(size)\": \"small\"")
  }

  static func files(size: String) -> [String: String] {
    var files = ShopSet.files
    files["Fixtures/shop/small.json"] = nil
    for number in 0..<count { files[path(number)] = fixture(number, size: size) }
    return files
  }

  /// The messages of codes that a client holds for each fixture.
  func held(_ editor: EditorStub) -> [String: JSONValue] {
    editor.diagnostics.filter { $0.key.hasPrefix("Fixtures/") && $0.value != .array([]) }
  }

  func messages(_ editor: EditorStub, _ path: String) -> [String] {
    (editor.diagnostics[path]?.arrayValue ?? []).compactMap { $0["message"]?.stringValue }
  }

  /// Settles until a check that is interrupted after some questions is done.
  ///
  /// - Returns: the number of pauses.
  func settle(_ editor: EditorStub, asking limit: Int, each: () -> Void = {}) -> Int {
    var pauses = 0
    while editor.server.hasMoreToSettle, pauses < 20_000 {
      var asked = 0
      _ = editor.heard(
        editor.server.settle(.long) {
          asked += 1
          return asked > limit
        })
      pauses += 1
      each()
    }
    return pauses
  }

  @Test("a check goes on where it was interrupted, and nothing is told before it is done")
  func goesOn() {
    let editor = EditorStub(Self.files(size: "sizee"))
    _ = editor.heard(editor.server.settle(.moment))
    var partial: Set<Int> = []
    // Three questions are enough to read one file in each pause.
    let pauses = settle(editor, asking: 3) { partial.insert(held(editor).count) }
    #expect(pauses >= Self.count)
    #expect(partial == [0, Self.count])
    let anew = EditorStub(Self.files(size: "sizee"))
    anew.settle()
    #expect(held(editor) == held(anew))
  }

  @Test("a message that comes before a check begins makes it wait")
  func never() {
    let editor = EditorStub(Self.files(size: "sizee"))
    _ = editor.heard(editor.server.settle(.moment))
    #expect(editor.server.settle(.long) { true }.isEmpty)
    #expect(editor.server.hasMoreToSettle)
  }

  @Test("after a change of a clause no fixture is read again, and after a change of one fixture only that one")
  func kept() {
    let editor = EditorStub(Self.files(size: "sizee"))
    let path = "truths/shop/shop.orders.truths"
    editor.open(path)
    editor.open(Self.path(2))
    editor.settle()
    editor.change(path, to: ShopSet.ordering.replacingOccurrences(of: "amount * 2", with: "amount * 3"))
    // Two questions are too few for a file.
    #expect(settle(editor, asking: 2) == 1)
    #expect(held(editor).count == Self.count)
    editor.change(Self.path(2), to: Self.fixture(2, size: "size"))
    editor.settle()
    #expect(held(editor).count == Self.count - 1)
    #expect(messages(editor, Self.path(2)) == [])
  }

  @Test(
    "what a fixture reads is checked again: a field, the id of a truth, an intent",
    arguments: [
      ("truths/shop/shop.truths", "    size: size\n\npolicy", "    size: size\n    sizee: size?\n\npolicy"),
      ("truths/shop/shop.orders.truths", "truth ordering:", "truth orderings:"),
      ("truths/shop/shop.truths", "policy limit", "intent ask:\n  fields:\n    order_id: text\n\npolicy limit"),
    ])
  func changed(path: String, old: String, new: String) {
    var files = Self.files(size: "sizee")
    files[Self.path(0)] = Self.fixture(0, size: "size").replacingOccurrences(
      of: "\"accepted\"", with: "\"accepted\", \"truth_id\": \"shop.ordering\"")
    files[Self.path(1)] = Self.fixture(1, size: "size").replacingOccurrences(of: "\"place_order\"", with: "\"ask\"")
    let editor = EditorStub(files)
    editor.open(path)
    editor.settle()
    let before = editor.text(path)
    #expect(before.contains(old))
    for text in [before.replacingOccurrences(of: old, with: new), before] {
      editor.change(path, to: text)
      editor.settle()
      #expect(!editor.server.projects[0].loaded.diagnostics.contains { $0.severity == .error })
      let anew = EditorStub(editor.host.all.merging([path: text]) { $1 })
      anew.settle()
      #expect(editor.diagnostics.filter { $0.value != .array([]) } == anew.diagnostics.filter { $0.value != .array([]) })
    }
  }

  // MARK: What stays while one types

  @Test("findings of fixtures stay while a clause is typed, and while it is wrong")
  func stay() {
    let editor = EditorStub(Self.files(size: "sizee"))
    let path = "truths/shop/shop.orders.truths"
    editor.open(path)
    editor.settle()
    let before = held(editor)
    #expect(before.count == Self.count)
    for text in ["amuont > 0", "amount >", "amount > 1"] {
      editor.change(path, to: ShopSet.ordering.replacingOccurrences(of: "amount > 0", with: text))
      _ = editor.heard(editor.server.settle(.moment))
      #expect(held(editor) == before, "at once after \(text)")
      _ = editor.heard(editor.server.settle(.long))
      #expect(held(editor) == before, "in a pause after \(text)")
    }
  }

  @Test("a finding moves with its text, and is gone with it")
  func moved() {
    let editor = EditorStub(Self.files(size: "sizee"))
    let path = Self.path(1)
    editor.open(path)
    editor.settle()
    let line = editor.diagnostics[path]?.arrayValue?.first?.at("range", "start", "line")?.intValue
    editor.change(path, to: "\n\n" + editor.text(path))
    _ = editor.heard(editor.server.settle(.moment))
    #expect(editor.diagnostics[path]?.arrayValue?.first?.at("range", "start", "line")?.intValue == line.map { $0 + 2 })
    #expect(messages(editor, path).count == 1)
    editor.change(path, to: editor.text(path).replacingOccurrences(of: "sizee", with: "siize"))
    _ = editor.heard(editor.server.settle(.moment))
    #expect(messages(editor, path) == [], "its text is no longer there")
    _ = editor.heard(editor.server.settle(.long))
    #expect(messages(editor, path).contains { $0.contains("siize") })
    editor.host.write(path, nil)
    editor.close(path)
    _ = editor.heard(editor.server.settle(.moment))
    #expect(messages(editor, path) == [], "the file is no longer there")
  }

  @Test("each finding is told once, with the version that it is about, and never for an older one")
  func versions() {
    let editor = EditorStub(Self.files(size: "size"))
    let path = Self.path(3)
    editor.open(path)
    editor.settle()
    var told: [(version: Int, list: JSONValue)] = []
    func settle(_ pause: LanguageServer.Pause, limit: Int) {
      var asked = 0
      let messages = editor.heard(
        editor.server.settle(pause) {
          asked += 1
          return asked > limit
        })
      for message in messages where message.at("params", "uri")?.stringValue == EditorStub.uri(path) {
        told.append((message.at("params", "version")?.intValue ?? -1, message.at("params", "diagnostics") ?? .null))
      }
    }
    for number in 0..<12 {
      editor.change(path, to: Self.fixture(3, size: ["sizee", "siize", "size"][number % 3]))
      settle(.moment, limit: 0)
      let current = editor.server.documents[EditorStub.uri(path)]?.version
      let before = told.count
      for limit in [0, 1, 2, 3, 4, 1_000_000, 1_000_000] { settle(.long, limit: limit) }
      #expect(told[before...].allSatisfy { $0.version == current })
    }
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.version <= $1.version }, "never for an older version")
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.list != $1.list }, "never twice")
    #expect(told.last?.list == .array([]))
  }
}
