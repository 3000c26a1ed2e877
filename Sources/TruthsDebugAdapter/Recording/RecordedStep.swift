import TruthsJSON
import TruthsProgram
import TruthsText

/// A step of a recorded decision. Steps form a tree in preorder: a step is followed by the steps inside it.
struct RecordedStep {
  enum Kind {
    /// The run as a whole; every other step is inside it.
    case run
    /// A truth, or an invariant of its own, with its conditions and clauses inside it.
    case rule
    case condition(StepVerdict)
    case binding
    case clause(StepVerdict)
    /// A call of a function or table.
    case call
    case row(isTaken: Bool)
    /// An element that a quantifier, aggregate or loop visits.
    case element
    /// A fact that is produced, derived or part of a view.
    case fact
    /// A group of steps: the views, the facts, the result.
    case stage
    /// The decision, which is the last step.
    case decision
  }

  let kind: Kind
  /// The index of the step that contains this one; `nil` for the run.
  let parent: Int?
  /// The number of steps that contain this one.
  let depth: Int
  /// The name of the step in a call stack.
  let title: String
  /// A sentence about what happens in the step, without a full stop.
  let text: String
  let span: Span?
  /// The index of the frame in which its expressions are evaluated; `nil` outside of rules.
  let frame: Int?
  /// The terms of the step's expression with their values.
  var terms: [RecordedValue] = []
  /// The variables that the step binds for the steps inside it.
  var variables: [NamedValue] = []
  /// The fact types that the step's expression reads, as indices in ``Program/facts``.
  var reads: Set<Int> = []
  /// The number of facts that were produced up to this step.
  var factCount = 0
  /// Whether the value of a `let` or call is missing.
  var isMissing = false
}

/// The result of a clause or condition.
enum StepVerdict {
  case holds, violated, notApplicable, unknown
}

/// A value as it is shown to people: as JSON, and with the information for its display that JSON lacks.
struct RecordedValue {
  let name: String
  let value: JSONValue
  let type: DisplayType?
}

/// A frame of a truth, invariant, table or function, in which expressions are evaluated.
final class RecordedFrame {
  let name: String
  let pack: String
  /// The intent of the proposal, whose fields the frame has; an index in ``Program/intents``. `nil` for other frames.
  let intent: Int?
  /// The arguments of a function, or the facts that fired a truth.
  let inputs: [NamedValue]
  /// Whether the frame is that of a function or table.
  let isCall: Bool
  /// The values of `let`s, each with the step that computes it.
  var lets: [(step: Int, value: NamedValue)] = []
  /// The facts that the frame reads.
  let facts: StoreKind

  /// The facts before the run, or the facts after it.
  enum StoreKind { case before, after }

  init(
    _ name: String, pack: String, intent: Int? = nil, inputs: [NamedValue] = [], isCall: Bool = false,
    facts: StoreKind
  ) {
    self.name = name
    self.pack = pack
    self.intent = intent
    self.inputs = inputs
    self.isCall = isCall
    self.facts = facts
  }
}
