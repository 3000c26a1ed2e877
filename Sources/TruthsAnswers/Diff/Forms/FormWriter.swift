import TruthsJSON
import TruthsProgram
import TruthsText

/// Writes the normal forms of one truth set's expressions.
///
/// Names replace indices. Negations move inwards, and all comparisons point in one direction. Conjunctions are flat and sorted.
/// `let`s are replaced by their expressions. A variable is numbered by the count of variables that are bound further inside.
///
/// Two expressions with the same form have the same value for every proposal and context, including missing values. The causes
/// of a value may differ, because reasons are not a part of the decision.
struct FormWriter {
  typealias Form = NormalForms.Form

  /// The meaning of the slots in a truth, invariant, table or source.
  struct Frame {
    var inputs: [(name: String, type: ValueType)] = []
    /// Whether the inputs come from outside, so that they have no more digits than data may have. Arguments of tables and
    /// functions may have more digits.
    var areInputsGiven = true
    /// The facts for which a truth fires, keyed by slot: the position in `when`, and the fact type.
    var matches: [Int: (place: Int, fact: Int)] = [:]
    var lets: [Int: CheckedLet] = [:]
    /// The variables that are bound around the current expression, the innermost last.
    var bound: [(slot: Int, type: ValueType)] = []
    /// The forms of the `let`s that are already written.
    var knownLets = KnownLets()
  }

  /// A cache for the forms of one frame's `let`s. Each form is written once, even if many expressions read it.
  final class KnownLets {
    var forms: [Int: Form] = [:]
    /// The forms of conditions and of their negations.
    var truths: [Condition: Form] = [:]

    struct Condition: Hashable {
      var slot: Int
      var value: Bool
    }
  }

  let forms: NormalForms
  let program: Program
  let types: TypeForms

  init(_ forms: NormalForms, _ program: Program, _ types: TypeForms) {
    self.forms = forms
    self.program = program
    self.types = types
  }

  // MARK: Conditions

  /// Returns the form of a condition or, if `value` is `false`, of its negation.
  func truth(_ node: Node, is value: Bool = true, in frame: Frame) -> Form {
    switch node {
    case .constant(.boolean(let truth)): return truth == value ? forms.yes : forms.no
    case .not(let inner): return truth(inner, is: !value, in: frame)
    case .and(let left, let right):
      return forms.joined(value, truth(left, is: value, in: frame), truth(right, is: value, in: frame))
    case .or(let left, let right):
      return forms.joined(!value, truth(left, is: value, in: frame), truth(right, is: value, in: frame))
    case .implies(let left, let right):
      return forms.joined(!value, truth(left, is: !value, in: frame), truth(right, is: value, in: frame))
    case .compare(let comparison, let left, let right):
      return compare(value ? comparison : comparison.negated, left, right, in: frame)
    case .isIn(let element, let list): return membership(element, list, is: value, in: frame)
    case .contains(let list, let element):
      if case .list? = type(of: list, in: frame) { return membership(element, list, is: value, in: frame) }
    case .slot(let slot):
      if let binding = frame.lets[slot], binding.type == .boolean { return truth(of: binding, is: value, in: frame) }
    case .quantified(let quantified): return self.quantified(quantified, is: value, in: frame)
    case .conditional(let condition, let one, let other) where isBoolean(one, in: frame):
      let condition = truth(condition, in: frame)
      return choice(condition, truth(one, is: value, in: frame), truth(other, is: value, in: frame))
    default: break
    }
    let form = self.plain(node, in: frame)
    return value ? form : forms.negated(form)
  }

  private func truth(of binding: CheckedLet, is value: Bool, in frame: Frame) -> Form {
    let condition = KnownLets.Condition(slot: binding.slot, value: value)
    if let known = frame.knownLets.truths[condition] { return known }
    let form = truth(binding.node, is: value, in: letFrame(frame))
    frame.knownLets.truths[condition] = form
    return form
  }

  /// Returns a frame that contains the forms of the given `let`s.
  ///
  /// Each `let` is written after the `let`s that it reads. A long chain therefore needs no deep recursion.
  func prepared(_ frame: Frame, _ lets: [CheckedLet]) -> Frame {
    var frame = frame
    frame.lets = Dictionary(first: lets.map { ($0.slot, $0) })
    for binding in lets {
      if binding.type == .boolean {
        for value in [true, false] { _ = truth(of: binding, is: value, in: frame) }
      } else {
        _ = slot(binding.slot, in: frame)
      }
    }
    return frame
  }

  private func isBoolean(_ node: Node, in frame: Frame) -> Bool { type(of: node, in: frame) == .boolean }

  /// Returns the form of `if C then A else B`. It contains C or the negation of C, whichever has the smaller number.
  private func choice(_ condition: Form, _ one: Form, _ other: Form) -> Form {
    let opposite = forms.negated(condition)
    return opposite < condition ? forms.form("if", [opposite, other, one]) : forms.form("if", [condition, one, other])
  }

  private func compare(_ comparison: Comparison, _ left: Node, _ right: Node, in frame: Frame) -> Form {
    // `x == true` is x.
    if comparison == .equal || comparison == .notEqual {
      if case .constant(.boolean(let truth)) = right { return self.truth(left, is: truth == (comparison == .equal), in: frame) }
      if case .constant(.boolean(let truth)) = left { return self.truth(right, is: truth == (comparison == .equal), in: frame) }
    }
    let (leftForm, rightForm) = (value(left, in: frame), value(right, in: frame))
    switch comparison {
    case .equal: return forms.form("==", [leftForm, rightForm].sorted())
    case .notEqual: return forms.negated(forms.form("==", [leftForm, rightForm].sorted()))
    case .less: return forms.form("<", [leftForm, rightForm])
    case .greater: return forms.form("<", [rightForm, leftForm])
    case .lessOrEqual: return forms.form("<=", [leftForm, rightForm])
    case .greaterOrEqual: return forms.form("<=", [rightForm, leftForm])
    }
  }

  /// Returns the form of a membership test.
  ///
  /// `x in ["a", "b"]` becomes `x == "a" or x == "b"`. This is not valid for `[a, b]`, because the whole list is missing if `b`
  /// is.
  private func membership(_ element: Node, _ list: Node, is value: Bool, in frame: Frame) -> Form {
    let listed: [Node]? =
      switch list {
      case .list(let nodes): nodes.count == 1 || nodes.allSatisfy(\.isWrittenDown) ? nodes : nil
      case .constant(.list(let values)): values.map { .constant($0) }
      default: nil
      }
    if let listed, !listed.isEmpty, listed.count <= Self.listed {
      let equal = listed.map { compare(value ? .equal : .notEqual, element, $0, in: frame) }
      return equal.dropFirst().reduce(equal[0]) { forms.joined(!value, $0, $1) }
    }
    let form = forms.form("in", [self.value(element, in: frame), self.value(list, in: frame)])
    return value ? form : forms.negated(form)
  }

  /// The number of elements above which a list is compared as a whole.
  private static let listed = 200

  /// Returns the form of a quantifier. `every x in S where C satisfies B` becomes `not some x in S satisfies C and not B`.
  private func quantified(_ node: QuantifiedNode, is value: Bool, in frame: Frame) -> Form {
    let source = self.source(node.loop.source, in: frame)
    let inner = frame.binding(node.loop.slot, elementType(of: node.loop.source, in: frame))
    let isEvery = node.quantifier == .every
    var body = truth(node.body, is: !isEvery, in: inner)
    if let filter = node.filter { body = forms.joined(true, truth(filter, in: inner), body) }
    let form = forms.form("some", [source, body])
    return value == (node.quantifier == .some) ? form : forms.negated(form)
  }

  func source(_ source: SourceNode, in frame: Frame) -> Form {
    switch source {
    case .list(let node): forms.form("elements", [value(node, in: frame)])
    case .facts(let index): forms.form("facts \(program.facts[index].name)")
    case .instances(let index): forms.form("instances \(types.name(ofLifecycle: index))")
    }
  }

  // MARK: Values

  /// Returns the form of a value. For a condition, it is the form of the condition's truth.
  func value(_ node: Node, in frame: Frame) -> Form {
    switch node {
    case .constant(.boolean), .not, .and, .or, .implies, .compare, .isIn, .quantified, .contains: truth(node, in: frame)
    case .slot(let slot) where frame.lets[slot]?.type == .boolean: truth(node, in: frame)
    case .conditional(_, let one, _) where isBoolean(one, in: frame): truth(node, in: frame)
    default: plain(node, in: frame)
    }
  }

  func values(_ nodes: [Node], in frame: Frame) -> [Form] { nodes.map { value($0, in: frame) } }

  /// Returns the form of an expression whose outermost operator is not a logical one.
  private func plain(_ node: Node, in frame: Frame) -> Form {
    switch node {
    case .constant(let value): return types.constant(value)
    case .slot(let slot): return self.slot(slot, in: frame)
    case .policy(let index): return types.policy(index)
    case .builtin(let builtin): return forms.form("builtin \(builtin.rawValue)")
    case .field(let base, let index):
      return forms.form("field \(fieldName(index, of: type(of: base, in: frame)))", [value(base, in: frame)])
    case .amount(let amount, let unit):
      let currency = node.currency.map { value($0, in: frame) } ?? forms.form("unit \(unit.name)")
      return forms.form("amount", [value(amount, in: frame), currency])
    case .entry(let base, let field): return forms.form("entry \(field.rawValue)", [value(base, in: frame)])
    case .present(let key): return forms.form("present \(program.facts[key.fact].name)", values(key.keys, in: frame))
    case .lookUp(let key, let field):
      return forms.form("look up \(types.name(ofField: field, ofFact: key.fact))", values(key.keys, in: frame))
    case .lookUpExists(let key, let field):
      return forms.form("exists \(types.name(ofField: field, ofFact: key.fact))", values(key.keys, in: frame))
    case .state(let key): return forms.form("state \(types.name(ofLifecycle: key.lifecycle))", values(key.keys, in: frame))
    case .contains(let one, let other): return forms.form("contains", values([one, other], in: frame))
    case .like(let one, let other): return forms.form("like", values([one, other], in: frame))
    case .matches(let text, let pattern, let isPart):
      return forms.form("matches \(isPart) \(pattern)", [value(text, in: frame)])
    case .arithmetic(let operation, let left, let right):
      let sides = values([left, right], in: frame)
      return forms.form("\(operation)", operation.isCommutative ? sides.sorted() : sides)
    case .negate(let inner): return forms.form("negate", [value(inner, in: frame)])
    case .exists(let inner): return forms.form("exists", [value(inner, in: frame)])
    case .isEmpty(let inner): return forms.form("empty", [value(inner, in: frame)])
    case .call(let function, let arguments): return call(function, arguments, in: frame)
    case .table(let index, let arguments): return forms.form("table", [types.table(index)] + values(arguments, in: frame))
    case .list(let nodes): return forms.form("list", values(nodes, in: frame))
    case .text(let parts):
      return forms.form(
        "text",
        parts.map { part in
          switch part {
          case .literal(let text): forms.form("\"\(text.string)\"")
          case .value(let node): value(node, in: frame)
          }
        })
    case .record(let index, let fields):
      let named = zip(program.records[index].fields, fields).map { forms.form("= \($0.jsonName)", [value($1, in: frame)]) }
      return forms.form("record", [types.form(of: .record(index)), forms.set("fields", named)])
    case .made(let record): return recordForm(record, in: frame)
    case .aggregate(let aggregate): return self.aggregate(aggregate, in: frame)
    case .conditional(let condition, let one, let other):
      return choice(truth(condition, in: frame), value(one, in: frame), value(other, in: frame))
    case .coalesce(let nodes): return forms.form("coalesce", values(nodes, in: frame))
    case .old(let old):
      var before = frame
      before.knownLets = KnownLets()
      return forms.form("old", [value(old.body, in: prepared(before, old.lets))])
    case .not, .and, .or, .implies, .compare, .isIn, .quantified: return truth(node, in: frame)
    }
  }

  private func slot(_ slot: Int, in frame: Frame) -> Form {
    if let place = frame.bound.lastIndex(where: { $0.slot == slot }) {
      return forms.form("variable \(frame.bound.count - 1 - place)")
    }
    if let match = frame.matches[slot] { return forms.form("match \(match.place)") }
    if frame.inputs.indices.contains(slot) { return forms.form("input \(frame.inputs[slot].name)") }
    guard let binding = frame.lets[slot] else { return forms.form("slot \(slot)") }
    if let known = frame.knownLets.forms[slot] { return known }
    let inner = letFrame(frame)
    let value = self.value(binding.node, in: inner)
    // A number may be rounded when it leaves its expression, so a computed value may differ from its `let`.
    let form = binding.type.isExact || isGiven(binding.node, in: frame) ? value : forms.form("leaving", [value])
    frame.knownLets.forms[slot] = form
    return form
  }

  /// Whether a value has no more digits than a value from outside may have.
  ///
  /// Results of tables and functions, and fields of such results, may have more digits. They are not rounded when they are
  /// passed on.
  private func isGiven(_ node: Node, in frame: Frame) -> Bool {
    switch node {
    case .constant, .policy, .builtin, .entry, .present, .lookUp, .lookUpExists, .state: true
    case .slot(let slot):
      frame.lets[slot] != nil || frame.matches[slot] != nil || frame.areInputsGiven && frame.inputs.indices.contains(slot)
    case .field(let inner, _), .amount(let inner, _): isGiven(inner, in: frame)
    default: false
    }
  }

  /// Returns the frame in which a `let` is evaluated: without any bound variables.
  private func letFrame(_ frame: Frame) -> Frame {
    var outer = frame
    outer.bound = []
    return outer
  }

  private func call(_ function: Function, _ arguments: [Node], in frame: Frame) -> Form {
    if function == .enumOfText, arguments.count == 2, case .constant(.number(let place)) = arguments[1],
      let index = Int(place.canonicalText), program.enums.indices.contains(index)
    {
      return forms.form("call value", [value(arguments[0], in: frame), types.form(of: .enumeration(index))])
    }
    // The calendar is an argument after the others, by its number. Its form includes the policies of its holidays.
    if let calendarIndex = function.calendarPlace, arguments.indices.contains(calendarIndex),
      case .constant(.number(let number)) = arguments[calendarIndex],
      let index = Int(number.canonicalText), program.calendars.indices.contains(index)
    {
      return forms.form(
        "call \(function.rawValue)",
        values(Array(arguments[..<calendarIndex]), in: frame) + [types.calendar(program.calendars[index])])
    }
    return forms.form("call \(function.rawValue)", values(arguments, in: frame))
  }

  private func aggregate(_ node: AggregateNode, in frame: Frame) -> Form {
    var inner = frame
    let sources = node.loops.map { loop in
      let source = self.source(loop.source, in: inner)
      inner = inner.binding(loop.slot, elementType(of: loop.source, in: inner))
      return source
    }
    let order = node.order.map { forms.form($0.isDescending ? "falling" : "rising", [value($0.value, in: inner)]) }
    return forms.form(
      "aggregate \(node.function.word)",
      [
        forms.form("for", sources), forms.form("of", node.value.map { [value($0, in: inner)] } ?? []),
        forms.form("where", [node.filter.map { truth($0, in: inner) } ?? forms.yes]), forms.form("by", order),
      ])
  }

  private func recordForm(_ record: MadeRecord, in frame: Frame) -> Form {
    let base = record.base.map { value($0, in: frame) }
    let type = record.base.flatMap { self.type(of: $0, in: frame) }
    return forms.form(
      "made", [forms.form("base", [base].compactMap(\.self)), shape(record.shape, of: type, values(record.values, in: frame))])
  }

  private func shape(_ shape: RecordShape, of type: ValueType?, _ values: [Form]) -> Form {
    switch shape {
    case .same: return forms.form("same")
    case .list(let inner):
      let element: ValueType? = if case .list(let element)? = type { element } else { nil }
      return forms.form("each", [self.shape(inner, of: element, values)])
    case .record(let index, let parts):
      let fields = zip(program.records[index].fields, parts).map { field, member in
        let source: Form =
          switch member.source {
          case .field(let place, let inner):
            forms.form(
              "field \(fieldName(place, of: type))", [self.shape(inner, of: fieldType(place, of: type), values)])
          case .value(let place): values.indices.contains(place) ? values[place] : forms.form("nothing")
          case .constant(let value): types.constant(value)
          }
        return forms.form("\(member.isRequired) \(field.jsonName)", [source])
      }
      return forms.form("shape", [types.form(of: .record(index)), forms.set("fields", fields)])
    }
  }
}

extension FormWriter.Frame {
  func binding(_ slot: Int, _ type: ValueType?) -> Self {
    var inner = self
    inner.bound.append((slot, type ?? .unknown))
    return inner
  }
}

extension Arithmetic {
  fileprivate var isCommutative: Bool {
    switch self {
    case .add, .multiply, .addDurations, .addPeriods: true
    default: false
    }
  }
}

extension AggregateKind {
  /// The name of the aggregate. For a sum, it includes the zero, which may have a unit.
  fileprivate var word: String {
    if case .sum(let zero) = self { return "sum \(zero)" }
    return name
  }
}

extension Function {
  /// The index of the calendar among the arguments; `nil` for a function without a calendar.
  fileprivate var calendarPlace: Int? {
    switch self {
    case .addWorkingDays, .workingDaysBetween: 2
    case .isWorkingDay: 1
    default: nil
    }
  }
}

extension Node {
  /// Whether the node is a constant with a value.
  fileprivate var isWrittenDown: Bool {
    if case .constant(let value) = self { return !value.isMissing }
    return false
  }
}

extension ValueType {
  /// Whether a value of the type is not rounded when it leaves an expression.
  fileprivate var isExact: Bool {
    switch self {
    case .text, .boolean, .date, .timestamp, .duration, .period, .time, .enumeration, .fact: true
    case .integer, .decimal, .json, .record, .list, .map, .unknown: false
    }
  }
}
