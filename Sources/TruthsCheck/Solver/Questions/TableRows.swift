import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds gaps, overlaps and dead rows of one table (declarations §8).
struct TableRows {
  private let index: Int
  private let encoding: EncodingContext
  private let search: Search
  /// Formulas for the condition of each row; `nil` for `otherwise`.
  private var conditions: [Truth?] = []
  /// Boxes of the rows' conditions. Rows with disjoint boxes are never true together.
  private var boxes = FormulaBoxes([])
  private(set) var proofs: [Proof] = []
  /// The finding that the table needs `otherwise`, or has no rows. It needs no witness, because the rows themselves show it.
  private(set) var plain: Diagnostic?
  /// Findings about rows that may be true at once.
  private(set) var possible: [Diagnostic] = []

  private var table: CheckedTable { encoding.program.tables[index] }

  init(_ tables: CheckTables, _ index: Int, unread: Set<ValueType>, fuel: Fuel) {
    self.index = index
    encoding = EncodingContext(tables, unread: unread)
    search = Search(encoding, fuel)
  }

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
    boxes = FormulaBoxes(conditions.map { FormulaBox($0?.holds ?? .yes, encoding) })
    let hasOtherwise = table.rows.contains(where: \.isAlways)
    let open = table.rows.first { !$0.comparesInputs(table.inputs.count) }
    // A collecting table needs no row for every input.
    if table.hit.collects {
      plain = nil
    } else if let open, !hasOtherwise {
      plain = OtherwiseNeeded.found(table.name, row: (open.text, open.span), at: table.span)
    } else if !hasOtherwise {
      findGap()
    }
    for place in table.rows.indices {
      if table.hit == .unique || table.hit == .any, findOverlap(place) { continue }
      // An `otherwise` that the rules of tables require is not reported as dead.
      if table.rows[place].isAlways, open != nil { continue }
      findDead(place)
    }
  }

  private func holds(_ place: Int) -> Formula { conditions[place]?.holds ?? .yes }

  private func fails(_ place: Int) -> Formula { conditions[place]?.fails ?? .no }

  /// Returns formulas for some rows failing. Of several bounds on one number it keeps the tightest: a tariff may have thousands
  /// of rows `x < 100`.
  private func failing(_ rows: [Int]) -> [Formula] {
    var ends: [NumberEnd: Constraint] = [:]
    var others: [Formula] = []
    var seen: Set<Literal> = []
    func add(_ formula: Formula) {
      switch formula {
      case .all(let parts): parts.forEach(add)
      case .literal(let literal):
        guard case .constraint(let constraint) = literal, let end = NumberEnd(constraint) else {
          if seen.insert(literal).inserted { others.append(formula) }
          return
        }
        if ends[end].map({ end.isTighter(constraint, than: $0) }) ?? true { ends[end] = constraint }
      case .constant, .maybe, .any: others.append(formula)
      }
    }
    for row in rows { add(fails(row)) }
    return others + ends.sorted { $0.key < $1.key }.map { .literal(.constraint($0.value)) }
  }

  private func witness(_ formulas: [Formula]) -> Witness? {
    guard let model = try? search.model(formulas, .strict) else { return nil }
    return WitnessBuilder.witness(encoding, model, table: index, search.fuel)
  }

  private func claim(_ place: Int?, _ outcome: Claim.Outcome) -> Claim {
    Claim(owner: table.qualifiedName, clause: place.map { "rows[\($0)]" } ?? "rows", outcome: outcome)
  }

  private mutating func findGap() {
    guard let witness = witness(table.rows.indices.map(fails)) else { return }
    let diagnostic = TableGap.found(table.name, witness: witness.text, at: table.span)
    proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: [claim(nil, .hasNoRow)]))
  }

  /// Reports a row that is true, or may be, at the same time as an earlier row with another result.
  private mutating func findOverlap(_ place: Int) -> Bool {
    guard conditions[place] != nil else { return false }
    let compared = boxes.meeting(place).filter { conditions[$0] != nil }.map { (row: $0, isSame: agreement(place, $0)) }
    let earlier = compared.filter { $0.isSame != true }.map(\.row)
    guard !earlier.isEmpty else { return false }
    let certain = compared.filter { $0.isSame == false }.map(\.row)
    // Usually the first of the rows with intersecting boxes overlaps. Otherwise one question covers all before each is asked.
    let first = certain.first.flatMap { witness([holds(place), holds($0)]) }
    if first != nil || (certain.count > 1 && witness([holds(place), .or(certain.dropFirst().map(holds))]) != nil) {
      for other in certain {
        guard let witness = other == certain[0] ? first : witness([holds(place), holds(other)]) else { continue }
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

  /// Reports a row that may be true together with an earlier one, where that cannot be decided.
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

  /// Whether two rows have the same result, if the hit policy allows that; `nil` if it is not known.
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

  /// Reports a row that is never reached: its condition is never true while those of the rows before it are false.
  private mutating func findDead(_ place: Int) {
    let row = table.rows[place]
    let meeting = boxes.meeting(place)
    guard search.isImpossible(failing(meeting) + [holds(place)]) else { return }
    let before = meeting.map(fails)
    let isNever = search.isImpossible([holds(place)])
    // Where every row is read, rows do not hide each other, but together they may leave nothing for `otherwise`.
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

/// The end at which a constraint bounds a number.
private struct NumberEnd: Hashable, Comparable {
  var variable: Int
  var isUpper: Bool

  /// Makes the end of a constraint.
  ///
  /// - Returns: `nil` for a constraint that does not bound one number at one end.
  init?(_ constraint: Constraint) {
    guard constraint.factors.count == 1, constraint.factors[0].value == 1 else { return nil }
    variable = constraint.factors[0].variable
    switch constraint.comparison {
    case .less, .lessOrEqual: isUpper = true
    case .greater, .greaterOrEqual: isUpper = false
    default: return nil
    }
  }

  /// Whether one constraint at this end is stricter than another.
  func isTighter(_ one: Constraint, than other: Constraint) -> Bool {
    if one.bound == other.bound { return one.comparison == .less || one.comparison == .greater }
    return (one.bound < other.bound) == isUpper
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.variable, left.isUpper ? 1 : 0) < (right.variable, right.isUpper ? 1 : 0)
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

  /// Whether the node is a constant, or a duration made of one.
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
  /// Whether a row has an error, which has been reported.
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
