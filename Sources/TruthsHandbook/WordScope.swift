import TruthsProgram
import TruthsSyntax
import TruthsText

/// Resolves the names in a clause, so that words can include units.
///
/// Locals come first (fields, `let`s and variables), then policies, facts and lifecycles of the set.
struct WordScope {
  let program: Program
  private let facts: [String: Int]
  private let lifecycles: [String: Int]
  private let policies: [String: Int]
  private let tables: [String: Int]
  private var locals: [String: ValueType] = [:]
  /// The locals by the words in which they are said.
  private var spokenLocals: [String: Set<String>] = [:]
  /// Names for single facts or elements, which need no `the`.
  private(set) var variables: Set<String> = []
  private var pack = ""
  private let spoken: SpokenNames

  /// The meaning of a name or path.
  enum Meaning {
    case local(ValueType)
    case policy(Int)
    case fact(Int)
    case lifecycle(Int)
    case field(Field)
    case state(Int)
  }

  init(_ program: Program) {
    self.program = program
    spoken = SpokenNames(program)
    func index(_ names: [(pack: String, name: String)]) -> [String: Int] {
      var result: [String: Int] = [:]
      for (place, item) in names.enumerated() {
        result["\(item.pack).\(item.name)"] = place
        if result[item.name] == nil { result[item.name] = place }
      }
      return result
    }
    facts = index(program.facts.map { ($0.pack, $0.name) })
    lifecycles = index(program.lifecycles.map { ($0.pack, $0.name) })
    policies = index(program.policies.map { ($0.pack, $0.name) })
    tables = index(program.tables.map { ($0.pack, $0.name) })
  }

  /// Returns the scope of a declaration of a pack with some fields.
  func within(_ pack: String, _ fields: [Field]) -> WordScope {
    var result = self
    result.pack = pack
    for field in fields where result.locals[field.name] == nil { result.add(field.name, field.type) }
    return result
  }

  private mutating func add(_ local: String, _ type: ValueType) {
    locals[local] = type
    spokenLocals[PlainName.words(local), default: []].insert(local)
  }

  func adding(_ name: String, _ type: ValueType?, isVariable: Bool = true) -> WordScope {
    var result = self
    result.add(name, type ?? .unknown)
    if isVariable { result.variables.insert(name) } else { result.variables.remove(name) }
    return result
  }

  /// Returns a name in words, or as it is written where another name reads alike.
  ///
  /// - Parameter owner: the pack that declares the name; `nil` for fields, variables and `let`s.
  func words(_ name: String, of owner: String? = nil) -> Phrase {
    let words = PlainName.words(name)
    let isLocalAlike = spokenLocals[words, default: []].contains { $0 != name }
    if let owner, owner != pack, spoken.isShared(name) { return .code("\(owner).\(name)") }
    return isLocalAlike || spoken.isAmbiguous(name) ? .code(name) : .term(words)
  }

  /// Whether some words are those of a name: a field `date_of_birth` reads like the `date` of a variable `birth`.
  func isName(_ words: String) -> Bool { spoken.isName(words) || spokenLocals[words] != nil }

  /// Whether another function or table has the same words in a call.
  func isSharedCall(_ name: String) -> Bool { spoken.isSharedCall(name) }

  /// Whether some words are those in which a field of the program is read from a value.
  func isField(_ words: String) -> Bool { spoken.isField(words) }

  /// Returns a value of an enum in words, or as it is written where another value reads alike.
  func value(_ name: String) -> Phrase { .value(spoken.isAmbiguous(value: name) ? name : PlainName.words(name)) }

  /// Whether a name is a value of an expected enum, even if it has another meaning too.
  func isValue(_ name: String, of type: ValueType?) -> Bool {
    guard case .enumeration(let index)? = type, locals[name] != type else { return false }
    return program.enums[index].values.contains { $0.string == name }
  }

  func fact(_ name: String) -> Int? { facts["\(pack).\(name)"] ?? facts[name] }
  func table(_ name: String) -> Int? { tables["\(pack).\(name)"] ?? tables[name] }
  private func policy(_ name: String) -> Int? { policies["\(pack).\(name)"] ?? policies[name] }
  private func lifecycle(_ name: String) -> Int? { lifecycles["\(pack).\(name)"] ?? lifecycles[name] }

  /// Returns the dotted path of a chain of names, such as `invoice.sent`; `nil` for other expressions.
  static func path(_ expr: Expr) -> String? {
    switch expr.kind {
    case .name(let name): name
    case .member(let base, let word): path(base).map { "\($0).\(word.text)" }
    default: nil
    }
  }

  /// Returns the meaning of an expression; `nil` if it is a value of an enum, or part of the language.
  func meaning(_ expr: Expr) -> Meaning? {
    switch expr.kind {
    case .name(let name):
      if let type = locals[name] { return .local(type) }
      return global(name)
    case .member(let base, let word):
      if let path = Self.path(expr), let found = global(path) { return found }
      return meaning(base).flatMap { member(word.text, of: $0) }
    case .keyed(let base, _), .current(let base), .with(let base, _): return meaning(base)
    default: return nil
    }
  }

  private func global(_ name: String) -> Meaning? {
    if let index = policy(name) { return .policy(index) }
    if let index = fact(name) { return .fact(index) }
    return lifecycle(name).map { .lifecycle($0) }
  }

  private func member(_ name: String, of base: Meaning) -> Meaning? {
    let fields: [Field]
    switch base {
    case .lifecycle(let index):
      if name == "state" { return .state(index) }
      fields = program.lifecycles[index].key
    case .fact(let index), .local(.fact(let index)): fields = program.facts[index].fields
    case .local(.record(let index)): fields = program.records[index].fields
    case .field(let field):
      guard case .record(let index) = field.type else { return nil }
      fields = program.records[index].fields
    case .local, .policy, .state: return nil
    }
    return fields.first { $0.name == name }.map { .field($0) }
  }

  /// Returns the type of an expression, as far as words need it.
  func type(_ expr: Expr) -> ValueType? {
    switch expr.kind {
    case .negate(let inner): return type(inner)
    case .binary(.subtract, let left, let right):
      let (from, less) = (type(left), type(right))
      return from == less && (from == .date || from == .timestamp || from == .time) ? .duration : from ?? less
    case .binary(.add, let left, let right): return type(left) ?? type(right)
    case .binary(.multiply, let left, let right):
      return [type(left), type(right)].compactMap(\.self).max { ($0.unitName ?? "").isEmpty && !($1.unitName ?? "").isEmpty }
    case .binary(.divide, let left, let right):
      let divisor = type(right)
      if divisor == .duration || divisor == .period || divisor?.unitName != nil { return .decimal(unit: nil) }
      return type(left)
    case .aggregate(let aggregate):
      let inner = aggregate.loops.reduce(self) { $0.adding($1.variable.text, $0.element(of: $1.source)) }
      let type = aggregate.value.flatMap { inner.type($0) }
      return aggregate.function == .count ? .integer(unit: nil) : aggregate.function == .list ? type.map { .list($0) } : type
    case .conditional(let conditional):
      return conditional.consequence.flatMap { type($0) } ?? conditional.alternative.flatMap { type($0) }
    case .call(let name, let arguments): return type(ofCall: name.text, arguments)
    case .element(let list, _):
      if case .list(let element)? = type(list) { return element }
      return nil
    default: break
    }
    switch meaning(expr) {
    case nil: return expr.kind == .name("now") ? .timestamp : nil
    case .local(.unknown)?: return nil
    case .local(let type)?: return type
    case .policy(let index)?: return program.policies[index].type
    case .fact(let index)?: return .fact(index)
    case .lifecycle(let index)?: return .record(program.lifecycles[index].instance)
    case .field(let field)?: return field.type
    case .state(let index)?: return .enumeration(program.lifecycles[index].states)
    }
  }

  private func type(ofCall name: String, _ arguments: [Expr]) -> ValueType? {
    if let index = table(name) { return program.tables[index].output }
    if name.hasPrefix("start_of_") || name.hasPrefix("end_of_") { return .date }
    switch name {
    case "date", "date_of", "add_working_days": return .date
    case "timestamp", "at": return .timestamp
    case "time", "time_of": return .time
    case "days", "hours", "minutes", "seconds", "weeks", "duration": return .duration
    case "months", "years", "period": return .period
    case "in_unit":
      guard arguments.count == 2, let unit = Self.path(arguments[1]) else { return nil }
      return .decimal(unit: .named(unit))
    case "abs", "round", "floor", "ceil", "trunc", "coalesce", "min", "max", "sum", "mean", "old", "first", "last":
      guard let first = arguments.first.flatMap({ type($0) }) else { return nil }
      if case .list(let element) = first, name != "first", name != "last" { return element }
      return first
    default: return nil
    }
  }

  /// Returns the element type of a loop's source.
  func element(of source: Expr) -> ValueType? {
    switch type(source) {
    case .list(let element)?: element
    case let type?: type
    case nil: nil
    }
  }
}

extension ValueType {
  /// Unit of the type's numbers, if the type names one.
  var unitName: String? {
    switch self {
    case .integer(.named(let name)?), .decimal(.named(let name)?): name
    default: nil
    }
  }
}
