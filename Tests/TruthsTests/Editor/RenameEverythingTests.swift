import Foundation
import Testing
import TruthsTestSupport

/// Every declaration of a project is renamed, one after the other: `check --strict` and `eval` say what they said before, or the
/// rename is refused. A sample of one example; with `TRUTHS_SOAK` all of the examples and of the packs.
@Suite("Renaming whatever is declared")
struct RenameEverythingTests {
  private static let isSoaking = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
  static let projects = isSoaking ? ["examples/parental-leave", "examples/travel-expenses", ""] : ["examples/travel-expenses"]
  private static let step = isSoaking ? 1 : 11
  private static let folders = ["truths", "jtbd", "Fixtures"]
  private static let script = "truths check --strict && truths eval"

  /// A name with its place.
  private struct Declared {
    var path: String
    var name: String
    var line: Int
    var start: Int
  }

  @Test("what is said of the project stays as it is", arguments: projects)
  func everything(_ project: String) throws {
    try withScratchDirectory { scratch in
      let root = scratch.resolvingSymlinksInPath().appending(path: "project")
      try copy(Repository.root.appending(path: project), to: root)
      let before = try BuiltCommand.shell(Self.script, in: root)
      #expect(before.status == 0 && before.complaints == "")
      let all = try names(in: root, scratch).filter { $0.name.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) } }
      let declared = all.enumerated().filter { $0.offset % Self.step == 0 }.map(\.element)
      let renames = declared.enumerated().map { index, one in
        request(
          index + 1, "rename", one.path, root,
          #","position":{"line":\#(one.line),"character":\#(one.start)},"newName":"\#(one.name)_other""#)
      }
      let answers = try answers(renames, root, scratch)
      var accepted = 0
      for (index, one) in declared.enumerated() {
        let answer = answers[index + 1] ?? [:]
        guard let changes = (answer["result"] as? [String: Any])?["changes"] as? [String: [[String: Any]]] else {
          let refusal = (answer["error"] as? [String: Any])?["message"] as? String
          #expect(refusal?.isEmpty == false, "\(one): \(answer)")
          continue
        }
        accepted += 1
        let copied = scratch.appending(path: "copy")
        try copy(root, to: copied)
        for (uri, edits) in changes {
          let path = String((uri.removingPercentEncoding ?? uri).dropFirst("file://\(root.path)/".count))
          let text = applied(edits, to: lines(of: path, in: root)).joined(separator: "\n")
          try Data(text.utf8).write(to: copied.appending(path: path))
        }
        #expect(try BuiltCommand.shell(Self.script, in: copied) == before, "\(one)")
        try FileManager.default.removeItem(at: copied)
      }
      #expect(accepted * 2 > declared.count, "\(accepted) of \(declared.count) renames are taken")
    }
  }

  private func copy(_ root: URL, to place: URL) throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for folder in Self.folders where FileManager.default.fileExists(atPath: root.appending(path: folder).path) {
      try FileManager.default.copyItem(at: root.appending(path: folder), to: place.appending(path: folder))
    }
  }

  private func lines(of path: String, in root: URL) -> [String] {
    ((try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? "").components(separatedBy: "\n")
  }

  private func request(_ id: Int, _ method: String, _ path: String, _ root: URL, _ more: String = "") -> String {
    let document = #""textDocument":{"uri":"file://\#(root.path)/\#(path)"}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"textDocument/\#(method)","params":{\#(document)\#(more)}}"#
  }

  /// What a server answers, by the id of the request.
  private func answers(_ requests: [String], _ root: URL, _ scratch: URL) throws -> [Int: [String: Any]] {
    let capabilities = #"{"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}"#
    let parameters = #"{"rootUri":"file://\#(root.path)","capabilities":\#(capabilities)}"#
    let begin = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(parameters)}"#
    let all = [begin, LanguageServerTests.initialized] + requests + [#"{"jsonrpc":"2.0","id":-1,"method":"shutdown"}"#]
    let input = (all + [LanguageServerTests.exit]).map { LanguageServerTests.frame($0) }.joined()
    try Data(input.utf8).write(to: scratch.appending(path: "in"))
    let result = try BuiltCommand.shell("truths lsp < in", in: scratch)
    #expect(result.status == 0)
    return LanguageServerTests.messages(result.output).reduce(into: [:]) { found, message in
      if let id = message["id"] as? Int { found[id] = message }
    }
  }

  /// All that the outlines of the files name.
  private func names(in root: URL, _ scratch: URL) throws -> [Declared] {
    let walk = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let paths = walk.filter { $0.hasSuffix(".truths") || $0.hasSuffix(".jtbd") }.sorted()
    let requests = paths.enumerated().map { request($0.offset + 1, "documentSymbol", $0.element, root) }
    let outlines = try answers(requests, root, scratch)
    return paths.enumerated().flatMap { index, path in
      names(outlines[index + 1]?["result"] as? [[String: Any]] ?? [], path, lines(of: path, in: root))
    }
  }

  private func names(_ symbols: [[String: Any]], _ path: String, _ lines: [String]) -> [Declared] {
    symbols.flatMap { symbol -> [Declared] in
      let children = names(symbol["children"] as? [[String: Any]] ?? [], path, lines)
      guard let place = place(symbol["selectionRange"]), place.start.line == place.end.line else { return children }
      let (line, start) = place.start
      let name = String(decoding: Array(lines[line].utf16)[start..<place.end.character], as: UTF16.self)
      return [Declared(path: path, name: name, line: line, start: start)] + children
    }
  }

  private func place(_ range: Any?) -> (start: (line: Int, character: Int), end: (line: Int, character: Int))? {
    func position(_ name: String) -> (line: Int, character: Int)? {
      guard let one = (range as? [String: Any])?[name] as? [String: Any], let line = one["line"] as? Int,
        let character = one["character"] as? Int
      else { return nil }
      return (line, character)
    }
    guard let start = position("start"), let end = position("end") else { return nil }
    return (start, end)
  }

  /// The lines with edits applied, each of which stands in one line.
  private func applied(_ edits: [[String: Any]], to lines: [String]) -> [String] {
    var lines = lines.map { Array($0.utf16) }
    let places = edits.compactMap { edit in place(edit["range"]).map { ($0, edit["newText"] as? String ?? "") } }
    for (range, text) in places.sorted(by: { $0.0.start > $1.0.start }) {
      lines[range.start.line].replaceSubrange(range.start.character..<range.end.character, with: Array(text.utf16))
    }
    return lines.map { String(decoding: $0, as: UTF16.self) }
  }
}
