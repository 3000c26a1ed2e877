import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsSyntax
import TruthsText

/// What is written of every proposal of one intent. Belongs to one thread, as its plan does.
final class IntentRecord {
  let plan: RecordPlan
  /// By the places of the plan's clauses.
  let clauses: [ClauseBytes]
  /// The truths of the intent, as JSON and without quotes.
  private let truths: [(place: Int, id: [UInt8], bareID: [UInt8])]
  let governing: [UInt8]
  /// Members of the payload of an `approval.requested`, in declared order and in canonical order.
  let request: [RequestMember]
  let sortedRequest: [RequestMember]

  /// What its plan was told last.
  @exclusivity(unchecked) var told = Told()

  /// What a plan was told of the envelope: the numbers of the writer's moment and actor, and members as they are written.
  struct Told {
    var moment = -1
    var actor = -1
    var pack = Member.untold
    var truthID = Member.untold
    var confidence = Member.untold

    enum Member {
      case untold, none
      case given([UInt8])

      /// Notes how a member is written; 0 is the place of none.
      ///
      /// - Returns: whether that is new.
      mutating func take(_ place: Int, of tape: borrowing JSONTape) -> Bool {
        guard place > 0 else {
          if case .none = self { return false }
          self = .none
          return true
        }
        if case .given(let bytes) = self, tape.text(at: place, is: bytes) { return false }
        self = .given(Array(tape.bytes(of: place)))
        return true
      }
    }
  }

  /// The words of a clause that are always the same, as JSON.
  final class ClauseBytes {
    /// `"money.invoice.creation"`, and without quotes.
    let id: [UInt8]
    let bareID: [UInt8]
    /// `"requires[0]"`, and without quotes.
    let name: [UInt8]
    let bareName: [UInt8]
    let source: [UInt8]
    /// Whose approval it wants.
    let role: String

    init(_ clause: RecordClause, _ recorder: RunRecorder) {
      id = IntentRecord.json(clause.checked.id)
      bareID = Array(clause.checked.id.utf8)
      name = IntentRecord.json(clause.checked.name)
      bareName = Array(clause.checked.name.utf8)
      source = IntentRecord.json(recorder.source(clause.checked.span))
      role = recorder.role(of: clause)
    }
  }

  /// A member of an `approval.requested` (runtime.md §3, step 5).
  enum RequestMember: String, CaseIterable {
    case type, request
    case proposalID = "proposal_id"
    case proposalHash = "proposal_hash"
    case truthID = "truth_id"
    case clause, role
    case proposedBy = "proposed_by"
    case reason
    case requestedAt = "requested_at"
  }

  /// - Returns: `nil` where proposals of the intent are never plain.
  init?(_ recorder: RunRecorder, intent: Int) {
    let program = recorder.procedure.program
    guard program.intents[intent].consent == .implicit,
      let plan = RecordPlan(recorder.procedure.engine, intent: intent, store: recorder.store),
      let requested = program.facts.first(where: { $0.name == BuiltInFact.approvalRequested.rawValue })
    else { return nil }
    let members = requested.fields.compactMap { RequestMember(rawValue: $0.name) }
    guard members.count == requested.fields.count, members.count == RequestMember.allCases.count - 1 else { return nil }
    self.plan = plan
    request = [.type] + members
    sortedRequest = request.sorted { Text($0.rawValue).precedesInUTF16(Text($1.rawValue)) }
    clauses = plan.clauses.map { ClauseBytes($0, recorder) }
    truths = plan.truths.map { ($0, Self.json(program.truths[$0].id), Array(program.truths[$0].id.utf8)) }
    let name = program.intents[intent]
    governing = Self.json(recorder.procedure.governingHash(of: "\(name.pack).\(name.name)"))
  }

  /// The id of a truth of the intent, by its place in ``Program/truths``, as JSON and without quotes.
  func id(ofTruth place: Int) -> (id: [UInt8], bareID: [UInt8]) {
    for truth in truths where truth.place == place { return (truth.id, truth.bareID) }
    return ([], [])
  }

  private static func json(_ text: String) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.write(text)
    return buffer.bytes
  }
}
