import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsSyntax
import TruthsText

/// What is written of every proposal of one intent. Belongs to one thread, as its plan does.
final class IntentRecord {
  let plan: RecordPlan
  /// What is always written the same, one piece behind the other.
  let bytes: ByteBuffer
  /// Where in it the words of each of the plan's clauses stand.
  let clauses: [ClauseWords]
  /// The truths of the intent: place in ``Program/truths``, and where its id stands, as JSON.
  private let truths: [(place: Int, id: Range<Int>)]
  let governing: Range<Int>
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

  /// Where the words of a clause stand that are always the same, as JSON.
  struct ClauseWords {
    /// `"money.invoice.creation"`
    let id: Range<Int>
    /// `"requires[0]"`
    let name: Range<Int>
    let source: Range<Int>
    /// Whose approval it wants: `"manager"`, and as it is, which may be any text.
    let role: Range<Int>
    let bareRole: Range<Int>
    /// What a run waits for then, `"approval from @manager"`: one place for all clauses that want the same.
    let approval: Range<Int>
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
    var bytes = ByteBuffer()
    var approvals: [Text: Range<Int>] = [:]
    clauses = plan.clauses.map { clause in
      let role = recorder.role(of: clause)
      let approval = approvals[Text(role)] ?? bytes.part { $0.write("approval from @\(role)") }
      approvals[Text(role)] = approval
      return ClauseWords(
        id: bytes.part { $0.write(clause.checked.id) }, name: bytes.part { $0.write(clause.checked.name) },
        source: bytes.part { $0.write(recorder.source(clause.checked.span)) }, role: bytes.part { $0.write(role) },
        bareRole: bytes.part { $0.append(role) }, approval: approval)
    }
    truths = plan.truths.map { place in (place, bytes.part { $0.write(program.truths[place].id) }) }
    let name = program.intents[intent]
    governing = bytes.part { $0.write(recorder.procedure.governingHash(of: "\(name.pack).\(name.name)")) }
    self.bytes = bytes
  }

  /// Where the id of a truth of the intent stands, by its place in ``Program/truths``, as JSON.
  func id(ofTruth place: Int) -> Range<Int> {
    for truth in truths where truth.place == place { return truth.id }
    return 0..<0
  }
}

extension Range<Int> {
  /// What stands between the quotes of a text that needs no escapes.
  var withoutQuotes: Range<Int> { dropFirst().dropLast() }
}
