import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// A bundle: a truth set in one file (`*.truthpack`), with the texts that it was compiled from and the hash that proves them.
///
///     {"truthpack": 1, "declarations": {…}, "governing": {…}, "truths": "sha256:…",
///      "sources": {"truths/money/money.truths": "…"}}
///
/// `declarations`, `governing` and `truths` are what can be hashed without knowing the language (runtime.md §2); `sources` is
/// what runs, and what findings point into. A bundle is believed only where the one follows from the other.
public struct TruthPack: Sendable {
  /// The form of bundles that this tool writes and reads.
  static let version = 1

  /// The truth and job files of the bundle, in order of path.
  public let truths: [SourceText]

  let declarations: LocatedJSON
  let governing: LocatedJSON
  let hash: LocatedJSON
  /// The characters of the name `sources`, where findings about all of them stand.
  let sourcesSpan: Span
  /// The bundle itself.
  let sources: SourceMap

  /// Reads a bundle; whether its parts belong together ``workspace(today:)`` tells.
  ///
  /// - Throws: what is wrong with the file.
  public init(_ text: SourceText) throws(Findings) {
    var sources = SourceMap()
    let file = sources.add(path: text.path, bytes: text.bytes)
    var reader = TruthPackReader()
    let json: LocatedJSON
    switch JSONReader.read(file, limits: .ledger) {
    case .success(let value): json = value
    case .failure(let fault): throw Findings([fault], in: sources)
    }
    let parts = reader.parts(of: json)
    guard let parts, reader.findings.isEmpty else { throw Findings(reader.findings, in: sources) }
    truths = parts.truths
    declarations = parts.declarations
    governing = parts.governing
    hash = parts.hash
    sourcesSpan = parts.sourcesSpan
    self.sources = sources
  }

  /// Whether a path is that of a bundle.
  public static func isPath(_ path: String) -> Bool { path.hasSuffix(".truthpack") }
}
