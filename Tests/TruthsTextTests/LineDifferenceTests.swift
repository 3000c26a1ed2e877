import Testing
import TruthsText

/// The difference of two lists of lines turns one into the other, is short, and is found quickly.
@Suite struct LineDifferenceTests {
  private func lines(_ text: String) -> [ArraySlice<UInt8>] { text.split(separator: " ").map { Array($0.utf8)[...] } }

  /// `-old+new` for every change.
  private func told(_ old: String, _ new: String) -> String {
    let (before, after) = (lines(old), lines(new))
    return LineDifference(before, after).changes.map { change in
      "-" + change.old.map { String(decoding: before[$0], as: UTF8.self) }.joined()
        + "+" + change.new.map { String(decoding: after[$0], as: UTF8.self) }.joined()
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", "", ""), ("a", "a", ""), ("", "a b", "-+ab"), ("a b", "", "-ab+"), ("a b c", "a x c", "-b+x"),
    ("a b c d", "a c x d", "-b+ -+x"), ("a a a", "a a", "-a+"), ("x a b y", "x b a y", "-a+ -+a"), ("a b", "c d", "-ab+cd"),
    ("( ) ( x )", "( ) ( ) ( x )", "-+)("),
  ]) func smallOnes(_ old: String, _ new: String, _ expected: String) {
    #expect(told(old, new) == expected)
  }

  @Test func changesLeadFromOneToTheOther() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<2000 {
      let kinds = 1 + next(12)
      let old = (0..<next(30)).map { _ in [UInt8(next(kinds))][...] }
      let new = (0..<next(30)).map { _ in [UInt8(next(kinds))][...] }
      var built: [ArraySlice<UInt8>] = []
      var kept = 0
      for change in LineDifference(old, new).changes {
        built += old[kept..<change.old.lowerBound]
        #expect(built.count == change.new.lowerBound)
        built += new[change.new]
        kept = change.old.upperBound
      }
      #expect(built + old[kept...] == new)
    }
  }

  @Test func everyLineChangedTakesNoLongerThanALook() {
    let old = (0..<100_000).map { Array("\($0 % 7)\r\n".utf8)[...] }
    let new = (0..<100_000).map { Array("\($0 % 7)\n".utf8)[...] }
    #expect(LineDifference(old, new).changes.map(\.old) == [0..<100_000])
  }
}
