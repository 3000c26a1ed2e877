import TruthsProgram
import TruthsText

/// A part of the rules that decide about an intent, such as a clause, an output, a field or a type.
///
/// Two intents are decided in the same way if they have the same parts, whatever truths contain them and in whatever order.
struct Part {
  /// The normal form of the part; see ``NormalForms``.
  var form: NormalForms.Form
  var kind: Kind
  var pack: String
  /// The declaration of the part in the program.
  var place: Owner

  enum Kind: Hashable {
    /// A condition that must hold. An additional one can only make a set stricter.
    case requirement, structural
    /// The agreement of people that is needed if a condition holds.
    case agreement
    case warning
    /// The condition under which a truth fires.
    case firing
    /// A fact or a state that is produced.
    case output
    /// A truth that starts from facts, or one of its outputs.
    case derivation
    /// A field of the intent, a type, or a policy that the engine reads.
    case vocabulary

    /// Whether the part is a clause that can refuse a proposal.
    var canRefuse: Bool { self == .requirement || self == .structural || self == .agreement }
  }

  enum Owner {
    /// A clause of a truth, with the truth's index in ``Program/truths``.
    case clause(CheckedClause, truth: Int)
    case output(CheckedOutput, truth: Int)
    case move(CheckedMove, truth: Int)
    case truth(Int)
    /// An index in ``Program/invariants``.
    case invariant(Int)
    /// A field that every proposal of the intent must bring, by its place among the intent's fields.
    case required(field: Int, intent: Int)
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
    return writer.prepared(frame, truth.lets)
  }

  func parts(ofTruthOnIntents index: Int) -> [Part] {
    let truth = program.truths[index]
    let frame = frame(of: truth)
    var guarding = truth.condition.map { writer.truth($0.test, in: frame) } ?? forms.yes
    if truth.namesPack { guarding = forms.joined(true, forms.form("pack \(truth.pack)"), guarding) }
    let firing = Part(form: forms.form("fires", [guarding]), kind: .firing, pack: truth.pack, place: .truth(index))
    return [firing] + parts(of: index, truth, frame, guarding)
  }

  /// Returns the parts of a truth that starts from facts. Each part covers all matches of the truth.
  ///
  /// The truth does not fire if an instance is not in the state from which a move leads. The moves are therefore conditions,
  /// too.
  func parts(ofTruthOnFacts index: Int) -> [Part] {
    let truth = program.truths[index]
    let frame = frame(of: truth)
    let matches = truth.matches.map { forms.form("match \(program.facts[$0.fact].name)") }
    let condition = truth.condition.map { writer.truth($0.test, in: frame) } ?? forms.yes
    let moves = truth.moves.map { form(of: $0, frame, forms.yes) }
    let guarding = forms.form("each", [condition, forms.set("moves", moves)] + matches)
    return parts(of: index, truth, frame, guarding).map { part in
      var part = part
      if part.kind != .warning { part.kind = .derivation }
      return part
    }
  }

  private func parts(of index: Int, _ truth: CheckedTruth, _ frame: FormWriter.Frame, _ guarding: Form) -> [Part] {
    var parts: [Part] = []
    for clause in truth.requires + truth.invariants {
      for (form, kind) in self.forms(of: clause, in: truth.id, frame, guarding, isOfResult: false) {
        parts.append(Part(form: form, kind: kind, pack: truth.pack, place: .clause(clause, truth: index)))
      }
    }
    for clause in truth.ensures {
      for (form, kind) in self.forms(of: clause, in: truth.id, frame, guarding, isOfResult: true) {
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

  /// Returns the forms of a clause.
  ///
  /// A requirement is split at each `and`, because the whole fails if one part fails. A clause that needs people's agreement is
  /// not split, because an unknown part of it halts the run.
  private func forms(
    of clause: CheckedClause, in owner: String, _ frame: FormWriter.Frame, _ guarding: Form, isOfResult: Bool
  ) -> [(Form, Part.Kind)] {
    let holds = writer.truth(clause.test, is: !clause.violatedWhen, in: frame)
    let suffix = isOfResult ? " of the result" : ""
    func conditionForm(_ word: String, _ more: [Form] = []) -> Form { forms.form(word + suffix, [guarding, holds] + more) }
    switch clause.kind {
    case .requirement:
      return forms.conjuncts(of: holds).filter { $0 != forms.yes }.map {
        (forms.form("requires" + suffix, [guarding, $0]), .requirement)
      }
    case .structural:
      return forms.conjuncts(of: holds).filter { $0 != forms.yes }.map {
        (forms.form("halts" + suffix, [guarding, $0]), .structural)
      }
    case .advisory: return [(conditionForm("warns"), .warning)]
    case .consent: return [(conditionForm("consent"), .agreement)]
    case .acceptance(let approval):
      return [(conditionForm("approval", [form(of: approval, clause, in: owner, frame)]), .agreement)]
    }
  }

  /// Returns the form of the agreement to a clause: the approvers, how long an approval counts, who may override it, and the
  /// ids that an override may name.
  ///
  /// The engine uses the first word of the owner's id as the pack.
  private func form(of approval: CheckedApproval?, _ clause: CheckedClause, in owner: String, _ frame: FormWriter.Frame) -> Form {
    let pack = String(owner.prefix { $0 != "." })
    let common = [
      types.enginePolicy("approval_ttl", of: pack), types.breakGlass,
      forms.set("overridden as", [owner, clause.id].map { forms.form("id \($0)") }),
    ]
    guard let approval else { return forms.form("by the pack's", [types.enginePolicy("approver_role", of: pack)] + common) }
    let approvers = approval.approvers.map { approver in
      forms.form(
        "approver",
        [
          forms.optional("role", approver.role.map { forms.form("name \($0)") }),
          forms.optional("person", approver.person.map { writer.value($0.node, in: frame) }),
        ])
    }
    return forms.form(
      "\(approval.count) of",
      [
        forms.set("approvers", approvers),
        forms.optional("not by", approval.excluded.map { writer.value($0.node, in: frame) }),
      ] + common)
  }

  /// Returns the agreements to the clauses of the set. They are keyed by declaring id and clause name, such as
  /// `shop.ordering|invariants[0]`.
  func demands() -> [String: Form] {
    var demands: [String: Form] = [:]
    func note(_ clause: CheckedClause, _ owner: String, _ frame: FormWriter.Frame) {
      guard case .acceptance(let approval) = clause.kind else { return }
      demands["\(owner)|\(clause.name)"] = form(of: approval, clause, in: owner, frame)
    }
    for truth in program.truths where !truth.invariants.isEmpty {
      let frame = frame(of: truth)
      for clause in truth.invariants { note(clause, truth.id, frame) }
    }
    for invariant in program.invariants { note(invariant.clause, invariant.id, frame(of: invariant)) }
    return demands
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
    let type = program.facts[output.fact]
    let word = "\(output.isCorrection ? "corrects" : "makes") \(type.name)"
    return forms.form(word, [guarding, fieldForms(type.fields, output.fields, for: output.loop, where: output.filter, frame)])
  }

  /// Returns the form of fields with their expressions, which are computed once, or once for each element of a loop.
  private func fieldForms(
    _ fields: [Field], _ nodes: [Node?], for loop: LoopNode?, where filter: Node?, _ frame: FormWriter.Frame
  ) -> Form {
    let inner = loop.map { frame.binding($0.slot, writer.elementType(of: $0.source, in: frame)) } ?? frame
    let written = zip(fields, nodes).compactMap { field, node in
      node.map { forms.form("= \(field.jsonName)", [writer.value($0, in: inner)]) }
    }
    return forms.form(
      "made",
      [
        forms.optional("for", loop.map { writer.source($0.source, in: frame) }),
        filter.map { writer.truth($0, in: inner) } ?? forms.yes, forms.set("fields", written),
      ])
  }

  // MARK: Sources

  /// Returns the form of the facts and proposals that a source makes from an element of its document. The path to the elements
  /// is not included.
  func form(of source: CheckedSource) -> Form {
    var frame = FormWriter.Frame()
    frame.inputs = source.inputs.map { ($0.jsonName, $0.type) }
    frame = writer.prepared(frame, source.lets)
    let inputs = source.inputs.map { forms.form("input \($0.jsonName)", [types.form(of: $0.type)]) }
    let outputs = source.outputs.map { forms.form("", [types.fact($0.fact), form(of: $0, frame, forms.yes)]) }
    let proposals = source.proposals.map { proposal -> Form in
      let intent = program.intents[proposal.intent]
      return forms.form(
        "proposes \(intent.pack).\(intent.name)",
        intent.fields.map { types.field($0) }
          + [fieldForms(intent.fields, proposal.fields, for: proposal.loop, where: proposal.filter, frame)])
    }
    return forms.form("source", [forms.set("inputs", inputs), forms.form("outputs", outputs), forms.form("", proposals)])
  }

  // MARK: Invariants

  private func frame(of invariant: CheckedInvariant) -> FormWriter.Frame {
    var frame = FormWriter.Frame()
    frame.inputs = invariant.inputs.map { ($0.jsonName, $0.type) }
    return frame
  }

  /// Returns the parts of an invariant. It is treated like a clause of a truth that always fires.
  func parts(ofInvariant index: Int) -> [Part] {
    let invariant = program.invariants[index]
    return forms(
      of: invariant.clause, in: invariant.id, frame(of: invariant), forms.yes, isOfResult: invariant.applies == .state
    ).map { Part(form: $0.0, kind: $0.1, pack: invariant.pack, place: .invariant(index)) }
  }
}
