import TruthsDiagnostics
import TruthsText

/// What a file's path says about it (language.md §1).
struct UnitPath {
  let stem: String
  let pack: String
  let isJobFile: Bool
  private let folder: String?

  init(_ relativePath: String) {
    let parts = relativePath.split(separator: "/")
    let name = parts.last ?? ""
    isJobFile = name.hasSuffix(".jtbd")
    let ending = isJobFile ? ".jtbd" : ".truths"
    stem = String(name.hasSuffix(ending) ? name.dropLast(ending.utf8.count) : name)
    pack = String(stem.prefix { $0 != "." })
    folder = parts.count > 1 ? String(parts[parts.count - 2]) : nil
  }

  /// What does not fit in the file's name, shown at a place within the file.
  func faults(at span: Span) -> [Diagnostic] {
    let segments = stem.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    if let bad = segments.first(where: { !NameShape.isName($0) }) {
      return [FileName.badSegment(String(decoding: bad, as: UTF8.self), stem: stem, at: span)]
    }
    guard let folder, folder != pack else { return [] }
    return [FileName.wrongFolder(pack: pack, folder: folder, at: span)]
  }
}
