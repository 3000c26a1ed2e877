import Testing
import TruthsSyntax

/// The canonical layout, and that laying it out again changes nothing.
@Suite struct LayoutTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      self.name = name
      self.before = before
      self.after = after
    }

    /// A file that is laid out already.
    init(_ name: String, _ text: String) { self.init(name, text, text) }

    var testDescription: String { name }
  }

  @Test(
    arguments: [
      LayoutSamples.layouts, LayoutSamples.scalars, LayoutSamples.comments, LayoutSamples.empty, LayoutSamples.files,
    ].joined().map { $0 })
  func isLaidOut(_ sample: Sample) {
    let (text, refused) = laidOut(sample.before)
    #expect(text == sample.after)
    #expect(refused == [])
    #expect(laidOut(text).text == text)
  }

  @Test func theContractsSamplesStandAsTheyAre() {
    for sample in [ContractSamples.truth, ContractSamples.job] { #expect(laidOut(sample).text == sample) }
  }

  /// Formatting does not remove the parts of a file that `check` refuses.
  @Test(arguments: ["pack p:\n...\n  version: 1.0.0\n", " enum a: [b]\nenum c:   [d]\n", "enum a:   [b]\n... enum c: [d]\n"])
  func filesThatAreNoListOfDeclarationsStandAsTheyAre(_ text: String) {
    #expect(laidOut(text).text == text)
  }

  @Test func everythingAtOnce() {
    for text in [Kitchen.sink, Kitchen.truth] {
      let (once, refused) = laidOut(text)
      #expect(refused == [])
      #expect(laidOut(once).text == once)
    }
    #expect(laidOut(Kitchen.truth).text == Kitchen.truth)
  }
}
