import TruthsJSON
import TruthsText

/// Values that are named somewhere, by kind, each once, in the order in which they came.
struct Pool {
  private var numbers: [Decimal] = []
  private var words: [Text] = []
  private var seen = Set<JSONValue>()

  /// Takes the numbers and texts of a value, and those within it.
  mutating func take(_ value: JSONValue) {
    switch value {
    case .null, .boolean: break
    case .number(let number): if seen.insert(value).inserted { numbers.append(number) }
    case .string(let text): if text.string.utf8.count <= 200, seen.insert(value).inserted { words.append(text) }
    case .array(let elements): elements.prefix(32).forEach { take($0) }
    case .object(let object): object.members.prefix(32).forEach { take($0.value) }
    }
  }

  var texts: [JSONValue] { words.map { .string($0) } }

  func texts(where isWanted: (String) -> Bool) -> [JSONValue] { words.filter { isWanted($0.string) }.map { .string($0) } }

  /// Numbers with their neighbours, then some of every size.
  func numbers(isWhole: Bool) -> [JSONValue] {
    var steps = [Decimal.one]
    if !isWhole, case .success(let cent) = Decimal.make(coefficient: 1, scale: 2) { steps.append(cent) }
    var found = numbers
    for step in steps {
      for number in numbers {
        for neighbour in [number.adding(step), number.subtracting(step)] {
          if case .success(let neighbour) = neighbour { found.append(neighbour) }
        }
      }
    }
    found += [0, 1, 2, 5, 10, 100, 1_000, 10_000, 100_000, 1_000_000, -1].map { Decimal($0) }
    var seen = Set<Decimal>()
    return found.filter { $0.fitsOutside && (!isWhole || $0.isInteger) && seen.insert($0).inserted }.map { .number($0) }
  }

  /// Days that are named, those before and behind them, and some around the moment.
  func dates(around moment: Timestamp) -> [JSONValue] {
    let named = words.compactMap { CivilDate(text: $0.string) ?? Timestamp(text: $0.string)?.date }
    let near = [0, 1, -1, 7, -7, 31, -31, 366, -366]
    func moved(_ date: CivilDate, _ days: Int) -> CivilDate? { CivilDate(days: Int(date.days) + days) }
    let neighbours = named.flatMap { date in [0, 1, -1].compactMap { moved(date, $0) } }
    return Self.distinct((neighbours + near.compactMap { moved(moment.date, $0) }).map { .text($0.text) })
  }

  /// The same of moments.
  func moments(around moment: Timestamp) -> [JSONValue] {
    let named = words.compactMap { text in
      Timestamp(text: text.string) ?? CivilDate(text: text.string).map { Timestamp(startOf: $0) }
    }
    let hour: Int64 = 3_600_000
    let near: [Int64] = [0, 1, -1, 24, -24, 24 * 7, -24 * 7, 24 * 31, -24 * 31, 24 * 366, -24 * 366]
    func moved(_ moment: Timestamp, _ milliseconds: Int64) -> Timestamp? {
      Timestamp(milliseconds: moment.milliseconds + milliseconds)
    }
    return Self.distinct(
      (named.flatMap { start in [0, 1000, -1000, 24 * hour, -24 * hour].compactMap { moved(start, $0) } }
        + near.compactMap { moved(moment, $0 * hour) }).map { .text($0.text) })
  }

  private static func distinct(_ values: [JSONValue]) -> [JSONValue] {
    var seen = Set<JSONValue>()
    return values.filter { seen.insert($0).inserted }
  }
}
