import TruthsSyntax
import TruthsText

/// A clause that does not hold, or whose result is unknown.
struct Finding: Hashable {
  enum Kind: String, CaseIterable {
    case structural, unknown, postcondition, requirement, acceptance, advisory
    var rank: Int { Kind.allCases.firstIndex(of: self) ?? 0 }
  }

  enum Place: Int {
    case builtIn, required, condition, requires, invariants, moves, ensures, rule
  }

  var id: String
  var declaredBy: String
  var kind: Kind
  var place: Place
  var position = 0
  var isOfInvariant = false
  /// The clause's own text, where it has one that counts.
  var reason: String?
  /// The people that an acceptance clause asks; `nil` where it names none.
  var asked: Asked?
  /// The clause's specification of approvers, where it has one.
  var spec: ApprovalSpec?
  /// Whether it wants a consent.
  var wantsConsent = false
  var isOverridden = false
  /// Whether the clause has an id of its own, so that several truths may share it.
  var isShared = false

  var clause: String {
    switch place {
    case .builtIn: "built-in"
    case .required: "required[\(position)]"
    case .condition: "if"
    case .rule: "rule"
    case .requires: "requires[\(position)]"
    case .invariants: "invariants[\(position)]"
    case .moves: "moves[\(position)]"
    case .ensures: "ensures[\(position)]"
    }
  }

  /// A finding about a fact that lacks a value, or whose production is unknown.
  static var incomplete: Finding { builtIn("converge.fact.incomplete", .structural) }

  static func builtIn(_ id: String, _ kind: Kind) -> Finding { Finding(id: id, declaredBy: id, kind: kind, place: .builtIn) }

  static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.kind != right.kind { return left.kind.rank < right.kind.rank }
    if left.isOfInvariant != right.isOfInvariant { return right.isOfInvariant }
    if left.declaredBy != right.declaredBy { return Text(left.declaredBy) < Text(right.declaredBy) }
    if left.place != right.place { return left.place.rawValue < right.place.rawValue }
    if left.position != right.position { return left.position < right.position }
    return Text(left.id) < Text(right.id)
  }
}

extension [Finding] {
  /// The findings in the order of runs §3.5. A clause that several truths share is reported for the first of them by id.
  var inOrder: [Finding] {
    var least: [String: String] = [:]
    for finding in self where finding.isShared {
      let other = least[finding.id]
      least[finding.id] = other.map { Text($0) < Text(finding.declaredBy) ? $0 : finding.declaredBy } ?? finding.declaredBy
    }
    let kept = filter { !$0.isShared || least[$0.id] == $0.declaredBy }
    let ordered = kept.enumerated().sorted { left, right in
      if Finding.precedes(left.element, right.element) { return true }
      return !Finding.precedes(right.element, left.element) && left.offset < right.offset
    }
    return ordered.map(\.element)
  }
}

/// Reads the clauses of one truth or invariant by the table of declarations §5.3.
struct ClauseReader {
  let evaluator: Evaluator
  let owner: String
  let scope: Scope
  /// The evaluator of the context before the run, where it differs. Approvers are looked up there.
  var before: Evaluator?
  /// Whether a structural form is a postcondition here.
  var isPostcondition = false
  var isOfInvariant = false

  func read(_ entries: [ClauseEntry], _ place: Finding.Place) -> [Finding] {
    entries.enumerated().compactMap { index, entry in
      guard var finding = read(entry.clause, place) else { return nil }
      finding.position = index
      if let id = entry.id?.text ?? sharedID(entry.clause, place) {
        finding.id = id
        finding.isShared = true
      }
      return finding
    }
  }

  func read(_ clause: Clause, _ place: Finding.Place) -> Finding? {
    place == .requires ? requirement(clause) : invariant(clause, place)
  }

  /// Returns the faults of the views that name the approvers.
  func approverFaults(_ findings: [Finding]) -> [Finding] {
    ViewReads.findings((before ?? evaluator).world, .approver) { reads in
      for spec in findings.compactMap(\.spec) { reads.read(spec, scope) }
    }
  }

  /// `F → reject(…)` with exactly one fact type is `<pack>.<F>_invariant`.
  private func sharedID(_ clause: Clause, _ place: Finding.Place) -> String? {
    guard place == .invariants, case .effect(let effect)? = clause.consequence, effect.kind == .reject,
      let path = Evaluator.Path(clause.condition), path.keys == nil,
      case .presence(let type, _) = evaluator.meaning(path, scope)
    else { return nil }
    return "\(scope.pack).\(type)_invariant"
  }

  /// `A → B`, or `A` alone.
  private func claim(_ clause: Clause) -> Bool? {
    let condition = evaluator.holds(clause.condition, scope)
    guard case .expression(let expr)? = clause.consequence else { return condition }
    return evaluator.or(condition.map { !$0 }, evaluator.holds(expr, scope))
  }

  /// Returns the scope for the clause's own text. For a quantifier that decides the clause, its variable is the first deciding
  /// element.
  private func accusing(_ clause: Clause) -> Scope {
    var expr = clause.condition
    if case .expression(let wanted)? = clause.consequence { expr = wanted }
    guard case .quantified(let quantified) = expr.kind, let elements = evaluator.elements(quantified.source, scope),
      let type = evaluator.elementType(quantified.source, scope)
    else { return scope }
    for element in elements {
      let inner = scope.binding(quantified.variable.text, element, type)
      let isMeant = quantified.filter.map { evaluator.holds($0, inner) } ?? true
      if isMeant == true, evaluator.holds(quantified.body, inner) == (quantified.quantifier != .every) { return inner }
    }
    return scope.binding(quantified.variable.text, .missing, type)
  }

  private func requirement(_ clause: Clause) -> Finding? {
    let claim = claim(clause)
    guard claim != true else { return nil }
    var finding = Finding(id: owner, declaredBy: owner, kind: .requirement, place: .requires)
    if claim == false, case .reason(let text)? = clause.otherwise { finding.reason = evaluator.reason(text, accusing(clause)) }
    return finding
  }

  private func invariant(_ clause: Clause, _ place: Finding.Place) -> Finding? {
    let isFine: Bool?
    var effect: Effect?
    var text: TextLiteral?
    if case .effect(let consequence)? = clause.consequence {
      isFine = claim(clause).map { !$0 }
      effect = consequence
    } else {
      isFine = claim(clause)
      if case .effect(let otherwise)? = clause.otherwise { effect = otherwise }
      if case .reason(let reason)? = clause.otherwise { text = reason }
    }
    guard isFine != true else { return nil }
    let kind = kind(effect)
    var finding = Finding(id: owner, declaredBy: owner, kind: kind, place: place, isOfInvariant: isOfInvariant)
    finding.wantsConsent = effect?.kind == .requiresConsent
    if isFine == nil {
      if kind != .advisory { finding.kind = .unknown }
    } else if case .requiresApproval(let spec?)? = effect?.kind {
      finding.reason = effect?.text.map { evaluator.reason($0, accusing(clause)) }
      finding.asked = Asked(spec, before ?? evaluator, scope)
      finding.spec = spec
      if finding.asked == nil { (finding.kind, finding.reason) = (.unknown, nil) }
    } else {
      finding.reason = (effect?.text ?? text).map { evaluator.reason($0, accusing(clause)) }
    }
    return finding
  }

  private func kind(_ effect: Effect?) -> Finding.Kind {
    switch effect?.kind {
    case .requiresApproval, .requiresConsent: .acceptance
    case .warn: .advisory
    case .reject, nil: isPostcondition ? .postcondition : .structural
    }
  }
}
