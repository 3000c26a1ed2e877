import Foundation
package import Truths
import TruthsDiagnostics

/// All texts of this repository that are truth or job files, with the sets that they form.
package enum RepositoryTexts {
  package struct Set: Sendable {
    package var name: String
    package var files: [(path: String, bytes: [UInt8])]
  }

  package static func isTruths(_ path: String) -> Bool { path.hasSuffix(".truths") || path.hasSuffix(".jtbd") }

  /// The repository's own, those of the documents, the cases of the command line, and the samples of the diagnostics.
  package static let sets: [Set] = own + documents + cases + samples

  package static let own: [Set] = {
    let paths = ["truths", "jtbd"].flatMap { Repository.files(below: $0, ending: "") }.filter(isTruths)
    return [Set(name: "truths", files: paths.map { ($0, bytes($0)) })]
  }()

  /// The repository's own truths and jobs, loaded once for all tests.
  package static let workspace = Workspace(truths: own.flatMap(\.files).map { SourceText(path: $0.path, bytes: $0.bytes) })

  private static func bytes(_ path: String) -> [UInt8] {
    (try? Data(contentsOf: Repository.root.appending(path: path))).map { [UInt8]($0) } ?? []
  }

  private static let documents: [Set] = (["README.md"] + Repository.files(below: "docs", ending: ".md")).compactMap { path in
    let document = LiterateDocument((try? Repository.text(path)) ?? "")
    var files: [(path: String, bytes: [UInt8])] = []
    for case .file(let path, let lines) in document.parts where isTruths(path) {
      let text = Array((lines.joined(separator: "\n") + "\n").utf8)
      if let known = files.firstIndex(where: { $0.path == path }) {
        files[known].bytes += [0x0A] + text
      } else {
        files.append((path, text))
      }
    }
    return files.isEmpty ? nil : Set(name: path, files: files)
  }

  private static let cases: [Set] = Repository.cases.compactMap { path in
    guard let archive = (try? Repository.text(path)).flatMap({ try? Archive($0) }) else { return nil }
    let files = archive.steps.compactMap { step -> (path: String, bytes: [UInt8])? in
      if case .file(let path, let text) = step, isTruths(path) { (path, Array(text.utf8)) } else { nil }
    }
    return files.isEmpty ? nil : Set(name: path, files: files)
  }

  private static let samples: [Set] = DiagnosticRegistry.pages.flatMap { page in
    (page.wrong + page.right).enumerated().compactMap { index, sample in
      let files = sample.files.enumerated().compactMap { index, file -> (path: String, bytes: [UInt8])? in
        let bytes = index == 0 ? sample.bytes?() ?? Array(file.text.utf8) : Array(file.text.utf8)
        return isTruths(file.path) && bytes.count < 1 << 20 ? (file.path, bytes) : nil
      }
      return files.isEmpty ? nil : Set(name: "\(page.code) \(index)", files: files)
    }
  }
}
