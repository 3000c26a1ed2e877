import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds parts that version 3 decides differently, as far as the files show; the values of conditions on real data are not
/// known.
struct LanguageThreeRemarks {
  /// The names of the intents of the set in JSON, without their packs.
  private let intents: Set<String>
  /// The names that a proposal's `pack` may have, as far as the set shows.
  private let packs: Set<String>
  /// Whether a truth or invariant of the set says by its own words who may adopt.
  let namesAdopters: Bool

  /// - Parameter units: all files of the set.
  init(_ units: [SourceUnit]) {
    var (intents, packs) = (Set<String>(), Set<String>())
    let builtIn = MigratedSource.parsed(ConvergePack.path, ConvergePack.text).unit
    for declaration in (units + [builtIn]).flatMap(\.declarations) {
      switch declaration.body {
      case .pack: packs.insert(declaration.name.text)
      case .intent(let intent): intents.insert((intent.jsonName ?? declaration.name).text)
      case .truth(let truth): packs.formUnion(truth.packs.map(\.text))
      default: continue
      }
    }
    (self.intents, self.packs) = (intents, packs)
    namesAdopters = units.flatMap(\.declarations).contains(where: \.namesAdopters)
  }

  func remarks(on truth: TruthDeclaration) -> [(Span, String)] {
    var remarks: [(Span, String)] = []
    let isOnFacts = truth.when.contains { if case .fact = $0 { true } else { false } }
    for case .condition(let condition) in truth.when where isOnFacts && !condition.isAlwaysTold {
      remarks.append(
        (
          condition.span,
          "if the value of this `if` is unknown, the run stops now; before, it counted as false: make sure that it always has a "
            + "value (`exists`, `coalesce`); `truths check` shows which may have none (T3007)"
        ))
    }
    for pack in truth.packs {
      remarks.append(
        (
          pack.span,
          "a proposal of a pack that no truth on the intent names is now malformed; a proposal without a pack, or of another "
            + "known pack, does not fire this truth: check that no other truth accepts it then"
        ))
    }
    return remarks
  }

  /// Returns remarks on comparisons of `proposal.action` with texts that it never equals now, and on percent signs before `-`.
  func remarks(on expr: Expr) -> [(Span, String)] {
    percentages(in: expr)
      + expr.parts.flatMap { part -> [(Span, String)] in
        guard case .binary(_, let left, let right) = part.kind, left.isAction || right.isAction else { return [] }
        return (left.parts + right.parts).compactMap { other in
          guard case .text(let text) = other.kind, let name = text.plain, !intents.contains(name) else { return nil }
          return (
            other.span,
            "`proposal.action` is now the declared name of an intent, in whatever form a proposal writes it, and no intent "
              + "here is called "
              + "\"\(name)\": name it without its pack"
          )
        }
      }
  }

  /// Returns remarks on percent signs that were operators: `100% - x` was a remainder.
  func percentages(in expr: Expr) -> [(Span, String)] {
    expr.parts.compactMap { part in
      guard case .binary(.subtract, let left, _) = part.kind, let share = left.lastPercent else { return nil }
      return (
        share,
        "`%` is now a percent sign here; before, it was the remainder of a division: if you mean the remainder, write `% (-…)`"
      )
    }
  }

  /// Returns remarks on proposals of a fixture with an unknown `pack`.
  func remarks(onFixture json: LocatedJSON) -> [(Span, String)] {
    if let elements = json.elements { return elements.flatMap { remarks(onFixture: $0) } }
    guard let members = json.members else { return [] }
    var result = members.flatMap { remarks(onFixture: $0.value) }
    if json.member("action") != nil, let pack = json.member("pack")?.value, let name = pack.stringValue, !packs.contains(name) {
      result.append(
        (pack.span, "no pack and no `pack:` of a truth is called \"\(name)\": a proposal that names it is now malformed"))
    }
    return result
  }
}

extension Name {
  fileprivate var isAdoption: Bool { [ConvergePack.adoption, "\(ConvergePack.name).\(ConvergePack.adoption)"].contains(text) }
}

extension Declaration {
  /// Whether the declaration is a truth or invariant on adoptions whose own words read the actor or want an approval (ledgers
  /// §6.2). Functions are not followed.
  fileprivate var namesAdopters: Bool {
    switch body {
    case .truth(let truth):
      truth.isOnAdoptions
        && ((truth.requires + truth.invariants + truth.ensures).contains(where: \.clause.namesPeople)
          || truth.conditions.contains(where: \.readsActor))
    case .invariant(let invariant):
      if case .intents(let names) = invariant.appliesTo {
        names.contains(where: \.isAdoption) && invariant.rule.namesPeople
      } else {
        false
      }
    default: false
    }
  }
}

extension TruthDeclaration {
  fileprivate var isOnAdoptions: Bool {
    when.contains { if case .intents(let names) = $0 { names.contains(where: \.isAdoption) } else { false } }
  }

  /// The conditions of the truth, and the values of the `let`s that its clauses may read.
  fileprivate var conditions: [Expr] {
    when.compactMap { if case .condition(let expr) = $0 { expr } else { nil } }
      + lets.compactMap { if case .expression(let expr) = $0.value.kind { expr } else { nil } }
  }
}

extension Clause {
  fileprivate var namesPeople: Bool {
    var effects: [Effect] = []
    if case .effect(let effect) = consequence { effects.append(effect) }
    if case .effect(let effect) = otherwise { effects.append(effect) }
    for effect in effects {
      switch effect.kind {
      case .requiresApproval: return true
      case .warn: return false
      case .reject, .requiresConsent: continue
      }
    }
    return written.contains(where: \.readsActor)
  }
}

extension TruthDeclaration {
  /// The packs for which the truth fires.
  fileprivate var packs: [Name] { when.compactMap { if case .pack(let name) = $0 { name } else { nil } } }
}

extension Expr {
  /// The span of the percentage that the expression ends with.
  fileprivate var lastPercent: Span? {
    switch kind {
    case .percent: span
    case .binary(let operation, _, let right) where operation.isArithmetic: right.lastPercent
    case .negate(let inner): inner.lastPercent
    default: nil
    }
  }

  fileprivate var readsActor: Bool { parts.contains { $0.kind == .name("actor") } }

  /// Whether the expression reads `proposal.action`.
  fileprivate var isAction: Bool {
    if case .member(let base, let name) = kind, case .name("proposal") = base.kind { return name.text == "action" }
    return false
  }

  /// Whether the expression has a value for all operands, because it only tests presence.
  fileprivate var isAlwaysTold: Bool {
    switch kind {
    case .boolean: true
    case .test(let test, _): test == .exists || test == .missing
    case .not(let inner): inner.isAlwaysTold
    case .and(let left, let right), .or(let left, let right): left.isAlwaysTold && right.isAlwaysTold
    default: false
    }
  }
}
