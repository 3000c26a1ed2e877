package import TruthsCheck
import TruthsJSON
import TruthsText

/// Works out expressions over one store (language.md §4). Total: every expression has a value, if only a missing one; logic is
/// Kleene's.
package struct Evaluator {
  package let program: Program
  package let store: FactStore
  package let environment: Environment
  /// The frame: trigger fields, `let`s, variables.
  package var slots: [Value]
  /// The facts of each type that was gone through, in order: inner loops go through the same ones again and again.
  var orderedFacts: [Int: [Value]] = [:]
  /// The same of lifecycles.
  var orderedInstances: [Int: [Value]] = [:]
  /// That of the store, but while something is worked out only to be told.
  var observer: ReadingObserver?

  package init(program: Program, store: FactStore, environment: Environment, frameSize: Int) {
    self.program = program
    self.store = store
    observer = store.observer
    self.environment = environment
    slots = [Value](repeating: .missing(.absent), count: frameSize)
  }

  /// The value of an expression. An unknown truth value is a missing boolean.
  package mutating func value(_ node: Node) -> Value {
    switch node {
    case .constant(let value): return value
    case .slot(let slot): return slots[slot]
    case .policy(let index): return store.policies[index]
    case .builtin(let builtin): return environment[builtin]
    case .field(let base, let index): return field(index, of: value(base))
    case .entry(let base, let field): return entry(field, of: value(base))
    case .present, .lookUp, .lookUpExists: return look(node)
    case .state(let key): return state(key)
    case .table(let index, let arguments): return table(index, arguments)
    case .not, .and, .or, .implies: return logic(node)
    case .compare(let comparison, let left, let right): return compare(comparison, value(left), value(right))
    case .isIn, .contains, .like, .isEmpty: return test(node)
    case .arithmetic(let operation, let left, let right): return arithmetic(operation, value(left), value(right))
    case .negate(let operand): return negate(value(operand))
    case .exists(let operand): return .boolean(!value(operand).isMissing)
    case .call(let function, let arguments): return call(function, arguments)
    case .list(let elements): return collect(elements) { .list($0) }
    case .record(let type, let fields): return .record(RecordValue(type: type, fields: fields.map { value($0) }))
    case .text(let parts): return text(parts)
    case .quantified(let quantified): return quantify(quantified).value
    case .aggregate(let node): return aggregate(node)
    }
  }

  /// The text of a reason: a missing part prints `missing`, and so does a number that is past the limits of what may leave an
  /// expression.
  package mutating func reason(_ node: Node) -> String {
    guard case .text(let parts) = node else { return program.display(outside(value(node))) }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal.string
      case .value(let node): text += program.display(outside(value(node)))
      }
    }
    return text
  }

  /// A value as it leaves its expression: a number past 15 digits, 12 places or 10^15 is missing (language.md §2, "Decimals").
  package func outside(_ value: Value) -> Value {
    switch value {
    case .number(let number) where !number.fitsOutside: return .missing(.limits)
    case .list(let elements):
      let checked = elements.map { outside($0) }
      return checked.first(where: \.isMissing) ?? value
    default: return value
    }
  }

  private func field(_ index: Int, of base: Value) -> Value {
    switch base {
    case .record(let record): record.fields[index]
    case .fact(let fact): fact.fields[index]
    case .missing(let cause): .missing(cause)
    default: .missing(.absent)
    }
  }

  private func entry(_ field: EntryField, of base: Value) -> Value {
    guard case .fact(let fact) = base else { return base.isMissing ? base : .missing(.absent) }
    if program.facts[fact.type].isDerived { return .missing(.absent) }
    switch field {
    case .sequence: return .number(Decimal(fact.entry.sequence))
    case .timestamp: return .timestamp(fact.entry.timestamp)
    case .truthID: return fact.entry.truthID.map { .text(Text($0)) } ?? .missing(.absent)
    case .actorUserID: return fact.entry.actor["user_id"]?.stringValue.map { .text(Text($0)) } ?? .missing(.absent)
    }
  }

  private mutating func text(_ parts: [Node.TextPart]) -> Value {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal.string
      case .value(let node):
        let value = outside(value(node))
        if value.isMissing { return value }
        text += program.display(value)
      }
    }
    return .text(Text(text))
  }

  /// The values of several expressions, or the first missing one.
  private mutating func collect(_ nodes: [Node], _ build: ([Value]) -> Value) -> Value {
    var values: [Value] = []
    values.reserveCapacity(nodes.count)
    for node in nodes {
      let element = value(node)
      if element.isMissing { return element }
      values.append(element)
    }
    return build(values)
  }
}
