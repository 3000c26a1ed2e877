import TruthsCheck
import TruthsText

/// A part of what decides about an intent: a clause, a fact that is made, a field, a type. Two intents are decided alike where
/// they have the same parts, in whatever truths and in whatever order.
struct Part {
  /// What it comes to: see ``NormalForms``.
  var form: NormalForms.Form
  var kind: Kind
  /// The pack that declares it.
  var pack: String
  /// Where it stands in the program.
  var place: Place

  enum Kind: Hashable {
    /// What must hold: it can only make a set stricter.
    case requirement, structural
    /// Who must agree where something holds.
    case agreement
    case warning
    /// When a truth fires.
    case firing
    /// A fact or a state that is made.
    case output
    /// A truth on facts, or what it makes.
    case derivation
    /// A field of the intent, a type, a policy that the engine reads.
    case vocabulary
  }

  enum Place {
    /// A clause of a truth, by index in ``Program/truths``.
    case clause(CheckedClause, truth: Int)
    case output(CheckedOutput, truth: Int)
    case move(CheckedMove, truth: Int)
    case truth(Int)
    /// Index in ``Program/invariants``.
    case invariant(Int)
    case vocabulary
  }
}

/// Writes the parts of one truth set.
struct PartWriter {
  typealias Form = NormalForms.Form

  let types: TypeForms
  let writer: FormWriter
  var program: Program { types.program }
  private var forms: NormalForms { types.forms }

  init(_ types: TypeForms) {
    self.types = types
    writer = FormWriter(types.forms, types.program, types)
  }

  // MARK: Truths

  func frame(of truth: CheckedTruth) -> FormWriter.Frame {
    var frame = FormWriter.Frame()
    frame.inputs = truth.inputs.map { ($0.jsonName, $0.type) }
    for (place, match) in truth.matches.enumerated() { frame.matches[match.slot] = (place, match.fact) }
    frame.lets = Dictionary(truth.lets.map { ($0.slot, $0) }, uniquingKeysWith: { first, _ in first })
    return frame
  }

  /// The parts of a truth on intents.
  func parts(ofTruthOnIntents index: Int) -> [Part] {
    let truth = program.truths[index]
    let frame = frame(of: truth)
    var guarding = truth.condition.map { writer.truth($0.test, in: frame) } ?? forms.yes
    if truth.namesPack { guarding = forms.joined(true, forms.form("pack \(truth.pack)"), guarding) }
    let firing = Part(form: forms.form("fires", [guarding]), kind: .firing, pack: truth.pack, place: .truth(index))
    return [firing] + parts(of: index, truth, frame, guarding)
  }

  /// The parts of a truth on facts: each is what follows from its matches.
  func parts(ofTruthOnFacts index: Int) -> [Part] {
    let truth = program.truths[index]
    let frame = frame(of: truth)
    let matches = truth.matches.map { forms.form("match \(program.facts[$0.fact].name)") }
    let condition = truth.condition.map { writer.truth($0.test, in: frame) } ?? forms.yes
    let guarding = forms.form("each", [condition] + matches)
    return parts(of: index, truth, frame, guarding).map { part in
      var part = part
      if part.kind != .warning { part.kind = .derivation }
      return part
    }
  }

  private func parts(of index: Int, _ truth: CheckedTruth, _ frame: FormWriter.Frame, _ guarding: Form) -> [Part] {
    var parts: [Part] = []
    for clause in truth.requires + truth.invariants {
      for (form, kind) in self.forms(of: clause, pack: truth.pack, frame, guarding, isOfResult: false) {
        parts.append(Part(form: form, kind: kind, pack: truth.pack, place: .clause(clause, truth: index)))
      }
    }
    for clause in truth.ensures {
      for (form, kind) in self.forms(of: clause, pack: truth.pack, frame, guarding, isOfResult: true) {
        parts.append(Part(form: form, kind: kind, pack: truth.pack, place: .clause(clause, truth: index)))
      }
    }
    for move in truth.moves {
      parts.append(
        Part(form: form(of: move, frame, guarding), kind: .output, pack: truth.pack, place: .move(move, truth: index)))
    }
    for output in truth.outputs {
      parts.append(
        Part(form: form(of: output, frame, guarding), kind: .output, pack: truth.pack, place: .output(output, truth: index)))
    }
    return parts
  }

  /// What a clause comes to. Of what must hold each part that `and` joins stands alone: they do not hold together where one of
  /// them does not. What asks somebody is asked as a whole: of a part that is unknown it halts.
  private func forms(
    of clause: CheckedClause, pack: String, _ frame: FormWriter.Frame, _ guarding: Form, isOfResult: Bool
  ) -> [(Form, Part.Kind)] {
    let holds = writer.truth(clause.test, is: !clause.violatedWhen, in: frame)
    let place = isOfResult ? " of the result" : ""
    func whole(_ word: String, _ more: [Form] = []) -> Form { forms.form(word + place, [guarding, holds] + more) }
    switch clause.kind {
    case .requirement:
      return forms.conjuncts(of: holds).filter { $0 != forms.yes }.map {
        (forms.form("requires" + place, [guarding, $0]), .requirement)
      }
    case .structural:
      return forms.conjuncts(of: holds).filter { $0 != forms.yes }.map {
        (forms.form("halts" + place, [guarding, $0]), .structural)
      }
    case .advisory: return [(whole("warns"), .warning)]
    case .consent: return [(whole("consent"), .agreement)]
    case .acceptance(let approval): return [(whole("approval", [form(of: approval, pack: pack, frame)]), .agreement)]
    }
  }

  private func form(of approval: CheckedApproval?, pack: String, _ frame: FormWriter.Frame) -> Form {
    let policies = ["approval_ttl", "break_glass_role"].map { types.enginePolicy($0, of: pack) }
    guard let approval else { return forms.form("by the pack's", [types.enginePolicy("approver_role", of: pack)] + policies) }
    let approvers = approval.approvers.map { approver in
      forms.form("approver \(approver.role ?? "")", approver.person.map { [writer.value($0.node, in: frame)] } ?? [])
    }
    let excluded = approval.excluded.map { [writer.value($0.node, in: frame)] } ?? []
    return forms.form(
      "\(approval.count) of", [forms.set("approvers", approvers), forms.form("not by", excluded)] + policies)
  }

  private func form(of move: CheckedMove, _ frame: FormWriter.Frame, _ guarding: Form) -> Form {
    let lifecycle = program.lifecycles[move.key.lifecycle]
    let states = program.enums[lifecycle.states].values.map(\.string)
    return forms.form(
      "move \(types.name(ofLifecycle: move.key.lifecycle))",
      [guarding, forms.form("key", writer.values(move.key.keys, in: frame))]
        + [
          forms.set("from", move.from.map { forms.form(states[$0]) }),
          forms.form("to", move.path.map { forms.form(states[$0]) }),
        ])
  }

  private func form(of output: CheckedOutput, _ frame: FormWriter.Frame, _ guarding: Form) -> Form {
    var inner = frame
    var loop: [Form] = []
    if let loopNode = output.loop {
      loop = [writer.source(loopNode.source, in: frame)]
      inner = frame.binding(loopNode.slot, writer.elementType(of: loopNode.source, in: frame))
    }
    let fields = zip(program.facts[output.fact].fields, output.fields).compactMap { field, node in
      node.map { forms.form("= \(field.jsonName)", [writer.value($0, in: inner)]) }
    }
    return forms.form(
      "\(output.isCorrection ? "corrects" : "makes") \(program.facts[output.fact].name)",
      [
        guarding, forms.form("for", loop),
        forms.form("where", [output.filter.map { writer.truth($0, in: inner) } ?? forms.yes]), forms.set("fields", fields),
      ])
  }

  // MARK: Invariants

  /// An invariant is like a clause of a truth that always fires.
  func parts(ofInvariant index: Int) -> [Part] {
    let invariant = program.invariants[index]
    var frame = FormWriter.Frame()
    frame.inputs = invariant.inputs.map { ($0.jsonName, $0.type) }
    return forms(
      of: invariant.clause, pack: invariant.pack, frame, forms.yes, isOfResult: invariant.applies == .state
    ).map { Part(form: $0.0, kind: $0.1, pack: invariant.pack, place: .invariant(index)) }
  }
}
