package import TruthsDiagnostics
package import TruthsText

/// The front end: bytes of a `.truths` or `.jtbd` file in, declarations and findings out. It never fails.
package enum Parser {
  /// Reads a file.
  ///
  /// - Parameter relativePath: the path below `truths/` or `jtbd/`, with `/`: `money/money.invoice.creation.truths`.
  package static func parse(_ file: SourceFile, relativePath: String) -> SourceUnit {
    parse(file, relativePath, nil)
  }

  /// Reads a file that has changed. Declarations before and after the change are taken over from an earlier reading. The result
  /// is that of reading the whole file.
  ///
  /// - Parameter earlier: a reading of the file as it was, of the same identity and path.
  package static func parse(_ file: SourceFile, relativePath: String, goingOnFrom earlier: SourceUnit) -> SourceUnit {
    parse(file, relativePath, earlier)
  }

  /// - Parameter earlier: `nil` if no later reading reuses this one.
  private static func parse(_ file: SourceFile, _ relativePath: String, _ earlier: SourceUnit?) -> SourceUnit {
    let path = UnitPath(relativePath)
    var unit = SourceUnit(
      file: file.id, relativePath: relativePath, stem: path.stem, pack: path.pack, isJobFile: path.isJobFile, declarations: [],
      diagnostics: [])
    var splitter = FileSplitter(file)
    splitter.run()
    unit.diagnostics = splitter.diagnostics + splitter.remarks
    var nodesLeft = TreeBuilder.nodeLimit
    let hasIgnores = IgnoreReader.isNeeded(in: file)
    var places = IgnoreReader.Places()
    let known = earlier.map { EarlierChunks($0.chunks, splitter.chunks, in: file) }
    for (place, range) in splitter.chunks.enumerated() where nodesLeft >= 0 {
      let chunk: ReadChunk
      if let old = known?.chunk(place, range, of: file, nodesLeft: nodesLeft), !hasIgnores || old.places != nil {
        chunk = old
        nodesLeft -= old.nodes
      } else {
        chunk = ReadChunk(file, range, isJobFile: path.isJobFile, hasIgnores: hasIgnores, nodesLeft: &nodesLeft)
      }
      unit.declarations += chunk.declarations
      unit.unread += chunk.unread
      unit.diagnostics += chunk.diagnostics
      if let found = chunk.places { places.add(found) }
      if known != nil { unit.chunks.append(chunk) }
    }
    if !splitter.chunks.isEmpty { unit.diagnostics += path.faults(at: unit.declarations.first?.keySpan ?? file.span.atStart) }
    dropRepetitions(&unit)
    if hasIgnores { IgnoreReader.read(file, places, into: &unit) }
    unit.diagnostics = unit.diagnostics.inOrder()
    return unit
  }

  /// A root key; names are ASCII, so that equal strings are equal bytes.
  private struct Key: Hashable {
    let kind: DeclarationKind
    let name: String
  }

  /// A root key may stand once, as any key; the second is reported and left out.
  private static func dropRepetitions(_ unit: inout SourceUnit) {
    guard unit.declarations.count > 1, unit.holdsRepetitions else { return }
    var seen: [Key: Span] = [:]
    var kept: [Declaration] = []
    for declaration in unit.declarations {
      let key = Key(kind: declaration.body.kind, name: declaration.name.text)
      if let first = seen[key] {
        unit.diagnostics.append(DuplicateKey.found("\(key.kind.rawValue) \(key.name)", at: declaration.keySpan, first: first))
      } else {
        seen[key] = declaration.keySpan
        kept.append(declaration)
      }
    }
    unit.declarations = kept
  }
}

extension SourceUnit {
  /// Whether two root keys may be the same. Few keys are compared pairwise; many may always be.
  fileprivate var holdsRepetitions: Bool {
    if declarations.count > 8 { return true }
    return declarations.indices.dropFirst().contains { place in
      declarations[..<place].contains {
        $0.name.text == declarations[place].name.text && $0.body.kind == declarations[place].body.kind
      }
    }
  }
}

extension Declaration.Body {
  /// Its kind, whose word begins the root key.
  package var kind: DeclarationKind {
    switch self {
    case .pack: .pack
    case .enumeration: .enum
    case .record: .record
    case .fact: .fact
    case .intent: .intent
    case .policy: .policy
    case .calendar: .calendar
    case .table(let table): table.isFunction ? .function : .table
    case .lifecycle: .lifecycle
    case .truth: .truth
    case .invariant: .invariant
    case .job: .jtbd
    case .blueprint: .blueprint
    case .source: .source
    case .role: .role
    }
  }
}

/// Single texts of the grammar outside a file of declarations: rules of a bundle, expressions given on a command line.
extension Parser {
  /// Reads a file that holds one expression and nothing else.
  ///
  /// - Parameter range: where the expression stands in the file; everywhere by default.
  package static func expression(_ file: SourceFile, in range: Range<Int>? = nil) -> (tree: Expr, diagnostics: [Diagnostic]) {
    Grammar.expression(range.map { whole(file).part($0) } ?? whole(file))
  }

  /// Reads a name that is given, at a place of a file.
  package static func name(_ file: SourceFile, in range: Range<Int>) -> (tree: Name?, diagnostics: [Diagnostic]) {
    Grammar.name(whole(file).part(range))
  }

  /// Reads a file that holds one clause and nothing else.
  package static func clause(_ file: SourceFile) -> (tree: Clause, diagnostics: [Diagnostic]) {
    Grammar.clause(whole(file), allowsEffects: true)
  }

  /// Reads a file that holds one type and nothing else.
  package static func type(_ file: SourceFile) -> (tree: TypeSyntax, diagnostics: [Diagnostic]) {
    Grammar.type(whole(file))
  }

  private static func whole(_ file: SourceFile) -> ClauseText {
    ClauseText(file: file.id, bytes: file.bytes, range: 0..<file.bytes.count, style: .bare)
  }
}
