import Testing
import TruthsCheck
import TruthsGenerators
import TruthsProgram
import TruthsText

@testable import TruthsHandbook
@testable import TruthsSyntax

/// Nested clauses are printed as formulas in the handbook, so that no two clauses with different meanings read alike.
@Suite("Formulas in the handbook")
struct FormulaWordsTests {
  private static let set = """
    pack demo:
      version: 1.0.0
      summary: Sizes

    intent send:
      summary: Somebody sends something
      fields:
        w: decimal
        h: decimal
        d: decimal
        a: boolean
        b: boolean
        c: boolean
        k: text
        l: list of decimal
        a_b_c: decimal
        date_of_birth: decimal
        p: box

    record box:
      fields:
        total: decimal
        load: decimal

    function total:
      inputs:
        b: box
      output: decimal
      value: b.total * 2

    function load_of:
      inputs:
        b: box
      output: decimal
      value: b.load * 3

    function volume:
      inputs:
        b: box
      output: decimal
      value: b.load * b.total

    function square_root:
      inputs:
        x: decimal
      output: decimal
      value: x + 1

    function size:
      inputs:
        x: decimal
      output: decimal
      value: x + 2

    function rate:
      inputs:
        x: decimal
      output: decimal
      value: x + 3

    function rate_of:
      inputs:
        x: decimal
      output: decimal
      value: x + 4

    function tier_for:
      inputs:
        x: decimal
      output: decimal
      value: x + 5

    function least:
      inputs:
        x: decimal
        y: decimal
      output: decimal
      value: x + y

    fact a_b.c:
      key: [k]
      external: true
      fields:
        k: text
        n: decimal

    fact a.b_c:
      key: [k]
      external: true
      fields:
        k: text
        n: decimal

    fact child.known:
      key: [k]
      external: true
      fields:
        k: text
        date: decimal
    """

  private let words: PlainWords

  init() {
    let program = Loader.load([(path: "truths/demo/demo.truths", bytes: Array(Self.set.utf8))]).program
    words = PlainWords(program).within("demo", program.intents.first { $0.name == "send" }?.fields ?? [])
  }

  /// Returns a condition in the words of the handbook.
  private func read(_ condition: String) -> String {
    let file = SourceFile(id: FileID(0), path: "", bytes: Array(condition.utf8))
    let text = ClauseText(file: file.id, bytes: file.bytes, range: 0..<file.bytes.count, style: .plain)
    let clause = Grammar.clause(text, allowsEffects: false)
    return clause.diagnostics.isEmpty ? words.clause(clause.tree).text : "not read: \(condition)"
  }

  @Test(
    "what a sentence says in one way is one, and what nests is written as it stands",
    arguments: [
      ("w > 3", "the w is above 3"), ("w + h - d > 3", "the w plus the h minus the d is above 3"),
      ("min(w, h) * 2 > 3", "min(w, h) * 2 > 3"), ("min(w, h * 2) > 3", "min(w, h * 2) > 3"),
      ("sqrt(w * h / 3600) > 1", "sqrt(w * h / 3600) > 1"), ("w - (h - d) > 0", "w - (h - d) > 0"),
      ("w * h * d > 0", "w * h * d > 0"), ("w * h > 0", "the w times the h is above 0"),
      ("a and b and w > 0", "a is true and b is true and the w is above 0"), ("a or not b", "a is true or b is not true"),
      ("not (a and b) or c", "not (a and b) or c"), ("not (a and b or c)", "not (a and b or c)"),
      ("a and (b or c)", "a and (b or c)"), ("a and b or c", "a and b or c"), ("not a", "a is not true"),
      ("(if a then w else h) > 3", "(if a then w else h) > 3"),
      ("a_b.c", "there is an a_b.c for this k"), ("a.b_c.n > 3", "the n of the a.b_c is above 3"),
      ("a_b_c > 3", "the a_b_c is above 3"),
      ("sum(x for x in l) > 3", "the sum of x over every element of the l (called x) is above 3"),
      ("w in list(x for x in l where x > w + h)", "w in list(x for x in l where x > w + h)"),
      (
        "some birth in child.known satisfies birth.date > date_of_birth",
        "there is a child known (called birth), for which birth.date is above the date of birth"
      ),
    ])
  func formulas(_ condition: String, _ expected: String) { #expect(read(condition) == expected) }

  @Test(
    "a call of an own function is in words where nothing else has them",
    arguments: [
      ("volume(p) > 3", "the volume of the p is above 3"), ("tier_for(w) > 3", "the tier for the w is above 3"),
      ("p.total > 5", "the total of the p is above 5"), ("total(p) > 5", "total(p) is above 5"),
      ("p.load > 5", "the load of the p is above 5"), ("load_of(p) > 5", "load_of(p) is above 5"),
      ("rate(w) > 5", "rate(w) is above 5"), ("rate_of(w) > 5", "rate_of(w) is above 5"),
      ("sqrt(w) > 5", "the square root of the w is above 5"), ("square_root(w) > 5", "square_root(w) is above 5"),
      ("min(w, h) > 5", "the least of the w and the h is above 5"), ("least(w, h) > 5", "least(w, h) is above 5"),
      ("abs(w) > 5", "the size of the w is above 5"), ("size(w) > 5", "size(w) is above 5"),
    ])
  func calls(_ condition: String, _ expected: String) { #expect(read(condition) == expected) }

  @Test("a filter of an aggregate is in words where nothing behind it could belong to it")
  func filters() {
    func read(_ value: String) -> String {
      let file = SourceFile(id: FileID(0), path: "", bytes: Array(value.utf8))
      let text = ClauseText(file: file.id, bytes: file.bytes, range: 0..<file.bytes.count, style: .plain)
      return words.value(Grammar.expression(text).tree).text
    }
    #expect(
      read("sum(x for x in l where x > w)")
        == "the sum of x over every element of the l (called x) where x is above the w")
    #expect(read("sum(x for x in l where x > w + h)") == "sum(x for x in l where x > w + h)")
    #expect(read("sum(x for x in l where not x > w + h)") == "sum(x for x in l where not x > w + h)")
  }

  @Test("each way of rounding is in the words")
  func rounding() {
    let modes = ["half_even", "half_up", "half_down", "up", "down", "floor", "ceiling"]
    let read = ["round(w, 2) > 5"] + modes.map { "round(w, 2, \($0)) > 5" }
    #expect(Set(read.map { self.read($0) }).count == read.count)
    #expect(self.read("round(w, 2, half_up) > 5") == "the w, rounded to 2 places (half up) is above 5")
  }

  @Test("two generated clauses that read alike mean the same", arguments: [1, 2, 3, 4] as [UInt64])
  func neverAlike(_ seed: UInt64) {
    var random = Chance(seed: seed)
    var meanings: [String: (text: String, results: [Bool])] = [:]
    for _ in 0..<3_000 {
      let condition = Condition.random(&random, depth: 3)
      let results = Point.all.map { condition.holds(at: $0) }
      let read = read(condition.text)
      if let known = meanings[read] {
        #expect(known.results == results, "`\(known.text)` and `\(condition.text)` read alike: \(read)")
      } else {
        meanings[read] = (condition.text, results)
      }
    }
    #expect(meanings.count > 1_000)
  }
}

// MARK: The reference

/// Values of the fields.
private struct Point {
  /// Those of the fields `w`, `h`, `d` and `a_b_c`, then those of the facts.
  var numbers: [Double]
  var booleans: [Bool]
  var list: [Double]
  /// Whether each of the facts is there.
  var facts: [Bool]

  static let all: [Point] = {
    let numbers = [(1.0, 2.0, 4.0), (5.0, 3.0, 2.0), (-2.0, 7.0, 3.0), (0.5, 8.0, -4.0), (9.0, 1.0, 1.0)]
    return numbers.flatMap { number in (0..<8).map { Point(number.0, number.1, number.2, $0) } }
  }()

  /// - Parameter bits: those of the booleans.
  private init(_ one: Double, _ two: Double, _ three: Double, _ bits: Int) {
    numbers = [one, two, three, one + 0.5, two - 6, three * 3]
    booleans = [bits & 1 == 1, bits & 2 == 2, bits & 4 == 4]
    list = [one, two + Double(bits), -three]
    facts = [bits % 2 == 0, bits % 3 == 0]
  }
}

private indirect enum Number {
  case literal(Int)
  case field(Int)
  case binary(String, Number, Number)
  case call(String, Number, Number)
  /// A call with one number, or with the record `p`, and a field of that.
  case unary(String, Number)
  case ofRecord(String)
  /// An aggregate over `l`, and what its elements are compared with.
  case aggregate(String, String, Number?)

  private static let ofOne = ["abs", "square_root", "size", "rate", "rate_of", "tier_for"]
  private static let names = ["w", "h", "d", "a_b_c", "a_b.c.n", "a.b_c.n"]

  /// The text with brackets around every part, so that only the tree counts.
  var text: String {
    switch self {
    case .literal(let value): "\(value)"
    case .field(let place): Self.names[place]
    case .binary(let sign, let left, let right): "(\(left.text) \(sign) \(right.text))"
    case .call(let name, let left, let right): "\(name)(\(left.text), \(right.text))"
    case .unary(let name, let argument): "\(name)(\(argument.text))"
    case .ofRecord(let text): text
    case .aggregate(let name, let sign, let bound?): "\(name)(x for x in l where x \(sign) \(bound.text))"
    case .aggregate(let name, _, nil): "\(name)(x for x in l)"
    }
  }

  func value(at point: Point) -> Double {
    switch self {
    case .literal(let value): return Double(value)
    case .field(let place): return point.numbers[place]
    case .binary(let sign, let left, let right):
      let (one, other) = (left.value(at: point), right.value(at: point))
      return sign == "+" ? one + other : sign == "-" ? one - other : one * other
    case .call(let name, let left, let right):
      let (one, other) = (left.value(at: point), right.value(at: point))
      return name == "least" ? one + other : name == "min" ? min(one, other) : max(one, other)
    case .unary(let name, let argument):
      let one = argument.value(at: point)
      return name == "abs" ? abs(one) : one + Double(Self.ofOne.firstIndex(of: name) ?? 0)
    case .ofRecord(let text):
      let (total, load) = (point.list[0] * 5, point.list[1] + 4)
      switch text {
      case "p.total": return total
      case "p.load": return load
      case "total(p)": return total * 2
      case "load_of(p)": return load * 3
      default: return load * total
      }
    case .aggregate(let name, let sign, let bound):
      let least = bound?.value(at: point)
      let elements = point.list.filter { element in
        guard let least else { return true }
        return sign == ">" ? element > least : element <= least
      }
      return name == "sum" ? elements.reduce(0, +) : elements.max() ?? .nan
    }
  }

  static func random(_ random: inout Chance, depth: Int) -> Number {
    if depth == 0 || random.once(in: 3) {
      return random.once(in: 3) ? .literal(random.next(below: 4)) : .field(random.next(below: Self.names.count))
    }
    if random.once(in: 5) {
      let bound = random.once(in: 3) ? nil : Number.random(&random, depth: depth - 1)
      return .aggregate(random.pick(["sum", "max"]), random.pick([">", "<="]), bound)
    }
    if random.once(in: 6) { return .ofRecord(random.pick(["p.total", "p.load", "total(p)", "load_of(p)", "volume(p)"])) }
    if random.once(in: 4) { return .unary(random.pick(ofOne), Number.random(&random, depth: depth - 1)) }
    let (left, right) = (Number.random(&random, depth: depth - 1), Number.random(&random, depth: depth - 1))
    return random.once(in: 3)
      ? .call(random.pick(["min", "max", "least"]), left, right) : .binary(random.pick(["+", "-", "*"]), left, right)
  }
}

private indirect enum Condition {
  case field(Int)
  case fact(Int)
  case comparison(String, Number, Number)
  case between(Number, Number, Number)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  var text: String {
    switch self {
    case .field(let place): ["a", "b", "c"][place]
    case .fact(let place): ["a_b.c", "a.b_c"][place]
    case .comparison(let sign, let left, let right): "\(left.text) \(sign) \(right.text)"
    case .between(let value, let low, let high): "\(value.text) between \(low.text) and \(high.text)"
    case .not(let inner): "not (\(inner.text))"
    case .and(let left, let right): "(\(left.text)) and (\(right.text))"
    case .or(let left, let right): "(\(left.text)) or (\(right.text))"
    }
  }

  func holds(at point: Point) -> Bool {
    switch self {
    case .field(let place): return point.booleans[place]
    case .fact(let place): return point.facts[place]
    case .comparison(let sign, let left, let right):
      let (one, other) = (left.value(at: point), right.value(at: point))
      return sign == "<" ? one < other : sign == ">=" ? one >= other : one == other
    case .between(let value, let low, let high):
      let middle = value.value(at: point)
      return middle >= low.value(at: point) && middle <= high.value(at: point)
    case .not(let inner): return !inner.holds(at: point)
    case .and(let left, let right): return left.holds(at: point) && right.holds(at: point)
    case .or(let left, let right): return left.holds(at: point) || right.holds(at: point)
    }
  }

  static func random(_ random: inout Chance, depth: Int) -> Condition {
    switch depth == 0 ? random.next(below: 3) : random.next(below: 7) {
    case 0: return random.once(in: 3) ? .fact(random.next(below: 2)) : .field(random.next(below: 3))
    case 1:
      return .comparison(
        random.pick(["<", ">=", "=="]), Number.random(&random, depth: 2), Number.random(&random, depth: 1))
    case 2:
      return .between(
        Number.random(&random, depth: 1), Number.random(&random, depth: 1), Number.random(&random, depth: 1))
    case 3, 4: return .not(Condition.random(&random, depth: depth - 1))
    case 5: return .and(Condition.random(&random, depth: depth - 1), Condition.random(&random, depth: depth - 1))
    default: return .or(Condition.random(&random, depth: depth - 1), Condition.random(&random, depth: depth - 1))
    }
  }
}
