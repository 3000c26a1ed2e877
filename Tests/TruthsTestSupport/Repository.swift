package import Foundation

/// The repository that the tests run in.
package enum Repository {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file's text.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Paths, below the root, of all files below a folder whose names have an ending, in order.
  package static func files(below folder: String, ending: String) -> [String] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    var paths: [String] = []
    while let path = walk.nextObject() as? String {
      if path.hasSuffix(ending), !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
        paths.append("\(folder)/\(path)")
      }
    }
    return paths.sorted()
  }

  /// The cases of the command line.
  package static let cases = files(below: "Tests/Corpus", ending: ".txt")

  /// Whether expected outputs are written instead of compared: `TRUTHS_UPDATE=1`.
  package static var isUpdating: Bool { ProcessInfo.processInfo.environment["TRUTHS_UPDATE"] == "1" }

  /// The names of the examples of this repository's packs, in order, without those that are separate projects.
  package static let examples = folders("examples").filter { folders("examples/\($0)").isEmpty }

  /// The names of the folders in a folder, in order.
  package static func folders(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { !$0.hasPrefix(".") && !$0.contains(".") }.sorted()
  }
}
