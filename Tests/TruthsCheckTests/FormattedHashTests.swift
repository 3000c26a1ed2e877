import Testing
import TruthsCheck
import TruthsGenerators
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The truths hash does not change when files are formatted (hashes §3).
@Suite struct FormattedHashTests {
  @Test func generatedFilesKeepWhatIsHashed() {
    var declarations = DeclarationGenerator(seed: 99)
    var before: [(path: String, bytes: [UInt8])] = []
    for index in 0..<1000 {
      let file = LayoutGenerator.file(from: &declarations)
      before.append(("truths/p\(index)/p\(index).\(file.ending)", Array(file.text.utf8)))
    }
    let after = before.map { file in
      (file.path, FileFormatter.format(SourceFile(id: FileID(0), path: file.path, bytes: file.bytes)).bytes)
    }
    let programs = [before, after].map { Loader.load($0).program }
    #expect(programs[0].declarations.count > 900)
    #expect(programs[0].declarations.map(\.key) == programs[1].declarations.map(\.key))
    for (left, right) in zip(programs[0].declarations, programs[1].declarations) {
      #expect(left.body == right.body, "\(left.key)")
    }
  }
}
