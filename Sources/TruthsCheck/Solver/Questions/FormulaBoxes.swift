import TruthsProgram
import TruthsText

/// A bounding box of a formula: the range of each number that it bounds by itself, with 0 and 1 for a boolean, and the
/// possible literals of each text.
///
/// Two formulas with disjoint boxes cannot hold together. Most rows of a table differ in one input, so few pairs remain for the
/// solver.
struct FormulaBox {
  /// A closed range; `nil` for an open end.
  fileprivate struct Stretch {
    var lower: Rational?
    var upper: Rational?

    func misses(_ other: Stretch) -> Bool { Self.isBehind(lower, other.upper) || Self.isBehind(other.lower, upper) }

    private static func isBehind(_ lower: Rational?, _ upper: Rational?) -> Bool {
      guard let lower, let upper else { return false }
      return lower > upper
    }

    func intersected(with other: Stretch) -> Stretch {
      Stretch(
        lower: lower.map { own in other.lower.map { max(own, $0) } ?? own } ?? other.lower,
        upper: upper.map { own in other.upper.map { min(own, $0) } ?? own } ?? other.upper)
    }

    /// Returns the smallest range that includes both.
    func joined(with other: Stretch) -> Stretch {
      var joined = Stretch()
      if let lower, let other = other.lower { joined.lower = min(lower, other) }
      if let upper, let other = other.upper { joined.upper = max(upper, other) }
      return joined
    }
  }

  /// Ranges by variable; a boolean's key is -1 minus its propositional variable.
  fileprivate var stretches = NumberMap<Stretch>()
  /// For the variable of a text, the variables of the literals that it may equal; no entry where any literal is possible.
  fileprivate var texts = NumberMap<Set<Int>>()

  private init() {}

  /// Makes the box of a formula.
  ///
  /// - Returns: `nil` if the formula is obviously impossible.
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

  /// Whether the boxes are disjoint.
  ///
  /// - Complexity: O(m log m) in the variables bound.
  func misses(_ other: FormulaBox) -> Bool {
    for own in stretches.entries { if let other = other.stretches[own.key], own.value.misses(other) { return true } }
    for own in texts.entries { if let other = other.texts[own.key], own.value.isDisjoint(with: other) { return true } }
    return false
  }

  /// Binds a boolean that is present. Other propositional variables are not bound: if the other formula negates one, it may be
  /// unknown instead of false.
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
    case (.text, .textConstant): texts[first] = [second]
    case (.textConstant, .text): texts[second] = [first]
    default: break
    }
  }

  /// Intersects the box with another.
  ///
  /// - Returns: whether anything is left.
  private mutating func intersect(with other: FormulaBox) -> Bool {
    if misses(other) { return false }
    for entry in other.stretches.entries {
      stretches[entry.key] = stretches[entry.key].map { $0.intersected(with: entry.value) } ?? entry.value
    }
    for entry in other.texts.entries {
      texts[entry.key] = texts[entry.key].map { $0.intersection(entry.value) } ?? entry.value
    }
    return true
  }

  private func joined(with other: FormulaBox) -> FormulaBox {
    var joined = FormulaBox()
    for own in stretches.entries {
      if let other = other.stretches[own.key] { joined.stretches[own.key] = own.value.joined(with: other) }
    }
    for own in texts.entries {
      if let other = other.texts[own.key] { joined.texts[own.key] = own.value.union(other) }
    }
    return joined
  }
}

/// The boxes of a table's rows in a flat array, because ten thousand rows have fifty million pairs. Each end is its rank among
/// all ends of its variable, so comparing two integers tells whether two boxes are disjoint there.
struct FormulaBoxes {
  /// Lower and upper end by row and variable; the variables that distinguish most rows come first.
  private var ends: [Int32] = []
  private let width: Int
  /// The possible literals by row and text, as a set of bits: two literals may share one of the 64.
  private var literals: [UInt64] = []
  private let textCount: Int
  /// Whether bits are shared, so that two boxes may be disjoint although their bits are not.
  private let isInexact: Bool
  private let boxes: [FormulaBox?]
  /// Whether each row can hold at all.
  private let holds: [Bool]
  /// Limit of variables that are compared, so that pairs take no more time with many inputs.
  private static let mostColumns = 32

  /// Ranks the ends of all boxes.
  ///
  /// - Complexity: O(r v log r) in rows and variables.
  init(_ boxes: [FormulaBox?]) {
    self.boxes = boxes
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
    columns.sort { $0.places > $1.places }
    // Few inputs distinguish most rows; the solver handles the others.
    columns.removeLast(max(0, columns.count - Self.mostColumns))
    width = 2 * columns.count
    ends.reserveCapacity(boxes.count * width)
    for row in boxes.indices { for column in columns { ends += column.ends[(2 * row)...(2 * row + 1)] } }
    let texts = Self.texts(boxes)
    textCount = texts.count
    isInexact = texts.contains { $0.places > UInt64.bitWidth }
    for row in boxes.indices { for text in texts { literals.append(text.bits[row]) } }
  }

  /// Returns the possible literals of each text by row, as bits, with their number; the texts that distinguish most rows come
  /// first.
  private static func texts(_ boxes: [FormulaBox?]) -> [(bits: [UInt64], places: Int)] {
    let texts = Set(boxes.flatMap { $0?.texts.entries.map(\.key) ?? [] }).sorted().map { variable in
      let sets = boxes.map { $0?.texts[variable] }
      let all = Set(sets.flatMap { $0 ?? [] }).sorted()
      let places = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
      let bits = sets.map { set in
        set.map { $0.reduce(into: UInt64(0)) { $0 |= 1 << UInt64((places[$1] ?? 0) % UInt64.bitWidth) } } ?? .max
      }
      return (bits, all.count)
    }
    return Array(texts.sorted { $0.1 > $1.1 }.prefix(mostColumns))
  }

  /// Returns the rows before one whose boxes intersect its box.
  ///
  /// - Complexity: O(r) in the rows before it, each with at most ``mostColumns`` variables.
  func meeting(_ row: Int) -> [Int] {
    guard let box = boxes[row] else { return [] }
    return ends.withUnsafeBufferPointer { ends in
      literals.withUnsafeBufferPointer { literals in
        (0..<row).filter { other in
          if !holds[other] { return false }
          var (own, place) = (row * width, other * width)
          while own < (row + 1) * width {
            if ends[own] > ends[place + 1] || ends[place] > ends[own + 1] { return false }
            own += 2
            place += 2
          }
          for text in 0..<textCount where literals[row * textCount + text] & literals[other * textCount + text] == 0 {
            return false
          }
          return !(isInexact && boxes[other].map(box.misses) ?? true)
        }
      }
    }
  }
}
