import Testing

/// The result of closing a context depends on its facts only (declarations §6). The names of truths, the order of declarations
/// and facts, and the number of truths between do not matter.
@Suite("Closing in any order")
struct ClosingOrderTests {
  static let parts = 10
  /// 20,000 sets in a soak.
  static let setsInAPart = Soak.factor > 1 ? 100 * Soak.factor : 24

  private static func seeds(_ part: Int) -> Range<Int> {
    800_000 + part * setsInAPart..<800_000 + (part + 1) * setsInAPart
  }

  /// Other ways to write a plan down: with other names and in another order, and with hops besides.
  private static func writings(of plan: ClosingPlan, seed: Int) -> [ClosingPlan.Writing] {
    var chance = Chance(seed &+ 1)
    var numbers = Array(plan.truths.indices)
    chance.shuffle(&numbers)
    let names = Dictionary(uniqueKeysWithValues: plan.truths.indices.map { ($0, "n\(numbers[$0])") })
    var turned = ClosingPlan.Writing(names: names, chance: chance)
    let plain = turned
    turned.hops = Set(plan.truths.indices.filter { _ in chance.percent(40) })
    return [plain, turned]
  }

  @Test("names, declarations, hops and facts in any order", arguments: 0..<parts)
  func anyOrder(part: Int) throws {
    var told: [String: Int] = [:]
    for seed in Self.seeds(part) {
      // The reference takes a hundred times as long.
      let outcome = try Self.compare(seed, withReference: seed % 12 == 0)
      told[String("\(outcome)".prefix { $0.isLetter }), default: 0] += 1
    }
    #expect(told["closed"] ?? 0 > 0, "\(told)")
  }

  /// Sets of a soak in which an order made a difference.
  private static let found = [
    800_743, 800_953, 801_063, 801_934, 803_107, 804_524, 804_836, 805_147, 805_513, 809_252, 809_253, 809_491, 810_431, 812_482,
    813_362, 813_475, 813_825, 813_851, 814_280, 814_608, 815_738, 815_777, 815_817, 816_573, 816_961, 816_972, 816_974, 818_457,
    818_506, 818_712, 818_972, 819_841,
  ]

  @Test("where an order once made a difference it makes none", arguments: found)
  func mended(seed: Int) throws { _ = try Self.compare(seed, withReference: true) }

  private static func compare(_ seed: Int, withReference: Bool) throws -> ClosingOutcome {
    let plan = ClosingPlanner.plan(seed: seed)
    let trial = ClosingTrial(plan, .init())
    let expected = try trial.closedByEngine()
    if withReference {
      #expect(try trial.closedByReference() == expected, "seed \(seed): the reference\n\(plan.described)")
    }
    for writing in writings(of: plan, seed: seed) {
      let outcome = try ClosingTrial(plan, writing).closedByEngine()
      #expect(outcome == expected, "seed \(seed), hops \(writing.hops.sorted()), names \(writing.names)\n\(plan.described)")
    }
    return expected
  }

  @Test("the sets that are compared close, and some are in conflict")
  func outcomes() throws {
    var told: [String: Int] = [:]
    for seed in 800_000..<800_240 {
      let outcome = try ClosingTrial(ClosingPlanner.plan(seed: seed), .init()).closedByEngine()
      told[String("\(outcome)".prefix { $0.isLetter }), default: 0] += 1
    }
    #expect(told["closed"] ?? 0 > 40 && told["conflict"] ?? 0 > 10, "\(told)")
  }

  @Test("a mistake is found", arguments: ClosingMistake.allCases)
  func mistakes(mistake: ClosingMistake) throws {
    var found = 0
    for seed in 900_000..<900_400 where found == 0 {
      let plan = ClosingPlanner.plan(seed: seed)
      let trial = ClosingTrial(plan, .init())
      guard trial.codes.isEmpty else { continue }
      let (right, wrong) = (try trial.closedByReference(), try trial.closedByReference(mistake))
      for writing in Self.writings(of: plan, seed: seed) {
        let other = ClosingTrial(plan, writing)
        #expect(try other.closedByReference() == right, "seed \(seed)")
        if try other.closedByReference(mistake) != wrong { found += 1 }
      }
    }
    #expect(found > 0)
  }
}
