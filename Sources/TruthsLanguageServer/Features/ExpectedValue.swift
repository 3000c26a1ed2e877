import TruthsCheck
import TruthsProgram
import TruthsText

/// The value that a clause expects at a position, from the tokens before it.
enum ExpectedValue {
  case anything
  /// A value of a type.
  case value(ValueType)
  /// The keys of a fact or lifecycle, or the fields of a record.
  case keys([Field], Symbol.FieldOwner?)
  /// The people who approve.
  case approver

  /// - Parameters:
  ///   - reader: the tokens before the position.
  ///   - outer: the expected value of the whole expression.
  init(_ reader: ClauseReader, _ names: VisibleNames, outer: ExpectedValue) {
    let last = reader.tokens.count - 1
    guard last >= 0 else {
      self = outer
      return
    }
    func value(before end: Int) -> ExpectedValue { Self.operand(reader, names, endingAt: end).map { .value($0) } ?? .anything }
    switch reader.text(last) {
    case "=" where ["=", "!", "<", ">"].contains(reader.text(last - 1)): self = value(before: last - 2)
    case "=": self = Self.argument(named: reader.text(last - 1), reader, names, outer)
    case "<", ">": self = value(before: last - 1)
    case "in", "between": self = value(before: reader.text(last - 1) == "not" ? last - 2 : last - 1)
    case "contains":
      if case .value(.list(let element)) = value(before: last - 1) { self = .value(element) } else { self = .anything }
    case "and", "or", "not", "where", "satisfies", "if":
      self = reader.call?.name == "requires_approval" && reader.text(last) == "or" ? .approver : .value(.boolean)
    case "of" where reader.call?.name == "requires_approval": self = .approver
    case "+", "-", "*", "/", "%": self = .value(.decimal(unit: nil))
    case "(": self = Self.argument(reader, names)
    case "[": self = Self.element(of: last, reader, names, outer)
    case ",":
      if let open = reader.openList {
        self = Self.element(of: open, reader, names, outer)
      } else {
        self = reader.call == nil ? outer : Self.argument(reader, names)
      }
    case "then", "else": self = Self.branch(reader, names, outer)
    case "→": self = outer
    default: self = .anything
    }
  }

  private static func operand(_ reader: ClauseReader, _ names: VisibleNames, endingAt end: Int) -> ValueType? {
    guard case .value(let type)? = reader.operand(endingAt: end, names).meaning else { return nil }
    return type
  }

  /// Returns the value that a branch of a conditional must have: the value that the whole conditional must have.
  private static func branch(_ reader: ClauseReader, _ names: VisibleNames, _ outer: ExpectedValue) -> ExpectedValue {
    var closed = 0
    for place in reader.tokens.indices.dropLast().reversed() {
      switch reader.text(place) {
      case "else": closed += 1
      case "if" where closed > 0: closed -= 1
      case "if":
        return ExpectedValue(ClauseReader(tokens: Array(reader.tokens[..<place]), bytes: reader.bytes), names, outer: outer)
      default: break
      }
    }
    return outer
  }

  /// Returns the value that an element of a list must have: that of the operand before `in`, or an element of the expected list.
  private static func element(
    of open: Int, _ reader: ClauseReader, _ names: VisibleNames, _ outer: ExpectedValue
  ) -> ExpectedValue {
    if reader.text(open - 1) == "in" {
      return operand(reader, names, endingAt: reader.text(open - 2) == "not" ? open - 3 : open - 2).map { .value($0) }
        ?? .anything
    }
    if case .value(.list(let element)) = outer { return .value(element) }
    return .anything
  }

  private static func argument(_ reader: ClauseReader, _ names: VisibleNames) -> ExpectedValue {
    guard let call = reader.call else { return .anything }
    if call.name == "requires_approval" { return call.argument == 0 ? .approver : .anything }
    if call.name == "with" {
      let record = reader.operand(endingAt: call.open - 2, names).meaning
      guard case .value(let type)? = record else { return .anything }
      return .keys(names.fields(of: type), names.owner(of: type))
    }
    if let keys = names.keys(of: call.name) { return .keys(keys.fields, keys.owner) }
    guard let input = names.input(call.argument, of: call.name) else { return .anything }
    return .value(input)
  }

  /// Returns the value that a key in `F(key = …)`, or an output of a row, must have.
  private static func argument(
    named name: String, _ reader: ClauseReader, _ names: VisibleNames, _ outer: ExpectedValue
  ) -> ExpectedValue {
    switch reader.call == nil ? outer : argument(reader, names) {
    case .keys(let fields, _): fields.first { $0.name == name }.map { .value($0.type) } ?? .anything
    case .value(let type): names.fields(of: type).first { $0.name == name }.map { .value($0.type) } ?? .anything
    default: .anything
    }
  }
}

extension ClauseReader {
  /// The innermost square bracket that is open at the end of the tokens; `nil` where a round one is open within it.
  var openList: Int? {
    var depth = 0
    for place in tokens.indices.reversed() where tokens[place].kind == .sign {
      switch text(place) {
      case ")", "]": depth += 1
      case "(", "[":
        if depth == 0 { return text(place) == "[" ? place : nil }
        depth -= 1
      default: break
      }
    }
    return nil
  }
}

extension VisibleNames {
  /// Returns the keys of the fact or lifecycle with a name, or the fields of a record.
  func keys(of name: String) -> (fields: [Field], owner: Symbol.FieldOwner?)? {
    func isNamed(_ own: String, _ ownPack: String) -> Bool { name == own || name == "\(ownPack).\(own)" }
    if let index = program.facts.firstIndex(where: { isNamed($0.name, $0.pack) }) {
      let fact = program.facts[index]
      return (fact.key.isEmpty ? fact.fields : fact.key.map { fact.fields[$0] }, .fact(index))
    }
    if let index = program.lifecycles.firstIndex(where: { isNamed($0.name, $0.pack) || isNamed("\($0.name).state", $0.pack) }) {
      return (program.lifecycles[index].key, .fact(program.lifecycles[index].history))
    }
    if let index = program.records.firstIndex(where: { isNamed($0.name, $0.pack) }) {
      return (program.records[index].fields, .record(index))
    }
    return nil
  }

  /// Returns the type of an argument of a table or function.
  func input(_ place: Int, of name: String) -> ValueType? {
    let table = program.tables.first { name == $0.name || name == $0.qualifiedName }
    return table.flatMap { $0.inputs.indices.contains(place) ? $0.inputs[place].type : nil }
  }
}
