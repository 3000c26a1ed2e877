import Foundation
import Testing
import TruthsTestSupport

/// Every declaration of a project can be renamed, or the rename is refused with a position. After a rename `check --strict` and
/// `eval` print the same text as before.
///
/// A commit tests a sample of one pack and of the examples. `TRUTHS_SOAK` tests all names of the examples and of all packs, with
/// the optimised build.
@Suite("Renaming whatever is declared")
struct RenameEverythingTests {
  private static let isSoaking = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
  /// The projects, each with the number of names in a sample.
  static let projects = [
    ("examples/travel-expenses", 10), ("examples/parental-leave", 6), ("examples/authzen/records", 4),
    ("examples/authzen/certification", 4), ("examples/authzen/todo", 4), ("", 4),
  ]
  private static let folders = ["truths", "jtbd", "Fixtures", "docs/rules/swapgraph"]
  /// One pack, which is independent of the others. All packs together take a minute without optimisation.
  private static let sampled = ["truths/testreport", "Fixtures/testreport"]
  /// The commands whose output is compared. `check` is quiet, because it shows lines of the files with the names in them.
  private static let script = "truths check --strict --quiet; echo $?; truths eval"
  private static let built = isSoaking ? Repository.root.appending(path: ".build/release") : BuiltCommand.directory
  /// Refusals that depend only on the name at the cursor, and so have no position.
  private static let placeless = [
    "there is nothing here that has a name of its own", "is made of its lifecycle's name", "belongs to the language",
    "the engine reads", "no `role` declares",
  ]

  /// A name with its place.
  struct Declared: Hashable {
    var path: String
    var name: String
    var line: Int
    var start: Int
  }

  /// A rename that is taken, with its edits by path.
  private typealias Rename = (declared: Declared, edits: [String: [[String: Any]]])

  @Test("what is said of the project stays as it is", arguments: projects)
  func everything(_ project: String, _ size: Int) throws {
    try withScratchDirectory { scratch in
      let root = scratch.resolvingSymlinksInPath().appending(path: "project")
      try copy(project.isEmpty ? Repository.root : Repository.root.appending(path: project), to: root)
      let before = try BuiltCommand.shell(Self.script, in: root, built: Self.built)
      #expect(before.status == 0 && before.complaints == "")
      let all = try names(in: root, scratch)
      let step = Self.isSoaking ? 1 : max(1, all.count / size)
      let declared = all.enumerated().filter { $0.offset % step == Self.seed % step }.map(\.element)
      let renames = try taken(declared, root, scratch)
      for group in groups(of: renames) { try hold(group, before, root, scratch) }
    }
  }

  /// The seed of the sample, taken from the commit, so that each commit has another sample.
  private static let seed: Int = {
    let commit = try? BuiltCommand.shell("git rev-parse HEAD", in: Repository.root).output
    return Int(commit?.prefix(6) ?? "", radix: 16) ?? 0
  }()

  // MARK: Renames

  /// Returns all names in the outlines of the files.
  private func names(in root: URL, _ scratch: URL) throws -> [Declared] {
    let walk = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let paths = walk.filter { $0.hasSuffix(".truths") || $0.hasSuffix(".jtbd") }.sorted()
    let requests = paths.enumerated().map { request($0.offset + 1, "documentSymbol", $0.element, root) }
    let outlines = try answers(requests, root, scratch)
    var seen: Set<Declared> = []
    return paths.enumerated().flatMap { index, path in
      names(outlines[index + 1]?["result"] as? [[String: Any]] ?? [], path, lines(of: path, in: root))
    }.filter { seen.insert($0).inserted }
  }

  /// The name that a symbol begins with; of the states of a transition each.
  private func names(_ symbols: [[String: Any]], _ path: String, _ lines: [String]) -> [Declared] {
    symbols.flatMap { symbol -> [Declared] in
      let children = names(symbol["children"] as? [[String: Any]] ?? [], path, lines)
      guard let place = place(symbol["selectionRange"]), place.start.line == place.end.line else { return children }
      let (line, start) = place.start
      let text = String(decoding: Array(lines[line].utf16)[start..<place.end.character], as: UTF16.self)
      let words = text.matches(of: /[A-Za-z][A-Za-z0-9_]*(\.[a-z][A-Za-z0-9_]*)*/)
      // The outline shows transitions as values of an enum; a clause may contain an arrow too.
      let isChain = symbol["kind"] as? Int == 22 && text.contains("→")
      return words.prefix(isChain ? words.count : 1).map { word in
        let before = text[..<word.range.lowerBound].utf16.count
        return Declared(path: path, name: String(word.output.0), line: line, start: start + before)
      } + children
    }
  }

  /// The renames that the server takes; each that it refuses is refused with the place.
  private func taken(_ declared: [Declared], _ root: URL, _ scratch: URL) throws -> [Rename] {
    let requests = declared.enumerated().map { index, one in
      request(
        index + 1, "rename", one.path, root,
        #","position":{"line":\#(one.line),"character":\#(one.start)},"newName":"\#(one.name)_other""#)
    }
    let answers = try answers(requests, root, scratch)
    var renames: [Rename] = []
    for (index, one) in declared.enumerated() {
      let answer = answers[index + 1] ?? [:]
      if let changes = (answer["result"] as? [String: Any])?["changes"] as? [String: [[String: Any]]] {
        let edits = changes.map { uri, edits in
          (String((uri.removingPercentEncoding ?? uri).dropFirst("file://\(root.path)/".count)), edits)
        }
        renames.append((one, Dictionary(uniqueKeysWithValues: edits)))
        continue
      }
      let refusal = (answer["error"] as? [String: Any])?["message"] as? String ?? ""
      let isPlaced = refusal.contains(/\.(truths|jtbd|json|jsonl):\d+:\d+/) || Self.placeless.contains { refusal.contains($0) }
      #expect(isPlaced, "\(one): \(answer)")
    }
    #expect(renames.count * 3 > declared.count, "\(renames.count) of \(declared.count) renames are taken")
    return renames
  }

  // MARK: Checks

  /// Renames that change nothing at one place in two ways, together.
  private func groups(of renames: [Rename]) -> [[Rename]] {
    var groups: [(renames: [Rename], texts: [String: String])] = []
    for rename in renames {
      let texts = rename.edits.flatMap { path, edits in
        edits.map { ("\(path) \(place($0["range"])?.start ?? (0, 0))", $0["newText"] as? String ?? "") }
      }
      let free = groups.firstIndex { group in group.renames.count < 40 && texts.allSatisfy { group.texts[$0.0] ?? $0.1 == $0.1 } }
      let chosen = free ?? groups.count
      if free == nil { groups.append(([], [:])) }
      groups[chosen].renames.append(rename)
      for (key, text) in texts { groups[chosen].texts[key] = text }
    }
    return groups.map(\.renames)
  }

  /// Checks several renames at once. If the output differs, each half is checked, until the wrong one is found.
  private func hold(_ renames: [Rename], _ before: BuiltCommand.Result, _ root: URL, _ scratch: URL) throws {
    let copied = scratch.appending(path: "copy")
    try FileManager.default.copyItem(at: root, to: copied)
    var edits: [String: [[String: Any]]] = [:]
    for rename in renames { edits.merge(rename.edits) { $0 + $1 } }
    for (path, list) in edits {
      let text = applied(list, to: lines(of: path, in: root)).joined(separator: "\n")
      try Data(text.utf8).write(to: copied.appending(path: path))
    }
    let after = try BuiltCommand.shell(Self.script, in: copied, built: Self.built)
    try FileManager.default.removeItem(at: copied)
    if after == before { return }
    guard renames.count > 1 else {
      #expect(after == before, "\(renames[0].declared)")
      return
    }
    let half = renames.count / 2
    try hold(Array(renames[..<half]), before, root, scratch)
    try hold(Array(renames[half...]), before, root, scratch)
  }

  private func copy(_ root: URL, to place: URL) throws {
    let isSampled = root == Repository.root && !Self.isSoaking
    for folder in isSampled ? Self.sampled : Self.folders
    where FileManager.default.fileExists(atPath: root.appending(path: folder).path) {
      let target = place.appending(path: folder)
      try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: root.appending(path: folder), to: target)
    }
  }

  private func lines(of path: String, in root: URL) -> [String] {
    ((try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? "").components(separatedBy: "\n")
  }

  // MARK: The server

  private func request(_ id: Int, _ method: String, _ path: String, _ root: URL, _ more: String = "") -> String {
    let document = #""textDocument":{"uri":"file://\#(root.path)/\#(path)"}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"textDocument/\#(method)","params":{\#(document)\#(more)}}"#
  }

  /// Returns the responses of a server, by the ids of the requests.
  private func answers(_ requests: [String], _ root: URL, _ scratch: URL) throws -> [Int: [String: Any]] {
    let capabilities = #"{"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}"#
    let parameters = #"{"rootUri":"file://\#(root.path)","capabilities":\#(capabilities)}"#
    let begin = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(parameters)}"#
    let all = [begin, LanguageServerTests.initialized] + requests + [#"{"jsonrpc":"2.0","id":-1,"method":"shutdown"}"#]
    let input = (all + [LanguageServerTests.exit]).map { LanguageServerTests.frame($0) }.joined()
    try Data(input.utf8).write(to: scratch.appending(path: "in"))
    let result = try BuiltCommand.shell("truths lsp < in", in: scratch, built: Self.built)
    #expect(result.status == 0)
    return LanguageServerTests.messages(result.output).reduce(into: [:]) { found, message in
      if let id = message["id"] as? Int { found[id] = message }
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

  /// Returns the lines with edits applied. Each edit is within a line, and equal edits of several renames are applied once.
  private func applied(_ edits: [[String: Any]], to lines: [String]) -> [String] {
    var lines = lines.map { Array($0.utf16) }
    var seen: Set<[Int]> = []
    let places = edits.compactMap { edit in place(edit["range"]).map { ($0, edit["newText"] as? String ?? "") } }
    for (range, text) in places.sorted(by: { $0.0.start > $1.0.start })
    where seen.insert([range.start.line, range.start.character]).inserted {
      lines[range.start.line].replaceSubrange(range.start.character..<range.end.character, with: Array(text.utf16))
    }
    return lines.map { String(decoding: $0, as: UTF16.self) }
  }
}
