import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A rule set without the packs that have errors, and without the packs that use them, so that the other packs can still be
/// decided.
struct SoundSet {
  /// The set without the declarations of the omitted files, which stay as empty files so that spans are the same. It is `nil` if
  /// no file is omitted, and if all are.
  let workspace: Workspace?
  /// The files that are omitted.
  let faulty: Set<FileID>

  /// Whether nothing is left out.
  var isWhole: Bool { faulty.isEmpty }
  /// Whether some rules can be decided.
  var isDecidable: Bool { isWhole || workspace != nil }

  /// Creates a whole set.
  init() { (workspace, faulty) = (nil, []) }

  /// - Parameters:
  ///   - loaded: a set with errors.
  ///   - kept: the set of the last time, which is brought up to date.
  init(of loaded: LoadedSet, kept: inout IncrementalWorkspace?) {
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    let packs = Dictionary(first: loaded.units.map { ($0.file, $0.pack) })
    var lost = Set(errors.compactMap { packs[$0.span.file] })
    var count = -1
    while count != lost.count {
      count = lost.count
      for pack in loaded.program.packs where pack.uses.contains(where: lost.contains) { lost.insert(pack.name) }
    }
    let files = loaded.sources.files.dropFirst()
    let faulty = Set(files.map(\.id).filter { packs[$0].map(lost.contains) ?? true })
    self.faulty = faulty
    guard faulty.count < files.count else {
      workspace = nil
      return
    }
    let declared = Dictionary(
      first: loaded.units.compactMap { unit in
        unit.declarations.first { if case .pack = $0.body { true } else { false } }.map { (unit.file, $0.name.text) }
      })
    let texts = files.enumerated().map { number, file in
      let text = Self.placeholder(of: file.path, number, pack: declared[file.id])
      return SourceText(path: file.path, bytes: faulty.contains(file.id) ? Array(text.utf8) : file.bytes)
    }
    let set = kept ?? IncrementalWorkspace(truths: texts)
    set.replace(with: texts)
    kept = set
    let isSound =
      !set.checkedSet.diagnostics.contains { $0.severity == .error }
      && set.checkedSet.sources.files.map(\.path) == loaded.sources.files.map(\.path)
    workspace = isSound ? set.workspace : nil
  }

  /// Returns the text of a file that is left out. A file without declarations would be an error.
  private static func placeholder(of path: String, _ number: Int, pack: String?) -> String {
    if path.hasSuffix(".jtbd") {
      return "jtbd left_out_\(number):\n  verb: Leave\n  object: File\n  outcome: It is left out\n"
    }
    return pack.map { "pack \($0):\n  version: 1.0.0\n" } ?? "enum left_out_\(number): [here, there]\n"
  }
}
