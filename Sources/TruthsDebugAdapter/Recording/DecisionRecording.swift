import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsText

/// A decided proposal with all its steps, in order, over which a debugger walks in both directions.
struct DecisionRecording {
  let subject: DecidableCase
  let outcome: RunOutcome
  /// The values of the proposal; `nil` where it is malformed.
  let proposal: ReadableProposal?
  /// The values that clauses read besides facts and fields.
  let environment: Environment
  let now: Timestamp
  let steps: [RecordedStep]
  let frames: [RecordedFrame]
  /// The facts before the run and after it.
  let before: FactStore
  let after: FactStore
  /// The facts in the order in which they were produced.
  let facts: [RecordedValue]
  /// The reason why steps are missing; `nil` for a whole recording.
  let remark: String?

  var procedure: RunProcedure { subject.procedure }
  var program: Program { procedure.program }

  func store(_ kind: RecordedFrame.StoreKind) -> FactStore { kind == .before ? before : after }

  /// Returns the index of a step and the indices of the steps that contain it, the innermost first.
  func stack(of step: Int) -> [Int] {
    var (ancestors, next) = ([Int](), Optional(step))
    while let index = next {
      ancestors.append(index)
      next = steps[index].parent
    }
    return ancestors
  }

  /// Returns the values that expressions see at a step besides the fields of the proposal: inputs, `let`s so far, and loop
  /// variables. A later value hides an earlier one of its name.
  func bindings(at step: Int) -> [NamedValue] {
    guard let frame = steps[step].frame else { return [] }
    let recorded = frames[frame]
    return recorded.inputs + lets(at: step) + variables(at: step)
  }

  /// Returns the `let`s of the step's frame up to the step.
  func lets(at step: Int) -> [NamedValue] {
    guard let frame = steps[step].frame else { return [] }
    return frames[frame].lets.filter { $0.step <= step }.map(\.value)
  }

  /// Returns the loop variables around a step in its frame, from the outside in.
  func variables(at step: Int) -> [NamedValue] {
    stack(of: step).prefix { steps[$0].frame == steps[step].frame }.reversed().flatMap { steps[$0].variables }
  }

  /// Returns a value as it is shown.
  func shown(_ named: NamedValue) -> RecordedValue { procedure.shown(named.name, named.value, unit: named.type.innermost.unit) }
}

extension RunProcedure {
  /// Returns a value of the program as it is shown.
  func shown(_ name: String, _ value: Value, unit: NumberUnit? = nil) -> RecordedValue {
    RecordedValue(name: name, value: program.json(of: value), type: engine.displayType(of: value, unit: unit))
  }
}

extension RecordedValue {
  /// The value in the form for readers.
  var text: String { ExplanationText.value(value, as: type) }
}
