import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsSyntax
import TruthsText

extension ReceivedProposal {
  /// The proposal read against the vocabulary; every fault found, those of its envelope first.
  func typed(by procedure: RunProcedure, now: Timestamp) -> (proposal: TypedProposal?, faults: [DataFault]) {
    guard let action else { return (nil, faults) }
    guard let index = procedure.governing.place(of: action) else {
      let nearest = nearestName(to: action, among: procedure.program.intents.map(\.name))
      return (nil, faults + [DataFault("unknown intent `\(action)`", at: actionSpan, nearest: nearest)])
    }
    var decoder = ValueDecoder(program: procedure.program)
    let intent = procedure.program.intents[index]
    let values = decoder.fields(fields, as: intent.fields, of: intent.name, path: "", at: received.span, requiresAll: false)
    let faults = faults + decoder.faults
    guard faults.isEmpty else { return (nil, faults) }
    return (TypedProposal(intent: index, fields: values, pack: pack, environment: environment(now: now)), [])
  }

  private func environment(now: Timestamp) -> Environment {
    var environment = Environment([
      .now: .timestamp(now), .actorRoles: .list(actor["roles"]?.arrayValue?.compactMap(\.textValue) ?? []),
    ])
    func set(_ builtin: Builtin, _ value: Value?) { if let value { environment[builtin] = value } }
    set(.actorType, actor["type"]?.textValue)
    set(.actorUserID, actor["user_id"]?.textValue)
    set(.proposalPack, pack.map { .text(Text($0)) })
    set(.proposalTruthID, truthID.map { .text(Text($0)) })
    set(.proposalRequiresConsent, (requiresConsent?.rawValue).map { .text(Text($0)) })
    set(.proposalOnBehalfOf, onBehalfOf.map { .text(Text($0)) })
    set(.proposalOverrideReason, (override?.reason).map { .text(Text($0)) })
    set(.proposalConfidence, confidence.map { .number($0) })
    set(.proposalConsent, hasConsent.map { .boolean($0) })
    return environment
  }
}

extension JSONValue {
  /// A text as a value of a clause.
  fileprivate var textValue: Value? {
    if case .string(let text) = self { return .text(text) }
    return nil
  }
}
