import TruthsDiagnostics
import TruthsText

/// What a file's path says about it (language.md §1).
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

  /// What does not fit in the file's name, shown at a place within the file.
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
