import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// What lowering the parts of a truth gives, beside its checked form.
struct LoweredTruth {
  var condition: Typed?
  var requires: [TypedClause] = []
  var invariants: [TypedClause] = []
  var moves: [TypedMove] = []
  var ensures: [TypedClause] = []
  var outputs: [TypedOutput] = []
}

/// A truth with what its lowering found, for the passes behind the first, and what those found in it. It outlives the check that
/// made it where a later check of the changed set can go on with it.
final class TruthBody {
  let declared: Declared<TruthDeclaration>
  let id: String
  let body: Body
  /// The truth as it runs; its stratum is known when convergence is proved.
  var checked: CheckedTruth
  /// Its canonical form; `nil` of the built-in pack's.
  private(set) lazy var canonical = declared.isBuiltIn ? nil : body.session.canonical(declared.body)
  /// Its clauses with ids of their own.
  let rules: [IdentifiedRule]
  private let lowered: LoweredTruth
  /// What may be missing in it.
  var missing: Kept<[IntentGroup]>?
  /// What was decided of its clauses.
  var decision: Decision?
  /// Whether that was decided of clauses that contradict those of another truth.
  var isDecidedContradictory = false

  init(
    declared: Declared<TruthDeclaration>, body: Body, lowered: LoweredTruth, checked: CheckedTruth
  ) {
    self.declared = declared
    id = checked.id
    self.body = body
    self.lowered = lowered
    self.checked = checked
    rules = body.identified(lowered.invariants) + body.identified(lowered.requires) + body.identified(lowered.ensures)
  }

  var condition: Typed? { lowered.condition }
  var requires: [TypedClause] { lowered.requires }
  var invariants: [TypedClause] { lowered.invariants }
  var moves: [TypedMove] { lowered.moves }
  var ensures: [TypedClause] { lowered.ensures }
  var outputs: [TypedOutput] { lowered.outputs }

  /// What its requirements establish.
  var knowledge: Knowledge { body.requirementKnowledge(requires) }
}

/// An invariant of its own with what its lowering found, and what the passes behind the first found in it.
final class InvariantBody {
  let declared: Declared<InvariantDeclaration>
  let id: String
  let body: Body
  let rule: TypedClause
  let checked: CheckedInvariant
  /// Its rule, where it has an id of its own.
  let rules: [IdentifiedRule]
  /// Its canonical form; `nil` of the built-in pack's.
  private(set) lazy var canonical = declared.isBuiltIn ? nil : body.session.canonical(declared.body)
  /// What may be missing in it.
  var missing: Kept<[IntentGroup]>?
  /// What was decided of its rule.
  var decision: Decision?

  init(
    declared: Declared<InvariantDeclaration>, body: Body, rule: TypedClause, checked: CheckedInvariant
  ) {
    self.declared = declared
    id = checked.id
    self.body = body
    self.rule = rule
    rules = body.identified([rule])
    self.checked = checked
  }
}

/// A table with what its lowering found, and what the passes behind the first found in it.
final class TableBody {
  let declared: Declared<TableDeclaration>
  let body: Body
  /// One per row; `nil` for `otherwise`, or for `missing`.
  let rows: [(condition: Typed?, value: Typed?)]
  /// What may be missing in it.
  var missing: [Diagnostic]?
  /// What was decided of its rows.
  var decision: Decision?

  init(declared: Declared<TableDeclaration>, body: Body, rows: [(condition: Typed?, value: Typed?)]) {
    self.declared = declared
    self.body = body
    self.rows = rows
  }
}

/// Findings with what they were found beside: they stand as long as that is the very same.
struct Kept<Beside> {
  var beside: Beside
  var found: [Diagnostic]
}
