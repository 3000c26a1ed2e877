import TruthsProgram
import TruthsText

/// A box around all that a formula lets hold: of each variable that it binds by itself, between which values that is, with 0 and
/// 1 for a boolean. What has no point in common with the box of another formula does not hold together with it: of the rows of a
/// table, which mostly differ in one input, few are left to be looked at.
struct FormulaBox {
  /// Ends that belong to it; `nil` where there is none.
  fileprivate struct Stretch {
    var lower: Rational?
    var upper: Rational?

    func misses(_ other: Stretch) -> Bool { Self.isBehind(lower, other.upper) || Self.isBehind(other.lower, upper) }

    private static func isBehind(_ lower: Rational?, _ upper: Rational?) -> Bool {
      guard let lower, let upper else { return false }
      return lower > upper
    }

    /// What both hold.
    func intersected(with other: Stretch) -> Stretch {
      Stretch(
        lower: lower.map { own in other.lower.map { max(own, $0) } ?? own } ?? other.lower,
        upper: upper.map { own in other.upper.map { min(own, $0) } ?? own } ?? other.upper)
    }

    /// What holds both.
    func joined(with other: Stretch) -> Stretch {
      var joined = Stretch()
      if let lower, let other = other.lower { joined.lower = min(lower, other) }
      if let upper, let other = other.upper { joined.upper = max(upper, other) }
      return joined
    }
  }

  /// By variable; of a boolean by -1 less its propositional variable.
  fileprivate var stretches = NumberMap<Stretch>()
  /// For a text the variable of the text that it is.
  fileprivate var texts = NumberMap<Int>()

  /// A box around everything.
  private init() {}

  /// - Returns: `nil` where a formula lets nothing hold, at first sight.
  init?(_ formula: Formula, _ encoding: EncodingContext) {
    switch formula {
    case .constant(false): return nil
    case .constant(true), .maybe, .literal(.fits): break
    case .literal(.atom(let atom, let value)): bind(atom, value, beside: [], encoding)
    case .literal(.constraint(let constraint)): bind(constraint, encoding.variables)
    case .all(let parts):
      for part in parts {
        var box = FormulaBox()
        if case .literal(.atom(let atom, let value)) = part {
          box.bind(atom, value, beside: parts, encoding)
        } else {
          guard let whole = FormulaBox(part, encoding) else { return nil }
          box = whole
        }
        guard intersect(with: box) else { return nil }
      }
    case .any(let parts):
      let boxes = parts.compactMap { FormulaBox($0, encoding) }
      guard let first = boxes.first else { return nil }
      self = boxes.dropFirst().reduce(first) { $0.joined(with: $1) }
    }
  }

  /// Whether nothing is in both.
  ///
  /// - Complexity: O(m log m) in the variables bound.
  func misses(_ other: FormulaBox) -> Bool {
    for own in stretches.entries { if let other = other.stretches[own.key], own.value.misses(other) { return true } }
    for own in texts.entries { if let other = other.texts[own.key], own.value != other { return true } }
    return false
  }

  /// Binds a boolean that is there. Of any other propositional variable, which the other formula denies, it would be left open
  /// whether that formula is false or cannot be told.
  private mutating func bind(_ atom: Int, _ value: Bool, beside parts: [Formula], _ encoding: EncodingContext) {
    guard case .isTrue(let term) = encoding.atoms[atom] else { return }
    let isThere: Bool
    switch encoding.inputTerms[term].isThere {
    case .constant(let known): isThere = known
    case .all(let wanted): isThere = wanted.allSatisfy(parts.contains)
    case let wanted: isThere = parts.contains(wanted)
    }
    let place: Rational = value ? Rational(1) : .zero
    if isThere { stretches[-1 - atom] = Stretch(lower: place, upper: place) }
  }

  private mutating func bind(_ constraint: Constraint, _ variables: [Variable]) {
    if constraint.factors.count == 1, let only = constraint.factors.first, only.value == 1 {
      var stretch = Stretch()
      if [.equal, .greater, .greaterOrEqual].contains(constraint.comparison) { stretch.lower = constraint.bound }
      if [.equal, .less, .lessOrEqual].contains(constraint.comparison) { stretch.upper = constraint.bound }
      stretches[only.variable] = stretch
      return
    }
    guard constraint.comparison == .equal, constraint.bound.isZero, constraint.factors.count == 2 else { return }
    let (first, second) = (constraint.factors[0].variable, constraint.factors[1].variable)
    switch (variables[first].kind, variables[second].kind) {
    case (.text, .textConstant): texts[first] = second
    case (.textConstant, .text): texts[second] = first
    default: break
    }
  }

  /// - Returns: whether anything is left.
  private mutating func intersect(with other: FormulaBox) -> Bool {
    if misses(other) { return false }
    for entry in other.stretches.entries {
      stretches[entry.key] = stretches[entry.key].map { $0.intersected(with: entry.value) } ?? entry.value
    }
    for entry in other.texts.entries { texts[entry.key] = entry.value }
    return true
  }

  private func joined(with other: FormulaBox) -> FormulaBox {
    var joined = FormulaBox()
    for own in stretches.entries {
      if let other = other.stretches[own.key] { joined.stretches[own.key] = own.value.joined(with: other) }
    }
    for own in texts.entries where other.texts[own.key] == own.value { joined.texts[own.key] = own.value }
    return joined
  }
}

/// The boxes of the rows of a table, side by side: for ten thousand rows there are fifty million pairs to look at. Each end of a
/// box is the place that it has among all ends of its variable, so that two numbers tell whether two boxes miss each other there.
struct FormulaBoxes {
  /// By row and variable, the lower end and the upper one; those of a variable that sets most rows apart come first.
  private var ends: [Int32] = []
  private let width: Int
  /// Whether a row lets anything hold.
  private let holds: [Bool]
  /// How many variables are looked at, so that pairs of rows take no more time the more inputs a table has.
  private static let mostColumns = 32

  /// - Complexity: O(r v log r) in rows and variables.
  init(_ boxes: [FormulaBox?]) {
    holds = boxes.map { $0 != nil }
    var columns: [(ends: [Int32], places: Int)] = []
    for variable in Set(boxes.flatMap { $0?.stretches.entries.map(\.key) ?? [] }).sorted() {
      let stretches = boxes.map { $0?.stretches[variable] }
      let all = stretches.flatMap { [$0?.lower, $0?.upper].compactMap(\.self) }.sorted()
      var places: [Rational: Int32] = [:]
      for end in all where places[end] == nil { places[end] = Int32(places.count) }
      let ends = stretches.flatMap { stretch in
        [stretch?.lower.flatMap { places[$0] } ?? .min, stretch?.upper.flatMap { places[$0] } ?? .max]
      }
      columns.append((ends, places.count))
    }
    for variable in Set(boxes.flatMap { $0?.texts.entries.map(\.key) ?? [] }).sorted() {
      let texts = boxes.map { $0?.texts[variable].map { Int32(truncatingIfNeeded: $0) } }
      columns.append((texts.flatMap { [$0 ?? .min, $0 ?? .max] }, Set(texts.compactMap(\.self)).count))
    }
    columns.sort { $0.places > $1.places }
    // Few inputs tell most rows apart, and what the others would add is asked of the solver.
    columns.removeLast(max(0, columns.count - Self.mostColumns))
    width = 2 * columns.count
    ends.reserveCapacity(boxes.count * width)
    for row in boxes.indices { for column in columns { ends += column.ends[(2 * row)...(2 * row + 1)] } }
  }

  /// The rows before one whose boxes have a point in common with its box.
  ///
  /// - Complexity: O(r) in the rows before it, each with at most ``mostColumns`` variables.
  func meeting(_ row: Int) -> [Int] {
    if !holds[row] { return [] }
    return ends.withUnsafeBufferPointer { ends in
      (0..<row).filter { other in
        if !holds[other] { return false }
        var (own, place) = (row * width, other * width)
        while own < (row + 1) * width {
          if ends[own] > ends[place + 1] || ends[place] > ends[own + 1] { return false }
          own += 2
          place += 2
        }
        return true
      }
    }
  }
}
