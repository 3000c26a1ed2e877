import Foundation
import TruthsDiagnostics
import TruthsText

/// The properties that targets check. A violation ends the process like a crash, so that libFuzzer keeps the input.
enum Claim {
  /// - Parameter text: the violated property, with the data to reproduce it.
  static func holds(_ isSo: Bool, _ text: @autoclosure () -> String) {
    if !isSo { fails(text()) }
  }

  static func fails(_ text: String) -> Never {
    FileHandle.standardError.write(Data("== does not hold: \(text)\n".utf8))
    abort()
  }

  /// Checks that every span of a finding lies inside of a known file, because reports cut the files at these spans.
  static func standInside(_ diagnostics: [Diagnostic], _ sources: SourceMap) {
    for diagnostic in diagnostics {
      let spans = [diagnostic.span] + diagnostic.notes.map(\.span) + diagnostic.fixes.flatMap { $0.edits.map(\.span) }
      for span in spans {
        let end = sources.file(span.file)?.bytes.count ?? -1
        let isInside = span.start >= 0 && span.start <= span.end && Int(span.end) <= end
        holds(isInside, "\(diagnostic) stands at \(span) of a file of \(end) bytes")
      }
    }
  }
}
