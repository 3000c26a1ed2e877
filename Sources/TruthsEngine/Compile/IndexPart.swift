import Synchronization
import TruthsProgram
import TruthsText

/// One part of an index key: a field of a fact, or a value computed from its fields (``AccessPath/Part``).
enum IndexPart: Hashable, Sendable {
  case field(Int)
  case computed(ElementCode)

  init(_ part: AccessPath.Part) {
    switch part {
    case .field(let field): self = .field(field)
    case .computed(let node): self = .computed(ElementCode(node))
    }
  }

  var field: Int? { if case .field(let field) = self { field } else { nil } }
}

/// The code of an expression over one fact, which is in slot 0.
final class ElementCode: Hashable, Sendable {
  let node: Node
  private let cache = Mutex<(unit: CompiledUnit, value: CompiledExpression)?>(nil)

  init(_ node: Node) { self.node = node }

  static func == (left: ElementCode, right: ElementCode) -> Bool { left.node == right.node }

  func hash(into hasher: inout Hasher) { hasher.combine(node) }

  /// Returns the code, compiled on first use.
  ///
  /// - Parameter symbols: the symbols of the program.
  func code(_ symbols: Symbols) -> (unit: CompiledUnit, value: CompiledExpression) {
    cache.withLock { known in
      if let known { return known }
      var writer = CodeWriter(frameSize: 1)
      let value = writer.expression(node)
      let made = (unit: CompiledUnit(writer.unit, knowing: symbols), value: value)
      known = made
      return made
    }
  }
}

/// Computes the values of index keys.
final class IndexElementReader {
  private let type: Int
  private let evaluator: Evaluator

  /// Creates a reader for the facts of one type.
  ///
  /// - Parameter type: an index in ``Program/facts``.
  init(_ type: Int, _ execution: ExecutionEnvironment) {
    self.type = type
    // An index is built once, on first use; its work counts for no run.
    var store = execution.store.unobserved
    store.work = nil
    evaluator = Evaluator(ExecutionEnvironment(execution.code, store), Environment([:]))
  }

  /// Returns the key's value for the fact at a place.
  ///
  /// - Returns: the value, if it fits the cell itself. A value that needs a symbol, such as a text, counts as missing.
  func cell(_ code: ElementCode, at place: Int) -> Cell {
    let code = code.code(evaluator.execution.code.symbols)
    evaluator.begin(code.unit, frameSize: 1)
    evaluator.set(0, to: .fact(type, at: place))
    let cell = evaluator.cell(code.value)
    switch cell.kind {
    case .boolean, .number, .date, .timestamp, .duration, .enumeration, .period, .time: return cell
    case .missing, .bigNumber, .text, .boxed, .fact: return .absent
    }
  }
}
