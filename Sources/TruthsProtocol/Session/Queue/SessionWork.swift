import TruthsEngine
import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// One decision that a session wants worked out: a value, so that any thread may do it while the session takes messages in.
package struct SessionWork: Sendable {
  /// Which one it is; its outcome is taken only while it is the session's present work.
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

  /// What came of it.
  package enum Outcome: Sendable {
    case decided(RunOutcome)
    /// The run waits no more.
    case nothing
    case exceeded(WorkExceeded)
  }

  /// Works it out.
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

/// What a session has to carry out, in order.
struct WorkQueue: Sendable {
  /// Messages that wait for their turn.
  var messages = PendingMessages()
  /// Held proposals that are to be decided, since the session goes on.
  var held: [Steering.Held] = []
  /// Runs that are no longer paused; each tells what it waits for, also where that is as before.
  var resumed: [String] = []
  /// Whether the runs that wait are gone through.
  var isPassing = false
  /// What follows the present task, once runs that wait were evaluated again.
  var next: [Task] = []
  /// Runs that were evaluated again since the last message.
  var sliceSpent = 0
  /// What is worked out at present.
  var inFlight: InFlight?
  var lastNumber = 0
  /// Answers that follow what they caused.
  var replies: [(reply: Reply, answer: Answer)] = []

  /// Who gets an answer, and what it is an answer to.
  struct Reply: Sendable {
    var client: String
    /// The connection of that name that it is for; a later one of the name is another.
    var connection: Int
    /// What it answers, where that is not the proposal's key.
    var to: String?
    /// The number that the client gave the message.
    var request: Int?
  }

  /// What a client wants carried out.
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

  /// Work that was begun.
  struct InFlight: Sendable {
    var number: Int
    var task: Task
    /// Who cancelled it meanwhile, and where that is answered.
    var cancelledBy: (actor: JSONObject, reply: Reply)?
  }

  enum Task: Sendable {
    case proposal(JSONObject, actor: JSONObject, Reply)
    /// Proposals that answer requests, one behind the other as long as they are accepted; the first is in work.
    case answers(ArraySlice<JSONObject>, actor: JSONObject, Reply)
    case held(Steering.Held)
    case waitingRun(String, isResumed: Bool)
  }
}

extension WorkQueue {
  /// Has what is in work worked out again: its outcome is of rules that are no longer in force.
  mutating func beginAgain() {
    guard let flight = inFlight else { return }
    inFlight = nil
    next.insert(flight.task, at: 0)
  }
}

/// A queue of messages.
struct PendingMessages: Sendable {
  private var messages: [WorkQueue.Message] = []
  /// Those before it were taken.
  private var head = 0

  var count: Int { messages.count - head }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ message: WorkQueue.Message) { messages.append(message) }

  /// - Complexity: O(1) on average.
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
