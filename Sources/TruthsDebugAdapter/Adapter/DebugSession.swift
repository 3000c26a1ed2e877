import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// A recording with the position in it, the breakpoints, and the values that the client may ask for at this position.
final class DebugSession {
  let recording: DecisionRecording
  /// The explanation of the decision, as `truths run` prints it.
  let explanation: String
  let places: BreakpointPlaces
  /// The index of the present step.
  var position = 0 {
    didSet { handles = ValueHandles() }
  }
  var breakpoints = Breakpoints()
  var handles = ValueHandles()
  /// The filter that caused the last stop; `nil` if something else caused it.
  var exception: ExceptionFilter?
  private var scopes: [String: ExpressionScope] = [:]

  init(_ opened: OpenedCase, _ launch: DebugLaunch) throws(DebugLaunchFault) {
    do throws(Findings) {
      let subject = try Self.subject(of: opened, launch)
      guard let subject else { throw Findings([], in: SourceMap()) }
      recording = try Recorder.recording(of: subject)
      explanation = subject.explanation(of: recording.outcome)
    } catch {
      throw error.isEmpty ? Self.noCase(launch.fixture ?? "", opened) : .findings(error)
    }
    places = BreakpointPlaces(recording, root: opened.root)
  }

  private static func subject(of opened: OpenedCase, _ launch: DebugLaunch) throws(Findings) -> DecidableCase? {
    if let id = launch.fixture { return try opened.workspace.decidableCase(ofFixture: id, in: opened.fixtures) }
    let proposal = opened.proposal ?? SourceText(path: "", bytes: [])
    return try opened.workspace.decidableCase(proposal: proposal, context: opened.context)
  }

  private static func noCase(_ id: String, _ opened: OpenedCase) -> DebugLaunchFault {
    let ids = opened.workspace.decidableFixtures(opened.fixtures)
    let nearest = Tool.nearestName(to: id, among: ids).map { "; did you mean `\($0)`?" } ?? ""
    return .message("there is no fixture `\(id)` with a single decision\(nearest)")
  }

  var steps: [RecordedStep] { recording.steps }

  /// Returns the place of a step; `nil` for a step without one.
  func line(of step: Int) -> BreakpointPlaces.Line? { places.line(of: steps[step].span) }

  /// Maximum size of an expression in bytes, and maximum work of its evaluation in steps.
  private static let (mostBytes, mostWork) = (10_000, 2_000_000)

  /// Evaluates an expression or condition with the values at a step.
  func evaluate(_ text: String, at step: Int) throws(DebugFault) -> RecordedValue {
    let trimmed = String(decoding: text.utf8.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }, as: UTF8.self)
    let bindings = recording.bindings(at: step)
    if let named = bindings.last(where: { $0.name == trimmed }) { return recording.shown(named) }
    let (program, engine) = (recording.program, recording.procedure.engine)
    let frame = recording.steps[step].frame.map { recording.frames[$0] }
    let intent = frame == nil ? recording.proposal?.intent : frame?.intent
    guard trimmed.utf8.count <= Self.mostBytes else { throw DebugFault("an expression has at most \(Self.mostBytes) bytes") }
    guard let set = recording.subject.set else {
      throw DebugFault("the fixture is decided by some packs of the set, so that only names of values can be evaluated")
    }
    let pack = frame?.pack ?? intent.map { program.intents[$0].pack } ?? ""
    let scope = scopes[pack] ?? ExpressionScope(set, pack: pack.isEmpty ? nil : pack)
    scopes[pack] = scope
    let file = SourceFile(id: FileID(recording.subject.sources.files.count), path: "expression", bytes: Array(trimmed.utf8))
    let (checked, findings) = scope.check(file, intent: intent, kept: bindings)
    guard let checked else { throw DebugFault(findings.first?.message ?? "the expression cannot be read") }
    let fields = intent.map { index in
      program.intents[index].fields.map { recording.proposal?.value(of: $0.name, in: program) ?? .missing(.absent) }
    }
    var store = recording.store(frame?.facts ?? .before)
    let work = WorkMeter(limit: Self.mostWork)
    store.work = work
    let answer = engine.answer(
      checked, frame: (fields ?? []) + bindings.map(\.value), on: store, recording.environment, recording.now)
    if work.isExceeded { throw DebugFault("the expression takes more than \(Self.mostWork) steps of work") }
    if answer.value.isMissing {
      throw DebugFault("missing" + (answer.cause.map { ": \($0)" } ?? ""), isMissingValue: true)
    }
    return recording.procedure.shown(trimmed, answer.value, unit: checked.type.innermost.unit)
  }
}
