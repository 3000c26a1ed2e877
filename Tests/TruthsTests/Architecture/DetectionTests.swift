import Testing
import TruthsDiagnostics
import TruthsTestSupport

/// The documentation comment of each kind of diagnostic names the files that detect it: `Detected in …`.
@Suite("Diagnostics say where they are detected")
struct DetectionTests {
  /// The files that the documentation comment of each kind names, by the kind's name.
  static let detections: [String: [String]] = {
    var found: [String: [String]] = [:]
    for path in Repository.files(below: "Sources/TruthsDiagnostics/Codes", ending: ".swift") {
      var comment = ""
      for line in ((try? Repository.text(path)) ?? "").split(separator: "\n") {
        if line.hasPrefix("///") {
          comment += line.dropFirst(3)
          continue
        }
        let words = line.split(separator: " ")
        if words.count > 3, words[..<2] == ["package", "enum"], words[3] == "DiagnosticKind" {
          found[String(words[2].dropLast())] = files(in: comment)
        }
        comment = ""
      }
    }
    return found
  }()

  /// Returns the files that a comment names after `Detected in`.
  private static func files(in comment: String) -> [String] {
    guard let start = comment.firstRange(of: "Detected in ") else { return [] }
    let parts = comment[start.upperBound...].split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  @Test("every registered kind is found, and names a file")
  func all() {
    let kinds = DiagnosticRegistry.kinds.map { String(describing: $0) }
    #expect(Set(kinds) == Set(Self.detections.keys))
    for kind in kinds { #expect(Self.detections[kind]?.isEmpty == false, "\(kind) does not say where it is detected") }
  }

  @Test("each named file is a source file that makes the diagnostic")
  func filesMakeTheKind() {
    var codes: [String: String] = [:]
    for (kind, files) in Self.detections {
      for file in files {
        if codes[file] == nil {
          let lines = ((try? Repository.text(file)) ?? "").split(separator: "\n")
          codes[file] = lines.filter { !TidyTests.isComment($0) }.joined(separator: "\n")
        }
        let isMade = codes[file]?.utf8.firstRange(of: "\(kind).".utf8) != nil
        #expect(isMade, "\(kind): \(file) does not make it, or does not exist")
      }
    }
  }
}
