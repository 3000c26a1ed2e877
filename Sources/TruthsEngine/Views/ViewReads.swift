import TruthsProgram
import TruthsText

/// The facts of views, or of all types, that some expressions of one frame read, as far as known before they run.
final class ViewReads: Sendable {
  /// The views that may be read completely.
  let wholeViews: Set<Int>
  private let questions: [Question]
  /// The expressions that `now` is compared with.
  private let moments: [CompiledExpression]
  private let unit: CompiledUnit
  private let frameSize: Int
  /// The position in the code at which the `let`s begin that the questions need.
  private let lets: Int

  private struct Question: Sendable {
    var pattern: ViewPattern
    var values: [CompiledExpression]
    var isOfKey: Bool
  }

  /// Compiles the reads.
  ///
  /// - Parameters:
  ///   - symbols: the symbols of the program.
  ///   - frameSize: the size of the frame; its inputs are filled before ``demand(_:)`` is called.
  init(_ reader: ViewReader, _ symbols: Symbols, frameSize: Int) {
    wholeViews = reader.wholeViews
    self.frameSize = frameSize
    var writer = CodeWriter(frameSize: frameSize)
    lets = writer.here
    let asked = reader.questions.filter { !reader.wholeViews.contains($0.pattern.view) }
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
  var isEmpty: Bool { wholeViews.isEmpty && questions.isEmpty }

  var hasQuestions: Bool { !questions.isEmpty }

  /// The patterns of the possible questions.
  var patterns: Set<ViewPattern> { Set(questions.map(\.pattern)) }

  /// Returns the reads over a frame.
  ///
  /// - Parameter fill: sets the inputs of the frame.
  /// - Complexity: O(questions), and that of the expressions in them.
  func demand(_ evaluator: Evaluator, fill: (Evaluator) -> Void) -> ViewDemand {
    var demand = ViewDemand(wholeViews: wholeViews)
    if questions.isEmpty { return demand }
    evaluator.begin(unit, frameSize: frameSize)
    fill(evaluator)
    evaluator.run(from: lets)
    for question in questions {
      let values = question.values.map { evaluator.explainedValue($0, of: unit) }
      if values.allSatisfy(\.isFound) {
        demand.add(ViewQuestion(pattern: question.pattern, values: values))
      } else if !question.isOfKey || !values.contains(where: \.isMissing) {
        // It is unknown whether an element equals a missing value, so all elements are read.
        demand.add(ViewDemand(wholeViews: [question.pattern.view]))
      }
    }
    return demand
  }

  /// Returns the values that `now` is compared with over a frame.
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
