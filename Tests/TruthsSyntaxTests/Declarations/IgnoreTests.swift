import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

@Suite struct IgnoreTests {
  @Test func aCommentBelongsToWhatStandsBelow() {
    let text = """
      # truths:ignore T4012 too early to say until 2027-01-31
      truth t:
        when:
          - intent: i
        requires:
          # truths:ignore T1003
          # because
          - a > 5
        summary: |
          # truths:ignore T1004
      #truths:ignore T1005 why
      enum e: [f]
      # truths:ignore T1006

      """
    let reading = Reading(text)
    #expect(reading.findings == [])
    let ignores = reading.unit.ignores
    #expect(ignores.map(\.code) == ["T4012", "T1003", "T1005", "T1006"])
    #expect(ignores.map(\.reason) == ["too early to say", "", "why", ""])
    #expect(ignores.map { $0.until?.text } == ["2027-01-31", nil, nil, nil])
    let targets = ignores.map { $0.target.map { String(reading.file.text($0).prefix(7)) } }
    #expect(targets == ["truth t", "a > 5", "enum e:", nil])
    #expect(reading.file.text(ignores[0].span) == "# truths:ignore T4012 too early to say until 2027-01-31")
    #expect(ignores[0].until.map { reading.file.text($0.span) } == "2027-01-31")
  }

  static let faults: [Expectation] = [
    .init("T0068", "no code follows `truths:ignore`", "«# truths:ignore»\nenum e: [f]\n"),
    .init("T0068", "no code follows `truths:ignore`", "«# truths:ignore this»\nenum e: [f]\n"),
    .init("T0068", "no code follows `truths:ignore`", "enum e:\n  «# truths:ignore T40»\n  - f\n"),
    .init("T0068", "`2099-02-30` is not a date", "«# truths:ignore T4012 why until 2099-02-30»\nenum e: [f]\n"),
    .init("T0068", "`soon` is not a date", "«# truths:ignore T4012 why until soon»\nenum e: [f]\n"),
  ]

  @Test(arguments: faults) func aCommentThatCannotBeReadIsAFinding(_ fault: Expectation) {
    let reading = Reading(MarkedText(fault.marked).text)
    fault.check(reading.diagnostics, reading.file)
    #expect(reading.unit.ignores.isEmpty)
  }
}
