import Truths
import TruthsLanguageServer

/// Gives a language server the files on disk. Unreadable files count as missing, because an editor shows open files itself.
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

  func snapshot(ofRoot root: String) -> FileSnapshot {
    let files = (try? Project(paths: [root], refuse: { _ in }))?.files ?? []
    let scratch = LanguageServer.scratchPaths.map { PathText.join(root, $0) }
    return FileSnapshot(
      (files + scratch).compactMap { path in
        FileSystem.stamp(of: path).map { (PathText.shown(path, from: root), $0) }
      })
  }

  func bytes(of path: String) -> [UInt8]? {
    FileSystem.kind(of: path) == .file ? try? FileReader.read(path, shown: path, limit: FileReader.fileLimit) : nil
  }

  func files(below root: String, holding text: String, where isWanted: (String) -> Bool) -> [String] {
    let files = (try? FileTree.everyFile(below: root, refuse: { _ in })) ?? []
    let wanted = Array("\"\(text)\"".utf8)
    return files.compactMap { path in
      let shown = PathText.shown(path, from: root)
      guard isWanted(shown), FileSystem.size(of: path) <= FileReader.fileLimit, let bytes = bytes(of: path) else { return nil }
      return Self.holds(bytes, wanted) ? shown : nil
    }
  }

  private static func holds(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { place in
      bytes[place] == wanted[0] && bytes[place..<(place + wanted.count)].elementsEqual(wanted)
    }
  }
}
