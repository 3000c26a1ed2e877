import TruthsProgram
import TruthsText

/// What some expressions of one frame read of views, or of all facts, as far as that can be told before they run.
final class ViewReads: Sendable {
  /// The views of which everything may be read.
  let whole: Set<Int>
  private let questions: [Question]
  /// What `now` is compared with.
  private let moments: [CompiledExpression]
  private let unit: CompiledUnit
  private let frameSize: Int
  /// The code of the `let`s that the questions need.
  private let lets: Int

  private struct Question: Sendable {
    var pattern: ViewPattern
    var values: [CompiledExpression]
    var isOfKey: Bool
  }

  /// - Parameters:
  ///   - symbols: those of the program.
  ///   - frameSize: of the frame, whose inputs are filled before ``demand(_:)`` is called.
  init(_ reader: ViewReader, _ symbols: Symbols, frameSize: Int) {
    whole = reader.whole
    self.frameSize = frameSize
    var writer = CodeWriter(frameSize: frameSize)
    lets = writer.here
    let asked = reader.questions.filter { !reader.whole.contains($0.pattern.view) }
    writer.write(lets: reader.lets(of: asked.flatMap(\.values) + reader.moments))
    writer.emit(.end)
    questions = asked.map { question in
      Question(
        pattern: question.pattern, values: question.values.map { writer.expression($0) }, isOfKey: question.isOfKey)
    }
    moments = reader.moments.map { writer.expression($0) }
    unit = CompiledUnit(writer.unit, knowing: symbols)
  }

  /// Whether no view is read.
  var isEmpty: Bool { whole.isEmpty && questions.isEmpty }

  var hasQuestions: Bool { !questions.isEmpty }

  /// The patterns that may be asked for.
  var patterns: Set<ViewPattern> { Set(questions.map(\.pattern)) }

  /// What is read over a frame.
  ///
  /// - Parameter fill: sets the inputs of the frame.
  /// - Complexity: O(questions); that of the expressions in them.
  func demand(_ evaluator: Evaluator, fill: (Evaluator) -> Void) -> ViewDemand {
    var demand = ViewDemand(whole: whole)
    if questions.isEmpty { return demand }
    evaluator.begin(unit, frameSize: frameSize)
    fill(evaluator)
    evaluator.run(from: lets)
    for question in questions {
      let values = question.values.map { evaluator.explainedValue($0, of: unit) }
      if values.allSatisfy(\.isFound) {
        demand.add(ViewQuestion(pattern: question.pattern, values: values))
      } else if !question.isOfKey || !values.contains(where: \.isMissing) {
        // Nobody can tell of an element whether it equals what is missing, so all of them count.
        demand.add(ViewDemand(whole: [question.pattern.view]))
      }
    }
    return demand
  }

  /// What `now` is compared with over a frame.
  ///
  /// - Parameter fill: sets the inputs of the frame.
  func moments(_ evaluator: Evaluator, fill: (Evaluator) -> Void) -> [Value] {
    if moments.isEmpty { return [] }
    evaluator.begin(unit, frameSize: frameSize)
    fill(evaluator)
    evaluator.run(from: lets)
    return moments.map { evaluator.explainedValue($0, of: unit) }
  }
}
