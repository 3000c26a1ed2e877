import Foundation
import Testing
import TruthsTestSupport

/// Every archive below `Tests/Corpus` is run with the built executable, and all of its output is compared. `TRUTHS_UPDATE=1
/// swift test --filter CorpusTests` writes the expected output.
@Suite("The command line")
struct CorpusTests {

  @Test("does what its archive says", arguments: Repository.cases)
  func archive(_ path: String) throws {
    let text = try Repository.text(path)
    let expected = try Archive(text)
    #expect(expected.steps.contains { if case .command = $0 { true } else { false } }, "\(path) has no command")
    let actual = try withScratchDirectory { try run(expected, in: $0) }
    if Repository.isUpdating {
      try Data(actual.text.utf8).write(to: Repository.root.appending(path: path))
    } else {
      for case (.command(let wanted), .command(let got)) in zip(expected.steps, actual.steps) {
        #expect(got.output == wanted.output, "\(path): $ \(wanted.line)")
        #expect(got.complaints == wanted.complaints, "\(path): $ \(wanted.line)")
        #expect(got.status == wanted.status, "\(path): $ \(wanted.line)")
      }
    }
  }

  @Test("an archive that is read and written is the same text")
  func roundTrip() throws {
    #expect(!Repository.cases.isEmpty)
    for path in Repository.cases {
      let text = try Repository.text(path)
      #expect(try Archive(text).text == text, "\(path)")
    }
  }

  /// Returns the archive with the actual output of its commands.
  private func run(_ archive: Archive, in directory: URL) throws -> Archive {
    var actual = archive
    for (index, step) in archive.steps.enumerated() {
      switch step {
      case .file(let path, let text):
        let file = directory.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      case .command(var command):
        let result = try BuiltCommand.shell(command.line, in: directory)
        command.output = Archive.closed(clean(result.output, directory))
        command.complaints = Archive.closed(clean(result.complaints, directory))
        command.status = result.status
        actual.steps[index] = .command(command)
      }
    }
    return actual
  }

  /// Returns a text with `/here` in place of the scratch directory, whose name changes.
  private func clean(_ text: String, _ directory: URL) -> String {
    text.replacingOccurrences(of: directory.resolvingSymlinksInPath().path, with: "/here")
  }
}
