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
  /// Rows with conditions that take too many steps to translate.
  private var unread: Set<Int> = []
  /// The bounding boxes of the rows' conditions (``FormulaBox``). Two rows with disjoint boxes are never true together. If the
  /// boxes are exact, they answer a question without a search.
  private var boxes = FormulaBoxes([], [], isPlain: [])
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
      let condition = row.condition.map { try? translator.truth($0) }
      if condition == .some(nil) { unread.insert(conditions.count) }
      conditions.append(condition.map { $0 ?? .maybe(where: .yes) })
    }
    boxes = FormulaBoxes(
      conditions.map { FormulaBox($0?.holds ?? .yes, encoding) }, encoding.variables,
      isPlain: table.rows.indices.map { !isOpen($0) })
    let hasOtherwise = table.rows.contains(where: \.isAlways)
    let open = table.rows.first { !$0.comparesInputs(table.inputs.count) }
    // A collecting table needs no row for every input.
    if table.hit.collects {
      plain = nil
    } else if let open, !hasOtherwise {
      plain = OtherwiseNeeded.finding(table.name, row: (open.text, open.span), at: table.span)
    } else if !hasOtherwise {
      findGap()
    }
    for index in table.rows.indices {
      if table.hit == .unique || table.hit == .any, findOverlap(index) { continue }
      // An `otherwise` that the rules of tables require is not reported as dead.
      if table.rows[index].isAlways, open != nil { continue }
      findDead(index)
    }
  }

  private func holds(_ index: Int) -> Formula { conditions[index]?.holds ?? .yes }

  private func fails(_ index: Int) -> Formula { conditions[index]?.fails ?? .no }

  /// Returns formulas for some rows failing. If a number has several bounds, only the tightest is kept: a tariff may have
  /// thousands of rows `x < 100`.
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

  private func witness(_ formulas: [Formula]) -> Witness? { try? decided(formulas) }

  /// Returns a witness of some formulas; `nil` if there is certainly none.
  private func decided(_ formulas: [Formula], steps: Int = Search.questionLimit) throws(OutOfFuel) -> Witness? {
    guard let model = try search.model(formulas, .strict, steps: steps) else { return nil }
    guard let witness = WitnessBuilder.witness(encoding, model, table: index, search.fuel) else { throw OutOfFuel() }
    return witness
  }

  /// Returns a witness of two rows that are true together, while the rows before `first`, if it is given, are false.
  private func witness(_ index: Int, _ otherIndex: Int, first: Int? = nil) throws(OutOfFuel) -> Witness? {
    let both = [holds(index), holds(otherIndex)]
    let before = Array(0..<(first ?? 0))
    guard boxes.areExact([index, otherIndex] + before) else { return try decided(both + before.map(fails)) }
    guard var region = boxes.region(of: [index, otherIndex]) else { return nil }
    // Usually a short search finds values. The region of the boxes has no alternatives, which a search tries in vain.
    do { return try decided(both + before.map(fails), steps: Search.shortLimit + before.count) } catch {}
    if !before.isEmpty {
      search.fuel.begin(steps: Search.questionLimit)
      guard let open = try boxes.uncovered(region, by: before, search.fuel) else { return nil }
      region = open
    }
    return try decided(boxes.formulas(for: region, encoding) + both)
  }

  private func claim(_ index: Int?, _ outcome: Claim.Outcome) -> Claim {
    Claim(owner: table.qualifiedName, clause: index.map { "rows[\($0)]" } ?? "rows", outcome: outcome)
  }

  private mutating func findGap() {
    guard let witness = gap() else { return }
    let diagnostic = TableGap.finding(table.name, witness: witness.text, at: table.span)
    proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: [claim(nil, .hasNoRow)]))
  }

  /// Returns inputs for which no row is true; `nil` if none are found.
  private func gap() -> Witness? {
    let rows = Array(table.rows.indices)
    do throws(OutOfFuel) { return try decided(rows.map(fails)) } catch {}
    guard boxes.areExact(rows), let region = boxes.region(of: []) else { return nil }
    search.fuel.begin(steps: Search.questionLimit)
    guard let open = try? boxes.uncovered(region, by: rows, search.fuel) else { return nil }
    return witness(boxes.formulas(for: open, encoding))
  }

  /// Reports a row that is true, or may be, at the same time as an earlier row with another result.
  private mutating func findOverlap(_ index: Int) -> Bool {
    guard conditions[index] != nil else { return false }
    let compared = boxes.meeting(index).filter { conditions[$0] != nil }.map { (row: $0, isSame: agreement(index, $0)) }
    let earlier = compared.filter { $0.isSame != true }.map(\.row)
    guard !earlier.isEmpty else { return false }
    let certain = compared.filter { $0.isSame == false }.map(\.row)
    var undecided: Set<Int> = []
    for otherIndex in candidates(certain, for: index) {
      do throws(OutOfFuel) {
        guard let witness = try witness(index, otherIndex) else { continue }
        let (row, first) = (table.rows[index], table.rows[otherIndex])
        proofs.append(
          Proof(
            diagnostic: TableOverlap.finding(
              row.text, first: (first.text, first.span), hit: table.hit.written, witness: witness.text, at: row.span),
            witness: witness, claims: [claim(otherIndex, .isTrue), claim(index, .isTrue)]))
        return true
      } catch { undecided.insert(otherIndex) }
    }
    return findPossibleOverlap(index, earlier, undecided)
  }

  /// Returns the earlier rows that are tested one by one for being true together with a row.
  ///
  /// Rows with exact boxes overlap where the boxes do. Without exact boxes, usually the first row overlaps. If not, one question
  /// covers the others; if its steps run out, each is tested.
  private func candidates(_ certain: [Int], for index: Int) -> [Int] {
    guard certain.count > 2, !certain.contains(where: { boxes.areExact([index, $0]) }) else { return certain }
    do throws(OutOfFuel) {
      if try witness(index, certain[0]) != nil { return [certain[0]] }
      return try search.model([holds(index), .or(certain.dropFirst().map(holds))], .strict) == nil ? [] : certain
    } catch { return certain }
  }

  /// Reports a row that may be true together with an earlier one, where that cannot be decided.
  private mutating func findPossibleOverlap(_ index: Int, _ earlier: [Int], _ undecided: Set<Int>) -> Bool {
    for otherIndex in earlier
    where undecided.contains(otherIndex) || isVague(index) || isVague(otherIndex) || agreement(index, otherIndex) == nil {
      if search.isImpossible([holds(index), holds(otherIndex)]) { continue }
      let (row, first) = (table.rows[index], table.rows[otherIndex])
      possible.append(
        MayOverlap.finding(row.text, first: (first.text, first.span), hit: table.hit.written, at: row.span))
      return true
    }
    return false
  }

  /// Whether the search cannot show that a row is true: its condition is open, or too long to be read.
  private func isVague(_ row: Int) -> Bool { isOpen(row) || unread.contains(row) }

  /// Whether the condition of a row does more than compare inputs with constants.
  private func isOpen(_ row: Int) -> Bool { !table.rows[row].comparesInputs(table.inputs.count) }

  /// Whether two rows have the same result, if the hit policy allows that; `nil` if it is not known.
  private func agreement(_ one: Int, _ otherIndex: Int) -> Bool? {
    if table.hit == .unique { return false }
    return Self.agreement(table.rows[one].value ?? .takenAway, table.rows[otherIndex].value ?? .takenAway)
  }

  private static func agreement(_ one: Node, _ otherIndex: Node) -> Bool? {
    if one == otherIndex { return true }
    switch (one, otherIndex) {
    case (.record(_, let left), .record(_, let right)):
      let parts = zip(left, right).map { agreement($0, $1) }
      return parts.contains(false) ? false : parts.contains(nil) ? nil : true
    case (.constant(let left), .constant(let right)): return left == right
    default: return nil
    }
  }

  /// Whether a row is never true while some earlier rows are false; `false` also if that is not decided.
  private func isCovered(_ index: Int, by rows: [Int]) -> Bool {
    if boxes.areExact([index] + rows) {
      guard let region = boxes.region(of: [index]) else { return true }
      search.fuel.begin(steps: Search.questionLimit)
      do throws(OutOfFuel) { return try boxes.uncovered(region, by: rows, search.fuel) == nil } catch {}
    }
    return search.isImpossible(failing(rows) + [holds(index)])
  }

  /// Reports a row that is never reached: its condition is never true while the conditions of the rows before it are false.
  private mutating func findDead(_ index: Int) {
    let row = table.rows[index]
    if boxes.isEmpty(index) || (!boxes.areExact([index]) && search.isImpossible([holds(index)])) {
      guard let witness = witness([fails(index)]) else { return }
      let diagnostic = DeadRow.never(row.text, witness: witness.text, at: row.span)
      proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: [claim(index, .isTaken(false))]))
      return
    }
    // Where every row is read, rows do not hide each other, but together they may leave nothing for `otherwise`.
    if table.hit != .first, conditions[index] != nil { return }
    let meeting = boxes.meeting(index)
    guard isCovered(index, by: meeting) else { return }
    let core = Search.core(of: meeting) { isCovered(index, by: $0) }
    for otherIndex in core {
      guard let witness = try? witness(index, otherIndex, first: otherIndex) else { continue }
      let covering = core.map { (text: table.rows[$0].text, span: table.rows[$0].span) }
      let diagnostic =
        conditions[index] == nil
        ? DeadRow.otherwise(row.text, witness: witness.text, at: row.span)
        : DeadRow.covered(row.text, by: covering, witness: witness.text, at: row.span)
      let taken = [claim(otherIndex, .isTaken(true)), claim(index, .isTaken(false))]
      let own = conditions[index] == nil ? [] : [claim(index, .isTrue)]
      proofs.append(Proof(diagnostic: diagnostic, witness: witness, claims: own + taken))
      return
    }
  }
}

/// The end at which a constraint bounds a number.
private struct NumberEnd: Hashable, Comparable {
  var variable: Int
  var isUpper: Bool

  /// Creates the end of a constraint.
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
  func isTighter(_ one: Constraint, than otherIndex: Constraint) -> Bool {
    if one.bound == otherIndex.bound { return one.comparison == .less || one.comparison == .greater }
    return (one.bound < otherIndex.bound) == isUpper
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.variable, left.isUpper ? 1 : 0) < (right.variable, right.isUpper ? 1 : 0)
  }
}

extension CheckedRow {
  /// Whether the row's condition combines comparisons of inputs with constants by `and`, `or`, `not` and `in`, and nothing else.
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
