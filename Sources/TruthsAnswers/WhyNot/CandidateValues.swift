import TruthsJSON
import TruthsText

/// Values to try, grouped by type. They are the values that clauses, policies or data name, and the neighbours of these values.
/// Each occurs once, in the order in which they are named.
struct CandidateValues {
  /// The maximum number of named numbers, and of named texts (answers §1.5).
  private static let most = 1_000

  let texts: [JSONValue]
  /// Named numbers with their neighbours, followed by some numbers of different sizes.
  let wholes: [JSONValue]
  let decimals: [JSONValue]
  /// Named days, the days before and after each of them, and some days around the run's moment.
  let dates: [JSONValue]
  /// Named moments with their neighbours, and some moments around the run's moment.
  let moments: [JSONValue]
  let times: [JSONValue]
  let spans: [JSONValue]

  /// - Parameters:
  ///   - sources: the values whose numbers and texts are used.
  ///   - moment: the moment of the run.
  init(of sources: some Sequence<JSONValue>, around moment: Timestamp) {
    var named = NamedValues()
    for value in sources where !named.isFull { named.take(value) }
    texts = named.words.map { .string($0) }
    let numbers = Self.near(named.numbers)
    wholes = Self.numbers(numbers.whole, isWhole: true)
    decimals = Self.numbers(numbers.whole + numbers.finer, isWhole: false)
    dates = Self.dates(named.words, around: moment)
    moments = Self.moments(named.words, around: moment)
    times = named.words.filter { TimeOfDay(text: $0.string) != nil }.map { .string($0) }
    spans = named.words.filter { $0.string.hasPrefix("P") }.map { .string($0) }
  }

  /// Collects numbers and texts, each once.
  private struct NamedValues {
    var numbers: [Decimal] = []
    var words: [Text] = []
    private var seen = Set<JSONValue>()

    var isFull: Bool { numbers.count >= CandidateValues.most && words.count >= CandidateValues.most }

    /// Adds the numbers and texts in a value and in its parts.
    mutating func take(_ value: JSONValue) {
      switch value {
      case .null, .boolean: break
      case .number(let number): if numbers.count < CandidateValues.most, seen.insert(value).inserted { numbers.append(number) }
      case .string(let text):
        if text.string.utf8.count <= 200, words.count < CandidateValues.most, seen.insert(value).inserted { words.append(text) }
      case .array(let elements): elements.prefix(32).forEach { take($0) }
      case .object(let object): object.members.prefix(32).forEach { take($0.value) }
      }
    }
  }

  /// Returns numbers with their neighbours. `whole` contains the numbers, and one more and one less than each. `finer` contains
  /// a hundredth more and less than each.
  private static func near(_ numbers: [Decimal]) -> (whole: [Decimal], finer: [Decimal]) {
    func neighbours(_ step: Decimal) -> [Decimal] {
      numbers.flatMap { number in
        [number.adding(step), number.subtracting(step)].compactMap { try? $0.get() }
      }
    }
    guard case .success(let cent) = Decimal.make(coefficient: 1, scale: 2) else { return (numbers + neighbours(.one), []) }
    return (numbers + neighbours(.one), neighbours(cent))
  }

  private static func numbers(_ found: [Decimal], isWhole: Bool) -> [JSONValue] {
    let sizes = [0, 1, 2, 5, 10, 100, 1_000, 10_000, 100_000, 1_000_000, -1].map { Decimal($0) }
    var seen = Set<Decimal>()
    return (found + sizes).filter { $0.fitsOutside && (!isWhole || $0.isInteger) && seen.insert($0).inserted }
      .map { .number($0) }
  }

  private static func dates(_ words: [Text], around moment: Timestamp) -> [JSONValue] {
    let named = words.compactMap { CivilDate(text: $0.string) ?? Timestamp(text: $0.string)?.date }
    let near = [0, 1, -1, 7, -7, 31, -31, 366, -366]
    func moved(_ date: CivilDate, _ days: Int) -> CivilDate? { CivilDate(days: Int(date.days) + days) }
    let neighbours = named.flatMap { date in [0, 1, -1].compactMap { moved(date, $0) } }
    return (neighbours + near.compactMap { moved(moment.date, $0) }).map { JSONValue.text($0.text) }.uniqued()
  }

  private static func moments(_ words: [Text], around moment: Timestamp) -> [JSONValue] {
    let named = words.compactMap { text in
      Timestamp(text: text.string) ?? CivilDate(text: text.string).map { Timestamp(startOf: $0) }
    }
    let hour: Int64 = 3_600_000
    let near: [Int64] = [0, 1, -1, 24, -24, 24 * 7, -24 * 7, 24 * 31, -24 * 31, 24 * 366, -24 * 366]
    func moved(_ moment: Timestamp, _ milliseconds: Int64) -> Timestamp? {
      Timestamp(milliseconds: moment.milliseconds + milliseconds)
    }
    let neighbours = named.flatMap { start in [0, 1000, -1000, 24 * hour, -24 * hour].compactMap { moved(start, $0) } }
    return (neighbours + near.compactMap { moved(moment, $0 * hour) }).map { JSONValue.text($0.text) }.uniqued()
  }
}
