import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Gaps, overlaps and dead rows of one table (declarations §8).
struct TableRows {
  private let index: Int
  private let encoding: EncodingContext
  private let search: Search
  /// When the condition of each row is true; `nil` for `otherwise`.
  private var conditions: [Truth?] = []
  /// Around where each condition is true. Where a row is true, all others are false: their boxes say so of a value that it has
  /// there.
  private var boxes = FormulaBoxes([])
  private(set) var proofs: [Proof] = []
  /// That the table needs `otherwise`, or any row, which takes no witness: it stands in the rows themselves.
  private(set) var plain: Diagnostic?
  /// Rows that may be true at once.
  private(set) var possible: [Diagnostic] = []

  private var table: CheckedTable { encoding.program.tables[index] }

  init(_ tables: CheckTables, _ index: Int, unread: Set<ValueType>, fuel: Fuel) {
    self.index = index
    encoding = EncodingContext(tables, unread: unread)
    search = Search(encoding, fuel)
  }

  /// Looks through the rows.
  mutating func find() {
    if table.isFunction { return }
    if table.rows.isEmpty { plain = TableGap.empty(table.name, at: table.span) } else { findInRows() }
  }

  private mutating func findInRows() {
    let translator = Translator(encoding, EncodingScope(table), search.fuel)
    for row in table.rows {
      search.fuel.begin(steps: Search.translationLimit)
      conditions.append(row.condition.map { (try? translator.truth($0)) ?? .maybe(where: .yes) })
    }
    boxes = FormulaBoxes(conditions.map { FormulaBox($0?.holds ?? .yes, encoding.variables) })
    let hasOtherwise = table.rows.contains(where: \.isAlways)
    let open = table.rows.first { !$0.comparesInputs(table.inputs.count) }
    // What collects needs no row for every input.
    if table.hit.collects {
      plain = nil
    } else if let open, !hasOtherwise {
      plain = OtherwiseNeeded.found(table.name, row: (open.text, open.span), at: table.span)
    } else if !hasOtherwise {
      findGap()
    }
    for place in table.rows.indices {
      if table.hit == .unique || table.hit == .any, findOverlap(place) { continue }
      // An `otherwise` that the rules of tables demand is not held against anybody.
      if table.rows[place].isAlways, open != nil { continue }
      findDead(place)
    }
  }

  private func holds(_ place: Int) -> Formula { conditions[place]?.holds ?? .yes }

  private func fails(_ place: Int) -> Formula { conditions[place]?.fails ?? .no }

  private func witness(_ formulas: [Formula]) -> Witness? {
    guard let model = try? search.model(formulas, .strict) else { return nil }
    return WitnessBuilder.witness(encoding, model, table: index)
  }

  private func claim(_ place: Int?, _ outcome: Claim.Outcome) -> Claim {
    Claim(owner: table.qualifiedName, clause: place.map { "rows[\($0)]" } ?? "rows", outcome: outcome)
  }

  private mutating func findGap() {
    guard let witness = witness(table.rows.indices.map(fails)) else { return }
    let diagnostic = TableGap.found(table.name, witness: witness.text, at: table.span)
    proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: [claim(nil, .hasNoRow)]))
  }

  /// Whether a row is true at the same time as an earlier one that gives something else, or may be.
  private mutating func findOverlap(_ place: Int) -> Bool {
    guard conditions[place] != nil else { return false }
    let earlier = boxes.meeting(place).filter { conditions[$0] != nil && agreement(place, $0) != true }
    guard !earlier.isEmpty else { return false }
    let certain = earlier.filter { agreement(place, $0) == false }
    if !certain.isEmpty, let any = witness([holds(place), .or(certain.map(holds))]) {
      for other in certain {
        guard let witness = certain.count == 1 ? any : witness([holds(place), holds(other)]) else { continue }
        let (row, first) = (table.rows[place], table.rows[other])
        proofs.append(
          Proof(
            diagnostic: TableOverlap.found(
              row.text, first: (first.text, first.span), hit: table.hit.written, witness: witness.text, at: row.span),
            witness: witness, claims: [claim(other, .isTrue), claim(place, .isTrue)]))
        return true
      }
    }
    return findPossibleOverlap(place, earlier)
  }

  /// Whether a row may be true together with an earlier one, as far as can be told.
  private mutating func findPossibleOverlap(_ place: Int, _ earlier: [Int]) -> Bool {
    for other in earlier where isOpen(place) || isOpen(other) || agreement(place, other) == nil {
      if search.isImpossible([holds(place), holds(other)]) { continue }
      let (row, first) = (table.rows[place], table.rows[other])
      possible.append(
        MayOverlap.found(row.text, first: (first.text, first.span), hit: table.hit.written, at: row.span))
      return true
    }
    return false
  }

  /// Whether the condition of a row does more than compare inputs with constants.
  private func isOpen(_ row: Int) -> Bool { !table.rows[row].comparesInputs(table.inputs.count) }

  /// Whether two rows give the same, where only that keeps them from being at odds; `nil` where it cannot be told.
  private func agreement(_ one: Int, _ other: Int) -> Bool? {
    if table.hit == .unique { return false }
    return Self.agreement(table.rows[one].value ?? .takenAway, table.rows[other].value ?? .takenAway)
  }

  private static func agreement(_ one: Node, _ other: Node) -> Bool? {
    if one == other { return true }
    switch (one, other) {
    case (.record(_, let left), .record(_, let right)):
      let parts = zip(left, right).map { agreement($0, $1) }
      return parts.contains(false) ? false : parts.contains(nil) ? nil : true
    case (.constant(let left), .constant(let right)): return left == right
    default: return nil
    }
  }

  /// A row is reached where its condition is true and those of the rows before it are false.
  private mutating func findDead(_ place: Int) {
    let row = table.rows[place]
    let meeting = boxes.meeting(place)
    let before = meeting.map(fails)
    guard search.isImpossible(before + [holds(place)]) else { return }
    let isNever = search.isImpossible([holds(place)])
    // Where every row is read, one takes nothing from another, but all of them leave nothing for `otherwise`.
    if !isNever, table.hit != .first, conditions[place] != nil { return }
    if isNever {
      guard let witness = witness([fails(place)]) else { return }
      let diagnostic = DeadRow.never(row.text, witness: witness.text, at: row.span)
      proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: [claim(place, .isTaken(false))]))
      return
    }
    let core = search.core(of: before, given: [holds(place)]).map { meeting[$0] }
    for other in core {
      guard let witness = witness([holds(place), holds(other)] + (0..<other).map(fails)) else { continue }
      let covering = core.map { (text: table.rows[$0].text, span: table.rows[$0].span) }
      let diagnostic =
        conditions[place] == nil
        ? DeadRow.otherwise(row.text, witness: witness.text, at: row.span)
        : DeadRow.covered(row.text, by: covering, witness: witness.text, at: row.span)
      let taken = [claim(other, .isTaken(true)), claim(place, .isTaken(false))]
      let own = conditions[place] == nil ? [] : [claim(place, .isTrue)]
      proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: own + taken))
      return
    }
  }
}

extension CheckedRow {
  /// Whether its condition combines comparisons of inputs with constants by `and`, `or`, `not` and `in`, and nothing else.
  fileprivate func comparesInputs(_ count: Int) -> Bool { condition?.comparesInputs(count) ?? true }
}

extension Node {
  fileprivate func comparesInputs(_ count: Int) -> Bool {
    switch self {
    case .not(let inner): inner.comparesInputs(count)
    case .and(let left, let right), .or(let left, let right): left.comparesInputs(count) && right.comparesInputs(count)
    case .compare(_, let left, let right):
      left.isInput(count) && right.isConstant || left.isConstant && right.isInput(count)
    case .isIn(let element, .list(let list)): element.isInput(count) && list.allSatisfy(\.isConstant)
    case .isIn(let element, .constant): element.isInput(count)
    case .slot: isInput(count)
    case .exists(let inner): inner.isInput(count)
    case .constant(.boolean): true
    default: false
    }
  }

  private func isInput(_ count: Int) -> Bool {
    switch self {
    case .slot(let slot), .amount(.slot(let slot), _): slot < count
    default: false
    }
  }

  /// Whether it is written down: a value, or a duration made of one.
  private var isConstant: Bool {
    switch self {
    case .constant: true
    case .negate(let inner): inner.isConstant
    case .call(.days, let arguments), .call(.hours, let arguments), .call(.minutes, let arguments),
      .call(.seconds, let arguments):
      arguments.allSatisfy(\.isConstant)
    default: false
    }
  }
}

extension CheckedTable {
  /// Whether a row is at fault, which has been told.
  var isFaulty: Bool {
    rows.contains { $0.condition?.hasFault == true } || inputs.contains { $0.type == .unknown }
  }
}

extension Node {
  /// Whether a part of a condition could not be read.
  fileprivate var hasFault: Bool {
    switch self {
    case .constant(.missing): true
    case .not(let inner), .exists(let inner), .isEmpty(let inner), .negate(let inner): inner.hasFault
    case .and(let left, let right), .or(let left, let right), .implies(let left, let right), .compare(_, let left, let right),
      .isIn(let left, let right), .contains(let left, let right), .like(let left, let right), .arithmetic(_, let left, let right):
      left.hasFault || right.hasFault
    case .list(let parts), .call(_, let parts), .table(_, let parts), .coalesce(let parts): parts.contains(where: \.hasFault)
    default: false
    }
  }
}

/// A box around all that a formula lets hold: of each variable that it binds by itself, between which values that is. What has no
/// point in common with the box of another formula does not hold together with it: of the rows of a table, which mostly differ in
/// one input, few are left to be looked at.
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

  fileprivate var stretches = NumberMap<Stretch>()
  /// For a text the variable of the text that it is.
  fileprivate var texts = NumberMap<Int>()

  /// A box around everything.
  private init() {}

  /// - Returns: `nil` where a formula lets nothing hold, at first sight.
  init?(_ formula: Formula, _ variables: [Variable]) {
    switch formula {
    case .constant(false): return nil
    // Of an atom that the other formula denies it would be left open whether this one is false or cannot be told.
    case .constant(true), .maybe, .literal(.fits), .literal(.atom): break
    case .literal(.constraint(let constraint)): bind(constraint, variables)
    case .all(let parts):
      for part in parts {
        guard let box = FormulaBox(part, variables), intersect(with: box) else { return nil }
      }
    case .any(let parts):
      let boxes = parts.compactMap { FormulaBox($0, variables) }
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
    width = 2 * columns.count
    ends.reserveCapacity(boxes.count * width)
    for row in boxes.indices { for column in columns { ends += column.ends[(2 * row)...(2 * row + 1)] } }
  }

  /// The rows before one whose boxes have a point in common with its box.
  ///
  /// - Complexity: O(r v) in the rows before it and variables.
  fileprivate func meeting(_ row: Int) -> [Int] {
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
