import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A bundle (`*.truthpack`): a rule set in one file, with its source texts and the hash that proves them.
///
///     {"truthpack": 1, "declarations": {…}, "governing": {…}, "truths": "sha256:…",
///      "sources": {"truths/money/money.truths": "…"}}
///
/// `declarations`, `governing` and `truths` can be hashed without knowing the language (hashes §3). `sources` is what runs and
/// what findings refer to. A bundle is accepted only if compiling `sources` gives the other three.
public struct TruthPack: Sendable {
  /// Format version of the bundles that this tool writes and reads.
  static let version = 1

  /// The truth and job files of the bundle, in order of path.
  public let truths: [SourceText]

  let declarations: LocatedJSON
  let governing: LocatedJSON
  let hash: LocatedJSON
  /// Location of the name `sources`, for findings about all source texts.
  let sourcesSpan: Span
  /// The source map of the bundle file.
  let sources: SourceMap

  /// Reads a bundle. ``workspace(today:)`` checks that its parts match.
  ///
  /// - Throws: findings about the file.
  public init(_ text: SourceText) throws(Findings) {
    var sources = SourceMap()
    let file = sources.add(path: text.path, bytes: text.bytes)
    var reader = TruthPackReader()
    let json: LocatedJSON
    switch JSONReader.read(file, limits: .ledger) {
    case .success(let value): json = value
    case .failure(let fault): throw Findings([fault], in: sources)
    }
    let contents = reader.contents(of: json)
    guard let contents, reader.findings.isEmpty else { throw Findings(reader.findings, in: sources) }
    truths = contents.truths
    declarations = contents.declarations
    governing = contents.governing
    hash = contents.hash
    sourcesSpan = contents.sourcesSpan
    self.sources = sources
  }

  /// Returns whether a path ends like a bundle's. A bundle may also have another name (``isBundle(beginning:)``).
  public static func isPath(_ path: String) -> Bool { path.hasSuffix(".truthpack") }

  /// Returns whether a file is a bundle, whatever its name: its first member is `truthpack`.
  ///
  /// - Parameter bytes: the first bytes of the file; ``beginningLength`` of them suffice.
  public static func isBundle(beginning bytes: some Sequence<UInt8>) -> Bool {
    let dense = bytes.lazy.filter { !isBlank($0) }.prefix(beginning.count)
    return dense.elementsEqual(beginning)
  }

  /// Number of bytes at a file's beginning that show whether it is a bundle.
  public static let beginningLength = 256

  private static let beginning = Array(#"{"truthpack":"#.utf8)
}

extension TruthPack {
  static let shape = record.shape

  typealias Content = (declarations: JSONObject, governing: JSONObject, truths: String, sources: JSONObject)

  static let record = JSONRecord<Content>([
    .required("truthpack", .count(from: version), "The version of the form.") { _ in version },
    .required("declarations", .map(), "The canonical declarations, by kind and name.") { $0.declarations },
    .required("governing", .map(), "By intent, the keys of the declarations that govern it.") { $0.governing },
    .required("truths", .hash, "The truths hash.") { $0.truths },
    .required("sources", .map(.text), "The text of each file, by path.") { $0.sources },
  ])
}

extension TruthPack {
  /// Returns the rule set of the bundle, compiled again from its sources and compared with its other parts.
  ///
  /// - Parameter today: date for checking whether `# truths:ignore … until` comments have expired; without it none expires.
  /// - Throws: findings where the parts do not match the sources, because one of them was changed.
  public func workspace(today: String? = nil) throws(Findings) -> Workspace {
    let workspace = Workspace(truths: truths, today: today)
    if let difference = difference(workspace) { throw Findings([difference], in: sources) }
    return workspace
  }

  /// Returns the first difference between the bundle and what its sources give.
  private func difference(_ workspace: Workspace) -> Diagnostic? {
    let errors = workspace.loaded.diagnostics.filter { $0.severity == .error }
    if let first = errors.first {
      let position = workspace.loaded.sources.start(of: first.span)
      let path = workspace.loaded.sources.file(first.span.file)?.path ?? ""
      let place = "\(path):\(position.line):\(position.column)"
      return BundleMismatch.faulty(counted(errors.count, "error"), first: first.message, place: place, at: sourcesSpan)
    }
    guard let procedure = try? workspace.procedure() else { return nil }
    let parts = [
      ("declarations", declarations, workspace.declarations), ("governing", governing, workspace.governing(procedure)),
    ]
    for (name, found, recomputed) in parts {
      if let difference = Self.difference(name, found, recomputed) { return difference }
    }
    guard let stated = hash.stringValue, !stated.utf8.elementsEqual(procedure.truthsHash.utf8) else { return nil }
    return BundleMismatch.hash(stated, recomputed: procedure.truthsHash, at: hash.span)
  }

  /// Returns the first member that differs, or that only one side has.
  private static func difference(_ name: String, _ recorded: LocatedJSON, _ recomputed: JSONObject) -> Diagnostic? {
    let wanted = Dictionary(first: recomputed.members.map { ($0.name, $0.value) })
    var missing = Set(wanted.keys)
    for member in recorded.members ?? [] {
      missing.remove(member.name)
      guard let value = wanted[member.name] else {
        return BundleMismatch.extra(member.name.string, in: name, at: member.nameSpan)
      }
      guard value.canonical() == member.value.value.canonical() else {
        return BundleMismatch.differing(member.name.string, in: name, at: member.nameSpan)
      }
    }
    let brace = Span(file: recorded.span.file, start: Int(recorded.span.start), end: Int(recorded.span.start) + 1)
    return missing.min().map { BundleMismatch.missing($0.string, in: name, at: brace) }
  }
}

/// Reads the parts of a bundle strictly. Unknown members are findings.
struct TruthPackReader {
  /// Findings about the bundle's structure.
  private(set) var findings: [Diagnostic] = []

  struct Parts {
    var truths: [SourceText]
    var declarations: LocatedJSON
    var governing: LocatedJSON
    var hash: LocatedJSON
    var sourcesSpan: Span
  }

  private static let members = TruthPack.record.members.names

  /// Returns the parts; `nil` where some are missing or invalid.
  mutating func contents(of json: LocatedJSON) -> Parts? {
    guard let members = json.members else {
      findings.append(BundleShapeFault.notABundle(at: json.span))
      return nil
    }
    // The contents of other versions are unknown, so there are no further findings.
    guard let version = member("truthpack", of: json), isKnown(version.value) else { return nil }
    for member in members where !Self.members.contains(member.name.string) {
      findings.append(BundleShapeFault.unknown(member.name.string, known: Self.members, at: member.nameSpan))
    }
    let declarations = object("declarations", of: json)
    let governing = object("governing", of: json)
    let hash = member("truths", of: json)?.value
    if let hash, hash.stringValue == nil { wrongForm("truths", "a text", at: hash.span) }
    let sources = object("sources", of: json)
    guard let declarations, let governing, let hash, let sources else { return nil }
    let truths = (sources.value.members ?? []).compactMap { source($0) }
    return Parts(
      truths: truths, declarations: declarations.value, governing: governing.value, hash: hash, sourcesSpan: sources.nameSpan)
  }

  private mutating func isKnown(_ version: LocatedJSON) -> Bool {
    guard case .number(let number) = version.kind else {
      wrongForm("truthpack", "a number", at: version.span)
      return false
    }
    if number == Decimal(TruthPack.version) { return true }
    findings.append(BundleVersionFault.unknown(number.canonicalText, known: TruthPack.version, at: version.span))
    return false
  }

  private mutating func source(_ member: LocatedJSON.Member) -> SourceText? {
    let path = member.name.string
    guard path.hasSuffix(".truths") || path.hasSuffix(".jtbd") else {
      findings.append(BundleShapeFault.notASource(path, at: member.nameSpan))
      return nil
    }
    guard let text = member.value.stringValue else {
      wrongForm(path, "a text", at: member.value.span)
      return nil
    }
    return SourceText(path: path, bytes: Array(text.utf8))
  }

  private mutating func member(_ name: String, of json: LocatedJSON) -> LocatedJSON.Member? {
    let member = json.member(name)
    if member == nil {
      let brace = Span(file: json.span.file, start: Int(json.span.start), end: Int(json.span.start) + 1)
      findings.append(BundleShapeFault.missing(name, at: brace))
    }
    return member
  }

  private mutating func object(_ name: String, of json: LocatedJSON) -> LocatedJSON.Member? {
    guard let member = member(name, of: json) else { return nil }
    guard member.value.members != nil else {
      wrongForm(name, "an object", at: member.value.span)
      return nil
    }
    return member
  }

  private mutating func wrongForm(_ name: String, _ wanted: String, at span: Span) {
    findings.append(BundleShapeFault.wrongForm(name, wanted: wanted, at: span))
  }
}
