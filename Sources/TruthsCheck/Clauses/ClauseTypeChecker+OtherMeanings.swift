import TruthsProgram
import TruthsSyntax
import TruthsText

/// Help for names that are no values here, and for calls of functions that only other languages have.
extension ClauseTypeChecker {
  /// Returns how a name is declared, and how to use that; `nil` if it is declared as nothing. Only visible declarations count.
  func otherMeaning(of name: String) -> (kind: String, help: String)? {
    if let table = session.tables(named: name).first(where: { scope.sees(program.tables[$0].pack) }) {
      let table = program.tables[table]
      return (table.kind.withArticle, "call it: `\(name)(\(table.inputs.map(\.name).joined(separator: ", ")))`")
    }
    if isFunction(name) { return ("a function", "call it: `\(name)(…)`") }
    return intentMeaning(name, nil) ?? typeMeaning(name, nil) ?? valueMeaning(name) ?? otherMeaning(name)
  }

  /// Returns the meaning of a name before a dot that qualifies nothing, such as `place_order.amount` or `stage.draft`.
  func qualifierMeaning(_ name: String, member: String) -> (kind: String, help: String)? {
    intentMeaning(name, member) ?? typeMeaning(name, member)
  }

  private func isFunction(_ name: String) -> Bool {
    Function(rawValue: name) != nil || Function.ofAlternatives.contains(name) || AggregateFunction(rawValue: name) != nil
  }

  private func intentMeaning(_ name: String, _ member: String?) -> (String, String)? {
    guard let index = session.intent(named: name), scope.sees(program.intents[index].pack) else { return nil }
    let fields = program.intents[index].fields.map(\.name)
    guard let field = member ?? fields.first else { return nil }
    return ("an intent", "write its field alone, `\(field)`, in a truth with `when: - intent: \(name)`")
  }

  private func typeMeaning(_ name: String, _ member: String?) -> (String, String)? {
    guard let found = session.names.types[name]?.first(where: { scope.sees($0.pack) }) else { return nil }
    switch found.type {
    case .enumeration(let index):
      let value = member ?? program.enums[index].values.first?.string ?? "…"
      return ("an enum", "write its value alone beside a value of that type: `\(example(of: index)) == \(value)`")
    case .record(let index):
      let field = member ?? program.records[index].fields.first?.name ?? "…"
      return ("a record", "read a field of that type: `\(nameOfValue { $0 == .record(index) } ?? "x").\(field)`")
    }
  }

  private func valueMeaning(_ name: String) -> (String, String)? {
    let text = Text(name)
    guard session.mayLookThrough(program.enums.count),
      let index = program.enums.indices.first(where: {
        scope.sees(program.enums[$0].pack) && session.enumConstant(text, of: $0) != nil
      })
    else { return nil }
    return (
      "a value of the enum `\(program.enums[index].name)`",
      "write it beside a value of that type: `\(example(of: index)) == \(name)`"
    )
  }

  private func otherMeaning(_ name: String) -> (String, String)? {
    if let calendar = session.calendars(named: name).first, scope.sees(program.calendars[calendar].pack) {
      return ("a calendar", "name it in a function of working days: `add_working_days(date(now), 3, \(name))`")
    }
    if units.contains(name) { return ("a unit", "remove it: a number takes the unit of the value beside it") }
    if session.mayLookThrough(visibleFacts.count), let fact = visibleFacts.first(where: { $0.hasPrefix("\(name).") }) {
      return ("the beginning of a fact type's name", "write the whole name: `\(fact)`")
    }
    if session.names.isPack(name), scope.sees(name) {
      return ("a pack", "write the name that you mean after a dot: `\(name).…`")
    }
    return nil
  }

  /// Returns a field of the trigger with a matching type, for an example.
  private func nameOfValue(where isRight: (ValueType) -> Bool) -> String? {
    trigger.fields.first { isRight($0.field.type) }?.field.name
  }

  private func example(of index: Int) -> String { nameOfValue { $0 == .enumeration(index) } ?? "x" }

  /// Units of all values that names can read here; empty if too many declarations were searched already.
  private var units: Set<String> {
    if let known = knownUnits { return known }
    guard session.mayLookThrough(trigger.fields.count + program.policies.count + program.facts.count) else { return [] }
    let units = Set(trigger.fields.compactMap(\.field.type.unitName) + program.policies.compactMap(\.type.unitName))
      .union(program.facts.lazy.filter { self.scope.sees($0.pack) }.flatMap(\.fields).compactMap(\.type.unitName))
    knownUnits = units
    return units
  }

  // MARK: Functions of other languages

  /// Returns help for a call of an unknown function.
  ///
  /// - Returns: the help, and whether it certainly fits, so that no similar name is searched.
  func functionHelp(_ name: Name, _ arguments: [Expr]) -> (text: String, isSure: Bool) {
    let written = arguments.map { formatted($0) }
    let first = written.first ?? "x"
    let key = name.text.lowercased().filter { $0 != "_" }
    if let function = Self.synonyms[key] {
      guard let known = Function(rawValue: function), !known.argumentCounts.contains(arguments.count) else {
        return ("write `\(function)(\(written.joined(separator: ", ")))`", true)
      }
      return ("use `\(known.signature?.example ?? function)`, whose arguments differ", true)
    }
    switch key {
    // Two dates are the later and the earlier one there. With a unit, dialects differ in the order.
    case "datediff" where arguments.count == 2: return ("write `days_between(\(written[1]), \(first))`", true)
    // A second argument is a multiple there, and a number of places here.
    case "ceiling" where arguments.count == 1: return ("write `ceil(\(first))`", true)
    case "today", "currentdate", "curdate": return ("write `date(now)`", true)
    case "isempty": return ("write `\(first) empty`", true)
    case "isnull", "isnone", "ismissing", "isundefined": return ("write `\(first) missing`", true)
    case "isdefined", "isset", "isnotnull", "ispresent", "defined": return ("write `\(first) exists`", true)
    case "between" where arguments.count == 3: return ("write `\(first) between \(written[1]) and \(written[2])`", true)
    case "iif", "ifelse", "when", "cond", "choose":
      guard arguments.count == 3 else { return ("write `if … then … else …`", true) }
      return ("write `if \(first) then \(written[1]) else \(written[2])`", true)
    case "any", "exist": return ("write `some x in \(first) satisfies …`", true)
    case "all", "forall": return ("write `every x in \(first) satisfies …`", true)
    case "matches", "regexmatch", "regexpmatch":
      guard arguments.count == 2 else { return ("write `t matches \"…\"`", true) }
      return ("write `\(first) matches \(written[1])`", true)
    case "concat": return ("write one text: `\"\(zip(arguments, written).map(Self.inText).joined())\"`", true)
    default:
      let inputs = arguments.isEmpty ? "" : ", with an input for \(written.map { "`\($0)`" }.joined(separator: " and for "))"
      return ("declare `function \(name.text)`\(inputs)", false)
    }
  }

  /// Returns an argument as a part of a text: the inside of a text, or a value in braces.
  private static func inText(_ argument: Expr, _ written: String) -> String {
    if case .text = argument.kind { return String(written.dropFirst().dropLast()) }
    return "{\(written)}"
  }

  /// Names that other languages have for functions of this one, in lower case and without `_`.
  private static let synonyms: [String: String] = [
    "len": "length", "size": "length", "strlen": "length", "tolower": "lower", "lowercase": "lower", "tolowercase": "lower",
    "lcase": "lower", "toupper": "upper", "uppercase": "upper", "touppercase": "upper", "ucase": "upper", "strip": "trim",
    "unique": "distinct", "uniq": "distinct", "dayofweek": "weekday",
    "makedate": "date_of", "todate": "date", "eomonth": "end_of_month", "networkdays": "working_days_between",
    "isnotblank": "is_legible", "notblank": "is_legible", "hastext": "is_legible",
    "avg": "mean", "average": "mean", "substr": "substring", "indexof": "index_of", "instr": "index", "strpos": "index",
    "tostring": "text", "string": "text", "str": "text", "tonumber": "number", "parsenumber": "number", "parseint": "integer",
    "toint": "integer", "padstart": "pad_left", "lpad": "pad_left", "padend": "pad_right", "rpad": "pad_right",
    "substringbefore": "before", "substringafter": "after", "truncate": "trunc", "pow": "power", "squareroot": "sqrt",
  ]
}
