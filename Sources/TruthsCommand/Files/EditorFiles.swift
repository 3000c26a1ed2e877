import Truths
import TruthsLanguageServer

/// Gives a language server the files on disk. Unreadable files count as missing, because an editor shows those that are open.
struct EditorFiles: LanguageHost {
  var today: String { Today.text }

  func root(around path: String) -> String? {
    Project.root(from: FileSystem.kind(of: path) == .directory ? path : PathText.parent(path))
  }

  func files(ofRoot root: String) -> ProjectFiles {
    guard let project = try? Project(paths: [root], refuse: { _ in }) else { return ProjectFiles() }
    let truths = project.truths.compactMap { path in bytes(of: path).map { (project.shown(path), $0) } }
    return ProjectFiles(truths: truths, fixtures: (try? project.readFixtures()) ?? [])
  }

  func bytes(of path: String) -> [UInt8]? {
    FileSystem.kind(of: path) == .file ? try? FileReader.read(path, shown: path, limit: FileReader.fileLimit) : nil
  }

  func ledgers(below root: String, holding text: String) -> [String] {
    let files = (try? FileTree.everyFile(below: root, refuse: { _ in })) ?? []
    let wanted = Array("\"\(text)\"".utf8)
    return files.filter { $0.hasSuffix(".jsonl") && FileSystem.size(of: $0) <= FileReader.fileLimit }
      .filter { bytes(of: $0).map { Self.holds($0, wanted) } ?? false }.map { PathText.shown($0, from: root) }
  }

  private static func holds(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { place in
      bytes[place] == wanted[0] && bytes[place..<(place + wanted.count)].elementsEqual(wanted)
    }
  }
}
