import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The inside of one truth or invariant while it is lowered: what its names mean, and the frame that it fills.
///
/// Slots hold the trigger's fields from 0, then the `let`s in the order written, then one for every variable.
final class Body {
  /// A bound variable.
  struct Variable {
    var name: Name
    var slot: Int
    var type: ValueType
    /// What it goes through.
    var source: Typed
  }

  /// A `let`, lowered when something first reads it.
  struct Let {
    var binding: LetBinding
    var slot: Int
    var state: State
    var isUsed = false

    enum State {
      case waiting, inProgress
      case done(Typed)
    }
  }

  let session: CheckSession
  let scope: PackScope
  let isBuiltIn: Bool
  /// Whether it holds the rows of a table, which see their inputs, policies and enum values only (language.md §8).
  var isTable = false
  /// Whether it is that of a source, which sees its document, policies, tables and enum values only (language.md §10).
  let isSource: Bool
  let trigger: Trigger
  /// The facts that the truth fires on, under the names that `as` gives them.
  private(set) var matchVariables: [Variable] = []
  /// Innermost last.
  var variables: [Variable] = []
  var lets: [Let] = []
  var letIndex: [String: Int] = [:]
  /// Places in `lets`, each behind those that it reads.
  var letOrder: [Int] = []
  var frameSize: Int
  /// The consequence that is being lowered, where it could have been an effect.
  var consequence: Span?
  /// The declarations that it names.
  var references: FewSet<LookUp> = []
  /// How many expressions are being lowered inside each other, those of `let`s that they read included.
  private var depth = 0
  private var isTooDeep = false
  /// Every expression is at most 128 deep; with the `let`s that it reads it may be this deep.
  private static let depthLimit = 512

  /// What the passes behind the first know of the `let`s; made when all are lowered.
  private(set) lazy var letFacts = LetFacts(self)
  /// Whether lists written down have an element with a type of its own, by their places.
  var typedLists: [Span: Bool] = [:]
  /// What its requirements establish, once that has been asked.
  var requirements: Knowledge?

  var program: Program { session.program }

  init(
    session: CheckSession, scope: PackScope, isBuiltIn: Bool, trigger: Trigger, lets bindings: [LetBinding] = [],
    isSource: Bool = false
  ) {
    self.isSource = isSource
    self.session = session
    self.scope = scope
    self.isBuiltIn = isBuiltIn
    self.trigger = trigger
    frameSize = trigger.slotCount
    for match in trigger.matches { declare(match) }
    variables = matchVariables
    for binding in bindings { declare(binding) }
  }

  /// A slot that nothing else uses.
  func newSlot() -> Int {
    frameSize += 1
    return frameSize - 1
  }

  /// Lowers one expression inside another, as far as the limit of depth allows.
  func nested(at span: Span, _ lower: () -> Typed) -> Typed {
    depth += 1
    defer { depth -= 1 }
    if depth <= Self.depthLimit { return lower() }
    if !isTooDeep { session.report(ExpressionTooDeep.found(limit: Self.depthLimit, at: span)) }
    isTooDeep = true
    return .fault(at: span)
  }

  /// The name of a type as this pack writes it.
  func name(of type: ValueType) -> String { program.name(of: type, from: scope.name) }

  /// Binds a fact that the truth fires on to the name that `as` gives it.
  private func declare(_ match: Trigger.Match) {
    guard let name = match.syntax.variable else { return }
    session.checkName(name)
    if let first = matchVariables.first(where: { $0.name.text == name.text }) {
      session.report(DuplicateName.member(name, kind: "name", of: "when", first: first.name.span))
      return
    }
    reportShadowing(name, kind: "variable")
    matchVariables.append(
      Variable(name: name, slot: match.slot, type: .fact(match.fact), source: .nothing(at: name.span)))
  }

  private func declare(_ binding: LetBinding) {
    session.checkName(binding.name)
    if let first = letIndex[binding.name.text] {
      session.report(DuplicateName.member(binding.name, kind: "let", of: "let", first: lets[first].binding.name.span))
      return
    }
    reportShadowing(binding.name, kind: "let")
    letIndex[binding.name.text] = lets.count
    lets.append(Let(binding: binding, slot: newSlot(), state: .waiting))
  }

  /// Runs `inside` with a variable bound, and unbinds it.
  func binding<Result>(_ name: Name, to source: Typed, type: ValueType, _ inside: (Int) -> Result) -> Result {
    session.checkName(name)
    reportShadowing(name, kind: "variable")
    let slot = newSlot()
    variables.append(Variable(name: name, slot: slot, type: type, source: source))
    defer { variables.removeLast() }
    return inside(slot)
  }

  /// Reports a new name that hides one that is already in reach: a reader could not tell which is meant (language.md §4).
  private func reportShadowing(_ name: Name, kind: String) {
    let text = name.text
    if let variable = variables.last(where: { $0.name.text == text }) {
      session.report(ShadowedName.found(name, kind: kind, hidden: "variable", at: variable.name.span, form: nil))
    } else if let index = letIndex[text] {
      session.report(ShadowedName.found(name, kind: kind, hidden: "let", at: lets[index].binding.name.span, form: nil))
    } else if let field = trigger.all(text).first {
      session.report(
        ShadowedName.found(name, kind: kind, hidden: "field", at: field.field.span, form: "trigger.\(text)"))
    } else if let policy = visiblePolicies(text).first {
      let found = program.policies[policy]
      session.report(ShadowedName.found(name, kind: kind, hidden: "policy", at: found.span, form: found.qualifiedName))
    }
  }

  /// The lifecycle that a bare name means here.
  func visibleLifecycle(_ name: String) -> Int? {
    session.lifecycle(named: name).flatMap { scope.sees(program.lifecycles[$0].pack) ? $0 : nil }
  }

  /// Policies that a bare name means here: the pack's own, else those of the packs that it uses.
  func visiblePolicies(_ name: String) -> [Int] {
    let all = session.policies(named: name)
    if let own = all.first(where: { program.policies[$0].pack == scope.name }) { return [own] }
    return all.filter { scope.sees(program.policies[$0].pack) }
  }
}
