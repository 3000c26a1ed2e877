import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsSyntax
import TruthsText

/// Makes plain proposals ready straight from their bytes. Its memory is used again and again, and so is what it has worked out.
///
/// Sendable although it changes: whoever took it is the only one who has it.
final class PlainReader: @unchecked Sendable {
  private let procedure: RunProcedure
  private let engine: QuickEngine
  private let now: Timestamp?
  @exclusivity(unchecked) private var tape = JSONTape()
  @exclusivity(unchecked) private var envelope = RecordEnvelope()
  @exclusivity(unchecked) private var actor = RecordActor.fixture
  /// By place of the intent; `nil` for those that want a consent.
  @exclusivity(unchecked) private var forms: [Int: QuickForm?] = [:]
  /// The intent of the last proposal, and what it called it.
  @exclusivity(unchecked) private var last: (action: [UInt8], form: QuickForm)?

  init(_ procedure: RunProcedure, _ engine: QuickEngine, now: Timestamp?) {
    self.procedure = procedure
    self.engine = engine
    self.now = now
  }

  /// Makes a proposal ready.
  ///
  /// - Returns: `nil` where it is at fault, more than clauses alone decides about it, or it is written otherwise than programs
  ///   write by themselves (``JSONTape``).
  /// - Complexity: O(size of the proposal); for the first of an intent, O(code of its truths).
  func ready(_ json: [UInt8]) -> QuickProposal? {
    json.withUnsafeBufferPointer { bytes in
      guard tape.read(bytes), envelope.read(tape), let form = form(), let moment = moment(),
        actor.become(tape, at: envelope.actor) != nil
      else { return nil }
      let pack = envelope.pack > 0 ? tape.text(at: envelope.pack).string : nil
      var values = Environment.values(
        now: moment, actorType: actor.type, user: actor.user, roles: actor.roles, pack: pack)
      if envelope.truthID > 0 { values[.proposalTruthID] = .text(tape.text(at: envelope.truthID)) }
      if envelope.confidence > 0 { values[.proposalConfidence] = .number(envelope.confidence(tape)) }
      return envelope.fields.withUnsafeBufferPointer {
        form.ready($0, of: tape, Environment(values), pack: pack, json: json)
      }
    }
  }

  /// How proposals of the intent are read; `nil` where it is not declared, or wants a consent.
  private func form() -> QuickForm? {
    if let last, tape.text(at: envelope.action, is: last.action) { return last.form }
    let action = tape.text(at: envelope.action).string
    guard let intent = procedure.governing.place(of: action) else { return nil }
    let form: QuickForm?
    if let known = forms[intent] {
      form = known
    } else {
      form = procedure.program.intents[intent].consent == .implicit ? engine.form(intent) : nil
      forms[intent] = form
    }
    guard let form else { return nil }
    last = (Array(action.utf8), form)
    return form
  }

  /// The moment of the run; `nil` where it is written so that it is none.
  private func moment() -> Timestamp? {
    if envelope.timestamp == 0 { return now ?? ReceivedProposal.defaultTimestamp }
    let written = Timestamp(text: tape.text(at: envelope.timestamp).string)
    return written.map { now ?? $0 }
  }
}
