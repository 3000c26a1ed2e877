import TruthsEngine
import TruthsProgram
import TruthsText

/// The outputs and moves that make the facts of a run. A run does not keep them, so they are evaluated again in the frames of
/// the truths that fired.
struct MadePlaces {
  private struct Key: Hashable {
    let truthID: String
    let type: Int
    let identity: [Value]
  }

  /// A fact that an output or move makes; `nil` for fields that the output or move takes from elsewhere, such as the step of a
  /// state.
  private struct Candidate {
    let fields: [Value?]
    let span: Span
  }

  private let program: Program
  private var candidates: [Key: [Candidate]] = [:]

  init(_ program: Program) { self.program = program }

  /// Adds the moves and outputs of a truth that fired.
  ///
  /// - Complexity: O(facts that the truth makes).
  mutating func add(_ truth: CheckedTruth, _ scope: EvaluationScope) {
    for move in truth.moves {
      let lifecycle = program.lifecycles[move.key.lifecycle]
      let key = move.key.keys.map { scope.value($0) }
      for state in move.path {
        let name = program.enums[lifecycle.states].values[state]
        let entered = Value.enumeration(EnumValue(type: lifecycle.states, ordinal: state, name: name))
        add(key + [entered, nil], of: lifecycle.history, truth.id, move.clause.span)
      }
    }
    for output in truth.outputs {
      guard let loop = output.loop else {
        add(output, truth.id, scope)
        continue
      }
      for element in scope.elements(of: loop).prefix(Recorder.mostElements) {
        _ = scope.bind(loop, to: element)
        add(output, truth.id, scope)
      }
    }
  }

  private mutating func add(_ output: CheckedOutput, _ truthID: String, _ scope: EvaluationScope) {
    if let filter = output.filter, !scope.isTrue(filter) { return }
    let fields = output.fields.map { node -> Value? in
      guard let node else { return output.isCorrection ? nil : .missing(.absent) }
      let value = scope.value(node)
      if !value.isMissing { return value }
      return output.isCorrection && node != .takenAway ? nil : .missing(.absent)
    }
    add(fields, of: output.fact, truthID, output.span)
  }

  private mutating func add(_ fields: [Value?], of type: Int, _ truthID: String, _ span: Span) {
    let key = Key(truthID: truthID, type: type, identity: identity(fields, of: type))
    candidates[key, default: []].append(Candidate(fields: fields, span: span))
  }

  /// Returns the fields that tell facts of a type apart. The step of a state is left out, because a move does not write it.
  private func identity(_ fields: [Value?], of type: Int) -> [Value] {
    let declared = program.facts[type]
    let key = declared.lifecycle.map { Array(program.lifecycles[$0].key.indices) } ?? declared.key
    return (key.isEmpty && declared.lifecycle == nil ? Array(fields.indices) : key).map { fields[$0] ?? .missing(.absent) }
  }

  /// Returns the place of the output or move that makes a fact. If no fields agree, it is that of one with the same key, or of
  /// the first of the type.
  func place(of fact: ProducedFact) -> Span? {
    let type = fact.payload.type
    let fields = fact.payload.fields.map { $0.isMissing ? .missing(.absent) : $0 }
    let key = Key(truthID: fact.truthID, type: type, identity: identity(fields, of: type))
    let known = candidates[key] ?? []
    let made = known.first { candidate in
      zip(candidate.fields, fields).allSatisfy { $0 == nil || $0 == $1 }
    }
    return (made ?? known.first)?.span ?? firstPlace(of: type, in: fact.truthID)
  }

  private func firstPlace(of type: Int, in truthID: String) -> Span? {
    let truth = program.truths.first { $0.id == truthID }
    let move = truth?.moves.first { program.lifecycles[$0.key.lifecycle].history == type }
    return truth?.outputs.first { $0.fact == type }?.span ?? move?.clause.span ?? truth?.span
  }
}
