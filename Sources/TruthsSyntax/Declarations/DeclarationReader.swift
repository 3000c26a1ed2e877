import TruthsDiagnostics
import TruthsText

/// Reads the declarations of one chunk; usually there is one.
struct DeclarationReader {
  private(set) var declarations: [Declaration] = []
  private(set) var unread: [Name] = []
  private(set) var diagnostics: [Diagnostic]
  private var nodes: NodeReader
  private let isJobFile: Bool
  private let isWhole: Bool
  private let isCut: Bool
  /// Whether the YAML of the chunk has no findings.
  private let isClean: Bool

  init(_ reader: ChunkReader, isJobFile: Bool) {
    nodes = NodeReader(reader.chunk)
    diagnostics = reader.diagnostics
    isWhole = reader.isWhole
    isCut = reader.isCut
    isClean = reader.diagnostics.isEmpty
    self.isJobFile = isJobFile
  }

  mutating func read(_ root: YAMLNode?) {
    guard let root else { return }
    switch root.kind {
    case .mapping(let entries, _): for entry in entries { declaration(entry) }
    case .broken: break
    case .scalar, .sequence: if isWhole { report(notADeclaration(root)) }
    }
    diagnostics += nodes.diagnostics
  }

  private mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  private func notADeclaration(_ root: YAMLNode) -> Diagnostic {
    let start = Int(root.span.start)
    let end = nodes.chunk.trimmedEnd(start, nodes.chunk.lineEnd(start))
    let span = nodes.chunk.span(start, end)
    return NotADeclaration.finding(nodes.chunk.file.text(span), at: span)
  }

  /// Reads a root key with the content under it.
  private mutating func declaration(_ entry: YAMLEntry) {
    guard let (kind, name) = head(entry.key) else { return }
    if isCut { return unread.append(name) }
    if kind == .jtbd || isJobFile, (kind == .jtbd) != isJobFile {
      report(WrongFile.finding(kind.rawValue, isJobFile: isJobFile, at: entry.key.span))
      unread.append(name)
      return
    }
    let isNamed = checkName(name, kind)
    let before = nodes.diagnostics.count
    let (body, summary) = nodes.body(kind, entry)
    if !isWhole { keepCertain(since: before) }
    guard isNamed, let body else { return unread.append(name) }
    var declaration = Declaration(name: name, keySpan: entry.key.span, span: entry.span, summary: summary, body: body)
    declaration.isWhole = isClean && nodes.diagnostics.count == before
    declarations.append(declaration)
  }

  /// Drops findings about missing parts of a declaration that could not be read to its end: the parts may follow the error.
  private mutating func keepCertain(since count: Int) {
    let uncertain = [MissingPart.code, WrongShape.code, FlowClauses.code]
    let new = nodes.diagnostics[count...].filter { !uncertain.contains($0.code) }
    nodes.diagnostics.replaceSubrange(count..., with: new)
  }

  /// Reads the root key, `<kind> <name>`.
  private mutating func head(_ node: YAMLNode) -> (DeclarationKind, Name)? {
    guard let scalar = node.scalar else { return nil }
    let words = words(scalar.text)
    guard let first = words.first else {
      report(NotADeclaration.finding("", at: node.span))
      return nil
    }
    let word = scalar.text.string(first)
    guard let kind = DeclarationKind(rawValue: word) else {
      let nearest = nearestName(to: word, among: DeclarationKind.allCases.map(\.rawValue))
      report(UnknownKind.finding(word, nearest: nearest, at: scalar.text.span(first.lowerBound, first.upperBound)))
      if words.count == 2 { unread.append(name(scalar.text, words[1])) }
      return nil
    }
    guard words.count > 1 else {
      report(NotADeclaration.withoutName(word, at: node.span))
      return nil
    }
    if kind == .role, scalar.text.bytes[words[1].lowerBound] == UInt8(ascii: "\"") {
      return quotedRole(scalar.text, words[1].lowerBound).map { (kind, $0) }
    }
    guard words.count == 2 else {
      report(NotADeclaration.tooManyWords(scalar.string, at: node.span))
      let parts = words.dropFirst().map { scalar.text.string($0) }
      unread += ["_", "."].map { Name(parts.joined(separator: $0), at: node.span) }
      return nil
    }
    return (kind, name(scalar.text, words[1]))
  }

  /// Reads the quoted name of `role "head librarian"`.
  private mutating func quotedRole(_ text: ClauseText, _ start: Int) -> Name? {
    let (role, found) = Grammar.role(text.part(start..<text.trimmed.upperBound))
    diagnostics += found
    return role
  }

  private func name(_ text: ClauseText, _ range: Range<Int>) -> Name {
    Name(text.string(range), at: text.span(range.lowerBound, range.upperBound))
  }

  private func words(_ text: ClauseText) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    for index in text.range {
      if isBlank(text.bytes[index]) {
        if let begun = start { result.append(begun..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let begun = start { result.append(begun..<text.range.upperBound) }
    return result
  }

  /// Checks the shape of a name: fact types have two segments or more, other names one (files §3).
  private mutating func checkName(_ name: Name, _ kind: DeclarationKind) -> Bool {
    // A quoted name may be any text, and is checked where it is read.
    if kind == .role, nodes.chunk.bytes[Int(name.span.start)] == UInt8(ascii: "\"") { return true }
    guard kind == .fact else { return nodes.check(name) }
    let segments = name.text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard segments.allSatisfy({ NameShape.isName($0) }) else {
      report(BadName.finding(name.text, at: name.span, help: NameShape.factType(name.text).map { "write `\($0)`" }))
      return false
    }
    if segments.count == 1 {
      report(BadName.factType(name.text, at: name.span))
      return false
    }
    let first = String(decoding: name.text.utf8.prefix { $0 != 0x2E }, as: UTF8.self)
    let start = Int(name.span.start)
    return nodes.check(Name(first, at: nodes.chunk.span(start, start + first.utf8.count)))
  }
}

/// The pack, stem and kind of a file, from its path (files §1).
struct UnitPath {
  let stem: String
  let pack: String
  let isJobFile: Bool
  private let folder: String?

  init(_ relativePath: String) {
    let parts = relativePath.utf8.split(separator: 0x2F)
    let name = parts.last ?? relativePath.utf8[relativePath.startIndex..<relativePath.startIndex]
    isJobFile = Self.ends(name, ".jtbd")
    let ending: StaticString = isJobFile ? ".jtbd" : ".truths"
    stem = String(Substring(Self.ends(name, ending) ? name.dropLast(ending.utf8CodeUnitCount) : name))
    pack = String(Substring(name.prefix(stem.utf8.count).prefix { $0 != 0x2E }))
    folder = parts.count > 1 ? String(Substring(parts[parts.count - 2])) : nil
  }

  private static func ends(_ name: Substring.UTF8View, _ ending: StaticString) -> Bool {
    ending.withUTF8Buffer { name.suffix($0.count).elementsEqual($0) }
  }

  /// Returns findings about the file's name, shown at a place within the file.
  func faults(at span: Span) -> [Diagnostic] {
    if isClean { return wrongFolder(at: span) }
    let segments = stem.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    if let bad = segments.first(where: { !NameShape.isName($0) }) {
      return [FileName.badSegment(String(decoding: bad, as: UTF8.self), stem: stem, at: span)]
    }
    return wrongFolder(at: span)
  }

  /// Whether every segment of the stem is a name.
  private var isClean: Bool {
    var isFirst = true
    for byte in stem.utf8 {
      if isFirst ? byte < 0x61 || byte > 0x7A : byte != 0x2E && !isWordByte(byte) { return false }
      isFirst = byte == 0x2E
    }
    return !isFirst
  }

  private func wrongFolder(at span: Span) -> [Diagnostic] {
    guard let folder, folder != pack else { return [] }
    return [FileName.wrongFolder(pack: pack, folder: folder, at: span)]
  }
}
