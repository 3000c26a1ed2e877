import Foundation
import Testing
import TruthsCheck
import TruthsEval
import TruthsProgram
import TruthsText

struct CoverageReportTests {
  // MARK: Shares

  @Test(
    "Percents are rounded down, so that only a whole share is 100",
    arguments: [
      (0, 26, "0"), (1, 3, "33.3"), (2, 3, "66.6"), (9_999, 10_000, "99.9"), (7, 7, "100"), (0, 0, "100"), (1, 2, "50"),
    ])
  func percent(exercised: Int, total: Int, text: String) {
    #expect(CoverageShare(exercised: exercised, of: total).percent == text)
  }

  @Test(
    "A gate is held exactly",
    arguments: [
      (1, 3, "33.333333333333", true), (1, 3, "33.4", false), (2, 3, "66.66", true), (2, 3, "66.67", false), (3, 3, "100", true),
      (9_999, 10_000, "100", false), (9_999, 10_000, "99.99", true), (0, 5, "0", true), (0, 0, "100", true),
    ])
  func gate(exercised: Int, total: Int, percent: String, isReached: Bool) throws {
    #expect(CoverageShare(exercised: exercised, of: total).reaches(try Decimal(literal: percent)) == isReached)
  }

  // MARK: Reports over the repository

  /// Some of this repository's fixtures, which exercise much of its truths, but not all.
  private static let repository = Task { try await Exercised() }

  private struct Exercised: Sendable {
    let set: LoadedSet
    let suite: FixtureSuite
    let sources: SourceMap
    /// The results without a recorder.
    let results: EvalResults

    init() async throws {
      set = try Repository.truths()
      var sources = set.sources
      let files = try ["core", "customers"].flatMap { try Repository.files(in: "Fixtures/\($0)", endings: [".json"]) }
      suite = FixtureSuite(
        files.map { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)) }, against: EvalSubject(set), filter: FixtureFilter()
      )
      self.sources = sources
      results = await FixtureRunner(EvalSubject(set)).run(suite, jobs: 2)
    }

    func map(jobs: Int) async -> CoverageMap {
      let recorder = CoverageRecorder()
      let observed = await FixtureRunner(EvalSubject(set), coverage: recorder).run(suite, jobs: jobs)
      #expect(observed == results, "to look changes nothing")
      return CoverageMap(set, recorder.record)
    }
  }

  private func repository(jobs: Int) async throws -> (map: CoverageMap, sources: SourceMap) {
    let repository = try await Self.repository.value
    return (await repository.map(jobs: jobs), repository.sources)
  }

  @Test("However many fixtures run at once, the reports are the same")
  func jobs() async throws {
    let (map, sources) = try await repository(jobs: 1)
    #expect(map.share.exercised > 0)
    for jobs in [2, 3, 16] {
      let (other, otherSources) = try await repository(jobs: jobs)
      #expect(other == map)
      #expect(HumanCoverage(sources: otherSources).text(other) == HumanCoverage(sources: sources).text(map))
      #expect(LCOVCoverage(sources: otherSources).text(other) == LCOVCoverage(sources: sources).text(map))
      #expect(JSONCoverage(sources: otherSources).value(other) == JSONCoverage(sources: sources).value(map))
    }
  }

  @Test("What misses is said once each, with its place")
  func places() async throws {
    let (map, sources) = try await repository(jobs: 2)
    let lines = HumanCoverage(sources: sources).text(map).split(separator: "\n").filter { $0.contains(": no fixture ") }
    #expect(Set(lines).count == lines.count)
    #expect(lines.count <= map.items.flatMap(\.missing).count)
    var found = 0
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 3)
      let file = try #require(sources.files.first { $0.path == parts[0] })
      let number = try #require(Int(parts[1]))
      guard let start = line.split(separator: "`").dropFirst().first?.split(separator: " ").first else { continue }
      // A clause may go on over several lines; it begins on this one. A lifecycle may start at its `initial`.
      let text = file.line(number)
      #expect(text.contains(start) || start == "start" && text.contains("initial:"), "\(line)")
      found += 1
    }
    #expect(found > 100)
  }

  // MARK: LCOV

  @Test("The tracefile is one: every record in its place, totals that fit, lines that are there")
  func tracefile() async throws {
    let (map, sources) = try await repository(jobs: 2)
    try check(LCOVCoverage(sources: sources).text(map), map, sources)
    let parcels = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 0.5}, "expected": {"decision": "accepted"}}
      """)
    try check(LCOVCoverage(sources: parcels.sources).text(parcels.map), parcels.map, parcels.sources)
  }

  /// Holds a tracefile against the grammar of geninfo(1), and its totals against the map.
  private func check(_ text: String, _ map: CoverageMap, _ sources: SourceMap) throws {
    let grammar =
      #"(TN:\nSF:[^\n]+\n(FN:\d+,[^\n,]+\n)*(FNDA:\d+,[^\n,]+\n)*FNF:\d+\nFNH:\d+\n(BRDA:\d+,\d+,\d+,(\d+|-)\n)*BRF:\d+\nBRH:\d+\n"#
      + #"(DA:\d+,\d+\n)*LF:\d+\nLH:\d+\nend_of_record\n)*"#
    #expect(try Regex(grammar).wholeMatch(in: text) != nil)
    var sum = CoverageShare()
    for section in text.components(separatedBy: "end_of_record\n").dropLast() {
      let records = section.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
      func values(_ kind: String) -> [[String]] {
        records.filter { $0[0] == kind }.map { $0.count > 1 ? $0[1].split(separator: ",").map(String.init) : [] }
      }
      func total(_ kind: String) throws -> Int { try #require(Int(values(kind)[0][0])) }
      let file = try #require(sources.files.first { [$0.path] == values("SF")[0] })
      let lines = values("DA").compactMap { Int($0[0]) }
      #expect(lines == Array(Set(lines)).sorted())
      #expect(lines.allSatisfy { !file.line($0).isEmpty })
      #expect(Set((values("FN") + values("BRDA")).compactMap { Int($0[0]) }) == Set(lines))
      #expect(Set(values("BRDA").map { $0.prefix(3) }).count == values("BRDA").count)
      #expect(try total("LF") == lines.count)
      #expect(try total("LH") == values("DA").count { $0[1] != "0" })
      #expect(try total("FNF") == values("FN").count)
      #expect(try total("FNH") == values("FNDA").count { $0[0] != "0" })
      #expect(try total("BRF") == values("BRDA").count)
      #expect(try total("BRH") == values("BRDA").count { $0[3] != "0" && $0[3] != "-" })
      sum = sum + CoverageShare(exercised: try total("FNH") + total("BRH"), of: try total("FNF") + total("BRF"))
    }
    #expect(sum == map.share)
  }
}
