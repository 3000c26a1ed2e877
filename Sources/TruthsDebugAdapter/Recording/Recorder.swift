import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Decides a proposal and records its steps by evaluating the rules again, one expression after the other.
///
/// The decision and the results of clauses are those of the run. Only what a run does not keep, such as rows of tables and
/// elements of loops, is computed again on the same facts.
final class Recorder {
  /// Maximum number of steps in a recording, and of elements of one loop or rows of one table.
  static let (mostSteps, mostElements) = (20_000, 1_000)
  /// Maximum depth of calls inside calls.
  static let deepest = 24
  /// The work that a recording may take besides the run, in steps.
  static let mostWork = 20_000_000

  let subject: DecidableCase
  let outcome: RunOutcome
  let places: SourcePlaces
  let meter = WorkMeter(limit: Recorder.mostWork)
  let now: Timestamp
  let proposal: ReadableProposal?
  /// The values of the proposal's fields, in the order of its intent.
  let fields: [Value]
  private(set) var environment: Environment
  private(set) var steps: [RecordedStep] = []
  private(set) var frames: [RecordedFrame] = []
  /// The facts that were produced so far.
  var facts: [RecordedValue] = []
  /// The outputs and moves of the truths that fired.
  var madePlaces: MadePlaces
  /// The reason why steps are missing; `nil` for none.
  private(set) var remark: String?

  var procedure: RunProcedure { subject.procedure }
  var engine: Engine { procedure.engine }
  var program: Program { procedure.program }

  private init(_ subject: DecidableCase, _ outcome: RunOutcome) {
    self.subject = subject
    self.outcome = outcome
    places = SourcePlaces(subject.units)
    proposal = try? subject.procedure.readable(subject.request.proposal)
    now = subject.request.now ?? proposal?.moment ?? ReceivedProposal.defaultTimestamp
    let program = subject.procedure.program
    madePlaces = MadePlaces(program)
    fields =
      proposal.map { proposal in
        program.intents[proposal.intent].fields.map { proposal.value(of: $0.name, in: program) }
      } ?? []
    environment = proposal?.environment ?? Environment([:])
    environment[.now] = .timestamp(now)
    environment[.proposalAt] = .timestamp(now)
  }

  /// Decides a proposal and records its steps.
  ///
  /// - Throws: a finding where the run exceeds its work limit.
  /// - Complexity: O(work of the run), and at most ``mostSteps`` steps.
  static func recording(of subject: DecidableCase) throws(Findings) -> DecisionRecording {
    let outcome = try subject.decide()
    return Recorder(subject, outcome).recording()
  }

  /// Whether the run executes the proposal, so that truths that fired make facts.
  var isExecuted: Bool { outcome.steps.contains { $0.name == .execute } }

  private func recording() -> DecisionRecording {
    let closing = procedure.close(subject.context, now: now, budget: subject.request.budget)
    let closed = closing.context.working(meter)
    var after = closed.store
    let action = proposal.map { program.intents[$0.intent].name }
    let name = action ?? subject.request.proposal.value["action"]?.stringValue ?? "proposal"
    add(.run, "proposal \(name)", "the run of \(name) begins", at: subject.request.proposal.span, in: nil)
    recordClosing(closing)
    // The conditions of truths show why none of them fires.
    if let proposal, !outcome.evaluated.isEmpty || outcome.truthID == BuiltInTruth.governed.rawValue {
      after = recordRules(of: proposal, on: closed)
    }
    recordDecision()
    if meter.isExceeded { cut("the recording took more than \(Self.mostWork) steps of work") }
    return DecisionRecording(
      subject: subject, outcome: outcome, proposal: proposal, environment: environment, now: now, steps: steps, frames: frames,
      before: closed.store.unmetered, after: after.unmetered, facts: facts, remark: remark)
  }

  // MARK: Steps

  /// Appends a step and returns its index; `nil` once the recording is full.
  @discardableResult
  func add(
    _ kind: RecordedStep.Kind, _ title: String, _ text: String, at span: Span?, in parent: Int?, frame: Int? = nil
  ) -> Int? {
    // The last place is for the decision.
    let isLast: Bool = if case .decision = kind { true } else { false }
    guard isLast || steps.count < Self.mostSteps - 1, isLast || !meter.isExceeded else {
      cut("a recording has at most \(Self.mostSteps) steps")
      return nil
    }
    let depth = parent.map { steps[$0].depth + 1 } ?? 0
    var step = RecordedStep(kind: kind, parent: parent, depth: depth, title: title, text: text, span: span, frame: frame)
    step.factCount = facts.count
    steps.append(step)
    return steps.count - 1
  }

  func change(_ step: Int, _ change: (inout RecordedStep) -> Void) { change(&steps[step]) }

  func addFrame(_ frame: RecordedFrame) -> Int {
    frames.append(frame)
    return frames.count - 1
  }

  /// Notes that steps are missing. The first reason is kept.
  func cut(_ why: String) { remark = remark ?? "\(why); the rest is not shown" }

  func depth(of step: Int) -> Int { steps[step].depth }

  private func recordDecision() {
    let deciding = outcome.deciding?.span ?? subject.request.proposal.span
    let text = subject.explanation(of: outcome).split(separator: "\n").first.map(String.init) ?? outcome.decision.rawValue
    add(.decision, "decision: \(outcome.decision.rawValue)", text, at: deciding, in: 0)
  }
}

extension FactStore {
  /// The store with work that is not counted in the meter of the recording.
  fileprivate var unmetered: FactStore {
    var store = self
    store.work = nil
    return store
  }
}
