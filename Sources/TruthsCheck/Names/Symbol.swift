import TruthsProgram
import TruthsSyntax
package import TruthsText

/// The meaning of a name in a truth set. Indices refer to the tables of ``Program``.
package enum Symbol: Hashable, Sendable {
  case pack(String)
  case enumeration(Int)
  /// A value of an enum, or a state of a lifecycle.
  case value(enumeration: Int, ordinal: Int)
  case record(Int)
  case fact(Int)
  case intent(Int)
  case field(FieldOwner, Int)
  case policy(Int)
  case calendar(Int)
  /// A table or function.
  case table(Int)
  case lifecycle(Int)
  case source(Int)
  /// A document that sources read, by the name under which it is given.
  case document(String)
  case role(String)
  case job(Int)
  case blueprint(Int)
  /// A truth, invariant or clause, by its id.
  case rule(String)
  /// A `let` or variable, by the place at which it is bound.
  case local(Span)

  /// A declaration that has fields.
  package enum FieldOwner: Hashable, Sendable {
    case record(Int)
    /// A fact type, or the history of a lifecycle.
    case fact(Int)
    case intent(Int)
    /// A table or function; its inputs are the fields.
    case table(Int)
    /// A table with several outputs; the outputs are the fields.
    case outputs(Int)
  }

  /// The kind of declaration that the symbol means, such as `field of an intent`.
  package var kind: String {
    switch self {
    case .pack: "pack"
    case .enumeration: "enum"
    case .value: "value"
    case .record: "record"
    case .fact: "fact"
    case .intent: "intent"
    case .field(.record, _): "field of a record"
    case .field(.fact, _): "field of a fact"
    case .field(.intent, _): "field of an intent"
    case .field(.table, _): "input of a table"
    case .field(.outputs, _): "output of a table"
    case .policy: "policy"
    case .calendar: "calendar"
    case .table: "table"
    case .lifecycle: "lifecycle"
    case .source: "source"
    case .document: "document"
    case .role: "role"
    case .job: "job"
    case .blueprint: "blueprint"
    case .rule: "rule"
    case .local: "local"
    }
  }
}

/// A place in the source that uses a name, explicitly or implicitly.
package struct NameUse: Hashable, Sendable {
  package var symbol: Symbol
  /// Place of the name, without qualifiers; with its quotes if it is in quotes.
  package var span: Span
  package var role: Role

  package init(_ symbol: Symbol, at span: Span, _ role: Role = .use) {
    self.symbol = symbol
    self.span = span
    self.role = role
  }

  package enum Role: UInt8, Hashable, Sendable {
    case declaration
    case use
    /// An entry of `produces` or `moves` that makes the fact or state.
    case making
    /// An implicit use: a key that joins with a field of its name, or a field that is copied by its name.
    case implicit
  }
}

/// Names that a check resolved, if they are recorded.
struct NameUses {
  private(set) var all: [NameUse] = []
  /// Types of `let`s and variables, by the places at which they are bound.
  var localTypes: [Span: ValueType] = [:]

  mutating func add(_ use: NameUse) { all.append(use) }

  mutating func add(_ other: NameUses) {
    all += other.all
    localTypes.merge(other.localTypes) { first, _ in first }
  }
}

extension CheckSession {
  /// Records the meaning of a name, for editors, which ask where a symbol is used. Other checks record nothing.
  func note(_ symbol: @autoclosure () -> Symbol, at span: Span, _ role: NameUse.Role = .use) {
    if tables.keepsUses { uses.add(NameUse(symbol(), at: span, role)) }
  }

  /// Records the meaning of a name that may be qualified, such as `money.limit`, and of its pack.
  func note(qualified symbol: @autoclosure () -> Symbol, _ written: String, at span: Span, _ role: NameUse.Role = .use) {
    guard tables.keepsUses else { return }
    let symbol = symbol()
    let name = name(of: symbol)
    let length = written.utf8.count - (name?.utf8.count ?? 0)
    guard let name, length > 0, written.hasSuffix(name) else { return uses.add(NameUse(symbol, at: span, role)) }
    uses.add(NameUse(symbol, at: Span(file: span.file, start: Int(span.start) + length, end: Int(span.end)), role))
    let pack = String(written.dropLast(name.utf8.count + 1))
    if names.isPack(pack) {
      uses.add(NameUse(.pack(pack), at: Span(file: span.file, start: Int(span.start), end: Int(span.start) + pack.utf8.count)))
    }
  }

  func note(value: Value, at span: Span) {
    if case .enumeration(let value) = value { note(.value(enumeration: value.type, ordinal: value.ordinal), at: span) }
  }

  func note(type: ValueType, ofLocal span: Span) {
    if tables.keepsUses { uses.localTypes[span] = type }
  }

  private func name(of symbol: Symbol) -> String? {
    switch symbol {
    case .fact(let index): program.facts[index].name
    case .intent(let index): program.intents[index].name
    case .lifecycle(let index): program.lifecycles[index].name
    case .table(let index): program.tables[index].name
    case .policy(let index): program.policies[index].name
    case .calendar(let index): program.calendars[index].name
    case .enumeration(let index): declared.enums[index].name.text
    case .record(let index): declared.records[index].name.text
    default: nil
    }
  }

  /// Returns the declaration of a type's fields; `nil` if no declaration has them, as for elements of documents.
  func owner(of type: ValueType) -> Symbol.FieldOwner? {
    switch type {
    case .fact(let index): return .fact(index)
    case .record(let index) where index < declared.records.count: return .record(index)
    case .record(let index):
      if let table = program.tables.firstIndex(where: { $0.rowType == type }) { return .outputs(table) }
      if let first = program.factRecords.first, program.facts.indices.contains(index - first) { return .fact(index - first) }
      return program.lifecycles.first { $0.instance == index }.map { .fact($0.history) }
    default: return nil
    }
  }

  func note(field place: Int, of type: ValueType, at span: Span, _ role: NameUse.Role = .use) {
    guard tables.keepsUses, let owner = owner(of: type) else { return }
    uses.add(NameUse(.field(owner, place), at: span, role))
  }
}
