import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsSyntax
import TruthsText

extension ReceivedProposal {
  /// The proposal read against the vocabulary; every fault found, those of its envelope first.
  func typed(by procedure: RunProcedure, now: Timestamp) -> (proposal: TypedProposal?, faults: [DataFault]) {
    let program = procedure.program
    guard let action else { return (nil, faults) }
    guard let index = procedure.governing.place(of: action) else {
      let nearest = nearestName(to: action, among: program.intents.map(\.name))
      return (nil, faults + [DataFault("unknown intent `\(action)`", at: actionSpan, nearest: nearest)])
    }
    var decoder = ValueDecoder(program: program)
    let intent = program.intents[index]
    let values = decoder.fields(fields, as: intent.fields, of: intent.name, path: "", at: received.span, requiresAll: false)
    let faults = faults + decoder.faults
    guard faults.isEmpty else { return (nil, faults) }
    return (TypedProposal(intent: index, fields: values, pack: pack, environment: environment(now: now)), [])
  }

  private func environment(now: Timestamp) -> Environment {
    var values = Environment.values(
      now: now, actorType: actorType, user: actor["user_id"]?.stringValue, roles: roles, pack: pack)
    values[.proposalTruthID] = truthID.map { .text(Text($0)) }
    values[.proposalRequiresConsent] = (requiresConsent?.rawValue).map { .text(Text($0)) }
    values[.proposalOverrideReason] = (override?.reason).map { .text(Text($0)) }
    values[.proposalConfidence] = confidence.map { .number($0) }
    values[.proposalConsent] = hasConsent.map { .boolean($0) }
    return Environment(values)
  }
}

extension Environment {
  /// What clauses may read of every proposal beside its fields.
  static func values(
    now: Timestamp, actorType: String?, user: String?, roles: [String], pack: String?
  ) -> [Builtin: Value] {
    var values: [Builtin: Value] = [.now: .timestamp(now), .actorRoles: .list(roles.map { .text(Text($0)) })]
    values[.actorType] = actorType.map { .text(Text($0)) }
    values[.actorUserID] = user.map { .text(Text($0)) }
    values[.proposalPack] = pack.map { .text(Text($0)) }
    return values
  }
}
