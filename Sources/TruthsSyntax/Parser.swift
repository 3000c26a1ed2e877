package import TruthsDiagnostics
package import TruthsText

/// Turns the bytes of a `.truths` or `.jtbd` file into declarations and findings: the entry point of `TruthsSyntax`. It never
/// fails.
///
/// The input is a `SourceFile`, the output a ``SourceUnit`` with the declarations as syntax trees with places, and the
/// findings. `TruthsCheck` gives the declarations their meaning. ``FileFormatter`` writes the layout of a file, and
/// ``SyntaxMender`` adds fixes to syntax errors.
///
/// Reading has four steps: ``FileSplitter`` cuts the file at its root keys, ``ChunkReader`` reads each part with libyaml
/// (folder `YAML`), ``NodeReader`` converts the YAML nodes to declarations (`Declarations`), and ``ClauseParser`` parses the
/// clauses in them (`Grammar`).
package enum Parser {
  /// Reads a file.
  ///
  /// - Parameter relativePath: the path below `truths/` or `jtbd/`, with `/`: `money/money.invoice.creation.truths`.
  package static func parse(_ file: SourceFile, relativePath: String) -> SourceUnit {
    parse(file, relativePath, nil)
  }

  /// Reads a file that has changed, and reuses the declarations before and after the change from an earlier reading. The result
  /// equals that of reading the whole file.
  ///
  /// - Parameter earlier: a reading of the old file, of the same identity and path.
  package static func parse(_ file: SourceFile, relativePath: String, goingOnFrom earlier: SourceUnit) -> SourceUnit {
    parse(file, relativePath, earlier)
  }

  /// Reads a file.
  ///
  /// - Parameter earlier: a reading of the old file; `nil` if no later reading will reuse this one.
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
    let earlierChunks = earlier.map { EarlierChunks($0.chunks, splitter.chunks, in: file) }
    for (place, range) in splitter.chunks.enumerated() where nodesLeft >= 0 {
      let chunk: ReadChunk
      if let old = earlierChunks?.chunk(place, range, of: file, nodesLeft: nodesLeft), !hasIgnores || old.places != nil {
        chunk = old
        nodesLeft -= old.nodes
      } else {
        chunk = ReadChunk(file, range, isJobFile: path.isJobFile, hasIgnores: hasIgnores, nodesLeft: &nodesLeft)
      }
      unit.declarations += chunk.declarations
      unit.unread += chunk.unread
      unit.diagnostics += chunk.diagnostics
      if let found = chunk.places { places.add(found) }
      if earlierChunks != nil { unit.chunks.append(chunk) }
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

  /// Reports and drops root keys that repeat an earlier one, because a key may occur once.
  private static func dropRepetitions(_ unit: inout SourceUnit) {
    guard unit.declarations.count > 1, unit.holdsRepetitions else { return }
    var seen: [Key: Span] = [:]
    var unique: [Declaration] = []
    for declaration in unit.declarations {
      let key = Key(kind: declaration.body.kind, name: declaration.name.text)
      if let first = seen[key] {
        unit.diagnostics.append(DuplicateKey.finding("\(key.kind.rawValue) \(key.name)", at: declaration.keySpan, first: first))
      } else {
        seen[key] = declaration.keySpan
        unique.append(declaration)
      }
    }
    unit.declarations = unique
  }
}

extension SourceUnit {
  /// Whether two root keys may be equal. Few keys are compared with each other; for many the result is `true` without a
  /// comparison.
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
  /// The kind, whose word begins the root key.
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

/// Texts outside a file of declarations: rules of a bundle, expressions on a command line.
extension Parser {
  /// Reads a file that contains one expression and nothing else.
  ///
  /// - Parameter range: the part of the file that is the expression; the whole file by default.
  package static func expression(_ file: SourceFile, in range: Range<Int>? = nil) -> (tree: Expr, diagnostics: [Diagnostic]) {
    Grammar.expression(range.map { clauseText(file).part($0) } ?? clauseText(file))
  }

  /// Reads a new name from a part of a file.
  package static func name(_ file: SourceFile, in range: Range<Int>) -> (tree: Name?, diagnostics: [Diagnostic]) {
    Grammar.name(clauseText(file).part(range))
  }

  /// Reads a file that contains one clause and nothing else.
  package static func clause(_ file: SourceFile) -> (tree: Clause, diagnostics: [Diagnostic]) {
    Grammar.clause(clauseText(file), allowsEffects: true)
  }

  /// Reads a file that contains one type and nothing else.
  package static func type(_ file: SourceFile) -> (tree: TypeSyntax, diagnostics: [Diagnostic]) {
    Grammar.type(clauseText(file))
  }

  private static func clauseText(_ file: SourceFile) -> ClauseText {
    ClauseText(file: file.id, bytes: file.bytes, range: 0..<file.bytes.count, style: .bare)
  }
}
