import Testing
import TruthsSyntax

@Suite struct ContractTests {
  @Test func theTruthOfTheContractIsRead() {
    let reading = Reading(ContractSamples.truth, path: "money/money.invoice.creation.truths")
    #expect(reading.findings == [])
    #expect(reading.unit.declarations.count == 1)
    #expect(reading.unit.stem == "money.invoice.creation")
    #expect(reading.unit.pack == "money")
  }

  @Test func theJobOfTheContractIsRead() {
    let reading = Reading(ContractSamples.job, path: "money/money.invoice.jtbd")
    #expect(reading.findings == [])
    #expect(reading.unit.declarations.count == 1)
    #expect(reading.unit.isJobFile)
  }
}
