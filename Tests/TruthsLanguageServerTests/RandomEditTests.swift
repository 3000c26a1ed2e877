import Foundation
import Testing
import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsGenerators
import TruthsJSON
import TruthsProgram
import TruthsText

@testable import TruthsLanguageServer

/// An editor with random edits. After each burst the client has the findings of a fresh check.
@Suite("A server that is edited at random")
struct RandomEditTests {
  /// 500 edits for each seed; 25,000 with `TRUTHS_SOAK`.
  static let edits = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 500 : 25_000

  static let pieces = [
    "amount", " > ", "0", "\n", "  ", "- ", "requires:", "\"", "{", "}", "→", " and ", "size == large", "(", ")", "#", ":", "é",
    "😀", "\u{FEFF}",
    "\t", "\r\n", "fact.order.placed", "stock.counted", "every x in ", "truth t:\n  when:\n    - intent: place_order\n", ".", "=",
    "missing", "[", "]", "'", "|",
  ]

  static let methods = LanguageFeatures.requests.keys.sorted().filter { $0.hasPrefix("textDocument/") }

  struct Typist {
    var chance: Chance
    let editor: EditorStub
    var isOpen: Set<String> = []
    var history: [String: [String]] = [:]
    let paths: [String]

    mutating func position() -> LinePosition {
      // Some positions are outside of the file.
      if chance.once(in: 20) { return LinePosition(line: chance.next(below: 4000) - 2, character: chance.next(below: 900) - 2) }
      return LinePosition(line: chance.next(below: 40), character: chance.next(below: 50))
    }

    mutating func act() {
      let path = chance.pick(paths)
      switch chance.next(below: 20) {
      case 0: toggle(path)
      case 1: onDisk(path)
      case 2, 3: undo(path)
      case 4, 5: ask(path)
      default: type(path)
      }
    }

    private mutating func toggle(_ path: String) {
      if isOpen.remove(path) != nil { return editor.close(path) }
      isOpen.insert(path)
      editor.open(path, editor.host.all[path] ?? "")
    }

    private mutating func onDisk(_ path: String) {
      let text = editor.host.all[path] ?? ""
      editor.host.write(
        path, chance.once(in: 6) ? nil : chance.once(in: 3) ? ShopSet.files[path] : text + chance.pick(RandomEditTests.pieces))
      editor.notify(
        "workspace/didChangeWatchedFiles",
        ["changes": .array([.object(["uri": .text(EditorStub.uri(path)), "type": .int(2)])])])
    }

    private mutating func undo(_ path: String) {
      guard isOpen.contains(path) else { return }
      editor.change(path, to: history[path]?.popLast() ?? ShopSet.files[path] ?? "")
    }

    private mutating func type(_ path: String) {
      if !isOpen.contains(path) { toggle(path) }
      history[path, default: []].append(editor.current(path))
      let (first, second) = (position(), position())
      let range = chance.once(in: 3) ? ProtocolRange(min(first, second), max(first, second)) : ProtocolRange(first, first)
      let isLong = range.end.line - range.start.line > 3
      let end = isLong ? LinePosition(line: range.start.line, character: range.end.character) : range.end
      let change: JSONObject = [
        "range": ProtocolRange(range.start, end).json,
        "text": .text(chance.once(in: 6) ? "" : chance.pick(RandomEditTests.pieces)),
      ]
      editor.change(path, [.object(change)])
    }

    private mutating func ask(_ path: String) {
      let (first, second) = (position(), position())
      let parameters: JSONObject = [
        "textDocument": .object(["uri": .text(EditorStub.uri(path))]), "position": first.json,
        "range": ProtocolRange(first, second).json, "positions": .array([first.json, second.json]),
        "context": .object(["includeDeclaration": .boolean(true)]), "newName": .text("other_name"),
      ]
      _ = editor.request(chance.pick(RandomEditTests.methods), parameters)
    }
  }

  @Test("never crashes, and never holds stale findings", arguments: 1...4)
  func edits(seed: Int) {
    let editor = EditorStub(ShopSet.files, capabilities: DecideInPlaceTests.capabilities)
    var typist = Typist(
      chance: Chance(seed: UInt64(seed)), editor: editor, paths: ShopSet.files.keys.sorted() + ["truths/shop/shop.new.truths"])
    var done = 0
    while done < Self.edits {
      let burst = 1 + typist.chance.next(below: 12)
      for _ in 0..<burst {
        typist.act()
        // Pauses that a message ends at once, and pauses that it ends after a while.
        var questions = typist.chance.next(below: 12)
        _ = editor.heard(
          editor.server.settle(typist.chance.once(in: 2) ? .moment : .long) {
            questions -= 1
            return questions < 0
          })
      }
      done += burst
      editor.settle()
      var expected = Self.fresh(editor, open: typist.isOpen)
      var held = editor.diagnostics.filter { $0.value != .array([]) }
      if editor.server.projects[0].loaded.diagnostics.hasErrors {
        // Fixtures of a set with errors are not checked: their findings are those of before, where their text is the same.
        #expect(Self.areInText(held, editor), "seed \(seed) after \(done) edits")
        for path in Set(held.keys).union(expected.keys) where path.hasPrefix("Fixtures/") {
          (held[path], expected[path]) = (nil, nil)
        }
      }
      if held != expected || Self.hasOtherNames(editor.server.projects[0]) {
        Issue.record("seed \(seed) after \(done) edits: \(Self.difference(held, expected))")
        return
      }
      let hints = Self.hints(of: editor.server, typist.paths)
      let decided = Self.hints(of: Self.another(editor, open: typist.isOpen).server, typist.paths)
      guard hints != decided else { continue }
      Issue.record("seed \(seed) after \(done) edits: \(hints), a new server has \(decided)")
      return
    }
  }

  /// Returns whether the findings about fixtures are on lines that their files have.
  static func areInText(_ held: [String: JSONValue], _ editor: EditorStub) -> Bool {
    held.filter { $0.key.hasPrefix("Fixtures/") }.allSatisfy { path, list in
      guard let bytes = editor.server.projects[0].bytes(of: path) else { return false }
      let lines = SourceFile(id: FileID(0), path: path, bytes: bytes).lineStarts.count
      return (list.arrayValue ?? []).allSatisfy { ($0.at("range", "end", "line")?.intValue ?? .max) < lines }
    }
  }

  /// Returns the findings of a new check of the current files.
  static func fresh(_ editor: EditorStub, open: Set<String>) -> [String: JSONValue] {
    var files = editor.host.all
    for path in open { files[path] = editor.current(path) }
    let host = MemoryHost(files).files(ofRoot: MemoryHost.root)
    func texts(_ list: [ProjectFiles.File]) -> [SourceText] { list.map { SourceText(path: $0.path, bytes: $0.bytes) } }
    let found = Workspace(truths: texts(host.truths), today: "2026-06-01").check(fixtures: texts(host.fixtures))
    return DiagnosticLists(found, in: editor.server.projects[0], editor.server.client.encoding).byPath
  }

  /// Returns a server that has only read the current files.
  static func another(_ editor: EditorStub, open: Set<String>) -> EditorStub {
    let another = EditorStub(editor.host.all, capabilities: DecideInPlaceTests.capabilities)
    for path in open.sorted() { another.open(path, editor.current(path)) }
    another.settle()
    return another
  }

  /// Returns the hints of clauses and fixtures in some files.
  static func hints(of server: LanguageServer, _ paths: [String]) -> [String] {
    paths.flatMap { path -> [String] in
      let (project, shown) = server.project(of: EditorStub.uri(path))
      let place = DocumentPlace(uri: EditorStub.uri(path), project: project, path: shown, encoding: .utf16)
      guard let file = server.text(of: place) else { return [] }
      let hints =
        ServedProject.isTruths(path)
        ? server.caseHints(place, file, 0...file.bytes.count) : server.decisionHints(place, file)
      // A new server has no hints of before.
      let current = hints.filter { !($0["label"]?.stringValue?.hasPrefix("(") ?? false) }
      return current.map { String(decoding: $0.compact(), as: UTF8.self) }
    }
  }

  /// Returns whether names have other meanings than in the same files read again.
  static func hasOtherNames(_ project: ServedProject) -> Bool {
    let files = project.loaded.sources.files.dropFirst()
    let anew = IncrementalWorkspace(
      keepingNamesOf: files.map { SourceText(path: $0.path, bytes: $0.bytes) }, today: "2026-06-01")
    return files.contains { project.symbols.uses(in: $0.id) != anew.symbols.uses(in: $0.id) }
  }

  static func difference(_ held: [String: JSONValue], _ expected: [String: JSONValue]) -> String {
    Set(held.keys).union(expected.keys).sorted().compactMap { path in
      func told(_ list: JSONValue?) -> [String] { list?.arrayValue?.map { String(decoding: $0.compact(), as: UTF8.self) } ?? [] }
      let (mine, theirs) = (told(held[path]), told(expected[path]))
      if mine == theirs { return nil }
      return "\(path): too many \(mine.filter { !theirs.contains($0) }), missing \(theirs.filter { !mine.contains($0) })"
    }.joined(separator: "; ")
  }
}

extension EditorStub {
  /// The text of an open document as the server has it.
  func current(_ path: String) -> String {
    String(decoding: server.documents[Self.uri(path)]?.bytes ?? [], as: UTF8.self)
  }
}
