import TruthsEngine
import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// One decision that a session needs: a value, so that any thread may compute it while the session receives messages.
package struct SessionWork: Sendable {
  /// Number of the work. An outcome is accepted only while this is the session's present work.
  let number: Int
  let content: Content
  let procedure: RunProcedure
  let context: Context
  let now: Timestamp
  let budget: Budget

  enum Content: Sendable {
    case proposal(JSONObject, actor: JSONObject)
    case waitingRun(String)
  }

  /// The result of a decision.
  package enum Outcome: Sendable {
    case decided(RunOutcome)
    /// The run no longer waits.
    case nothing
    case exceeded(WorkExceeded)
  }

  /// Computes the decision.
  ///
  /// - Complexity: that of one decision; at most the budget's work.
  package func outcome() -> Outcome {
    do throws(WorkExceeded) {
      switch content {
      case .proposal(let proposal, let actor):
        var request = RunRequest(
          proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor, budget: budget)
        request.notesReads = true
        return .decided(try procedure.run(request, on: context))
      case .waitingRun(let runID):
        let outcome = try procedure.reevaluate(runID: runID, on: context, now: now, budget: budget, notesReads: true)
        return outcome.map { .decided($0) } ?? .nothing
      }
    } catch {
      return .exceeded(error)
    }
  }
}

/// The pending work of a session, in order.
struct WorkQueue: Sendable {
  var messages = PendingMessages()
  /// Held proposals to decide, after a pause has ended.
  var heldProposals: [Steering.HeldProposal] = []
  /// Runs that are no longer paused. Each emits its status, even if it is unchanged.
  var resumed: [String] = []
  /// Whether a pass over the waiting runs is under way.
  var isPassing = false
  /// Tasks after the present one. Waiting runs are evaluated before them.
  var next: [Task] = []
  /// Number of waiting runs evaluated since the last message.
  var sliceSpent = 0
  /// The task in work.
  var inFlight: InFlight?
  var lastNumber = 0
  /// Answers that are sent after all events that they caused.
  var replies: [(reply: Reply, answer: Answer)] = []

  /// The receiver of an answer and the message that it answers.
  struct Reply: Sendable {
    var client: String
    /// Connection that sent the message. A later connection of the same client does not get the answer.
    var connection: Int
    /// `to` of the answer, if it is not the proposal's key.
    var to: String?
    /// Number that the client gave to the message.
    var request: Int?
  }

  /// A client's message with its sender.
  struct Message: Sendable {
    var content: Content
    var actor: JSONObject
    var onBehalfOf: String?
    var reply: Reply

    enum Content: Sendable {
      case proposal(JSONObject)
      case control(ControlMessage)
    }
  }

  /// A task whose decision is being computed.
  struct InFlight: Sendable {
    var number: Int
    var task: Task
    /// Actor who cancelled the task meanwhile, and the receiver of the answer to the cancellation.
    var cancelledBy: (actor: JSONObject, reply: Reply)?
  }

  enum Task: Sendable {
    case proposal(JSONObject, actor: JSONObject, Reply)
    /// Proposals that answer requests: the first is in work, and each next one follows only if its predecessor is accepted.
    case answers(ArraySlice<JSONObject>, actor: JSONObject, Reply)
    case held(Steering.HeldProposal)
    case waitingRun(String, isResumed: Bool)
  }
}

extension WorkQueue {
  /// Restarts the task in work, because its outcome would be by rules that are no longer in force.
  mutating func beginAgain() {
    guard let flight = inFlight else { return }
    inFlight = nil
    next.insert(flight.task, at: 0)
  }
}

/// A FIFO queue of messages.
struct PendingMessages: Sendable {
  private var messages: [WorkQueue.Message] = []
  /// Index of the first message in the queue; earlier elements are already taken.
  private var head = 0

  var count: Int { messages.count - head }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ message: WorkQueue.Message) { messages.append(message) }

  /// Returns and removes the oldest message.
  ///
  /// - Complexity: O(1) amortized.
  mutating func popFirst() -> WorkQueue.Message? {
    guard head < messages.count else { return nil }
    defer {
      head += 1
      if head > 1_000, head * 2 > messages.count {
        messages.removeFirst(head)
        head = 0
      }
    }
    return messages[head]
  }
}
