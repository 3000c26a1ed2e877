import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Records that expressions make: from written fields, as a copy with changed fields, and converted to another record type
/// (types §6).
extension ClauseTypeChecker {
  // MARK: Written records

  /// Returns the record type that the words name, such as `line` or `shop.line`; `nil` if no visible record has that name. A
  /// lifecycle of that name takes precedence, because its name with keys is a look-up.
  func recordType(_ words: [Name]) -> Int? {
    guard let last = words.last, words.count <= 2, session.lifecycle(named: last.text) == nil else { return nil }
    let named = session.records(named: last.text)
    if words.count == 2 { return named.first { program.records[$0].pack == words[0].text && scope.sees(words[0].text) } }
    return named.first { program.records[$0].pack == scope.name } ?? named.first { scope.sees(program.records[$0].pack) }
  }

  /// Lowers `line(sku = "A", quantity = 1)`: missing if a required field is.
  func record(_ index: Int, _ arguments: [KeyArgument], at span: Span) -> Typed {
    record(index, arguments.map { WrittenField(name: $0.name, value: .argument($0.value)) }, at: span)
  }

  /// Lowers a mapping in a value place to a record, if a record is wanted.
  func record(_ members: [LetBinding], expecting type: ValueType?, at span: Span) -> Typed {
    let written = members.map { WrittenField(name: $0.name, value: .place($0.value)) }
    guard case .record(let index)? = type else {
      for member in members { _ = place(member.value, expecting: .unknown) }
      if type?.isUnknown != true { session.report(WrongType.mapping(written.text, wanted: type.map(name(of:)), at: span)) }
      return .fault(at: span)
    }
    return record(index, written, at: span)
  }

  private func record(_ index: Int, _ written: [WrittenField], at span: Span) -> Typed {
    references.insert(.record(index))
    let type = program.records[index]
    guard let given = fields(written, of: .record(index)) else { return .fault(at: span) }
    var values: [Typed] = []
    var unwritten: [Field] = []
    let parts = type.fields.enumerated().map { place, field -> RecordShape.Part in
      if let value = given[place] {
        values.append(value)
        return RecordShape.Part(.value(values.count - 1), isRequired: field.isRequired)
      }
      if field.isRequired { unwritten.append(field) }
      return RecordShape.Part(.constant(field.initial ?? .missing(.absent)), isRequired: false)
    }
    guard unwritten.isEmpty || session.isPartial(.record(index)) else {
      session.report(RecordFields.leftOut(unwritten.map(\.name), record: "\(type.name)(\(written.text))", at: span))
      return .fault(at: span)
    }
    return madeRecord(nil, .record(type: index, fields: parts), values, .record(index), at: span)
  }

  /// Lowers `r with (amount = 0)`: a copy in which some fields differ. A field written without a value is missing in the copy.
  func copy(of base: Expr, with arguments: [KeyArgument], at span: Span) -> Typed {
    let base = value(base, expecting: nil)
    if base.type.isUnknown { return .fault(at: span) }
    guard let index = record(of: base.type) else {
      session.report(WrongType.finding(name(of: base.type), wanted: "a record", at: base.span))
      return .fault(at: span)
    }
    let written = arguments.map { WrittenField(name: $0.name, value: .argument($0.value)) }
    guard let given = fields(written, of: base.type) else { return .fault(at: span) }
    var values: [Typed] = []
    let parts = program.records[index].fields.indices.map { place -> RecordShape.Part in
      guard let value = given[place] else { return RecordShape.Part(.field(place, .same), isRequired: false) }
      values.append(value)
      return RecordShape.Part(.value(values.count - 1), isRequired: false)
    }
    return madeRecord(base, .record(type: index, fields: parts), values, .record(index), at: span)
  }

  /// Lowers the written values, by index of their field; `nil` after an error was reported.
  private func fields(_ arguments: [WrittenField], of type: ValueType) -> [Int: Typed]? {
    guard let index = record(of: type) else { return nil }
    let record = program.records[index]
    var values: [Int: Typed] = [:]
    var names: [String: Span] = [:]
    var isFaulty = false
    for argument in arguments {
      if let first = names[argument.name.text] {
        session.report(DuplicateName.member(argument.name, kind: "field", of: record.name, first: first))
        isFaulty = true
        continue
      }
      names[argument.name.text] = argument.name.span
      guard let index = session.field(argument.name.text, of: type) else {
        if !session.isPartial(type) {
          session.report(
            UnknownField.finding(argument.name, of: record.name, among: session.candidates(record.fields.map(\.name))))
        }
        _ = value(argument, expecting: .unknown)
        isFaulty = true
        continue
      }
      session.note(field: index, of: type, at: argument.name.span)
      let value = fitting(value(argument, expecting: record.fields[index].type), record.fields[index].type)
      values[index] = value
      isFaulty = isFaulty || value.type.isUnknown
    }
    return isFaulty ? nil : values
  }

  private func value(_ written: WrittenField, expecting type: ValueType) -> Typed {
    switch written.value {
    case .argument(let expr): value(expr, expecting: type)
    case .place(let syntax): place(syntax, expecting: type)
    }
  }

  func madeRecord(
    _ base: Typed?, _ shape: RecordShape, _ values: [Typed], _ type: ValueType, at span: Span
  ) -> Typed {
    Typed(
      node: .made(MadeRecord(base: base?.node, shape: shape, values: values.map(\.node))), type: type, span: span,
      parts: [base].compactMap(\.self) + values)
  }

  /// Returns the record type of a record or fact; `nil` for other types.
  private func record(of type: ValueType) -> Int? {
    switch type {
    case .record(let index): index
    case .fact(let index): program.factRecords[index]
    default: nil
    }
  }

  // MARK: Conversion to another record type

  /// Converts a record, fact or list of these to another type by fields of the same names; `nil` if it does not fit.
  func reshaped(_ typed: Typed, to type: ValueType) -> Typed? {
    var left = Self.shapeLimit
    guard let shape = shape(from: typed.type, to: type, depth: 0, &left), shape != .same else { return nil }
    return madeRecord(typed, shape, [], type, at: typed.span)
  }

  /// Converts a variable over a fact to the fact's record, for places that take any value; other values stay as they are.
  func recordOfFact(_ typed: Typed) -> Typed {
    guard case .fact(let index) = typed.type else { return typed }
    return reshaped(typed, to: .record(program.factRecords[index])) ?? typed
  }

  /// Converts two sides of `==`: a record beside one of another type with the same fields.
  func recordSides(_ sides: [Typed]) -> [Typed] {
    guard let left = record(of: sides[0].type) else { return sides }
    let type = ValueType.record(left)
    let same = [sides[0], record(sides[1], beside: type)]
    return same[1].type == type ? [sides[0].type == type ? sides[0] : reshaped(sides[0], to: type) ?? sides[0], same[1]] : sides
  }

  /// Converts a record to another type if both have the same fields, so that a comparison ignores no field.
  func record(_ typed: Typed, beside type: ValueType) -> Typed {
    guard let own = record(of: typed.type), case .record(let other) = type, typed.type != type,
      Set(program.records[own].fields.map(\.name)) == Set(program.records[other].fields.map(\.name))
    else { return typed }
    return reshaped(typed, to: type) ?? typed
  }

  /// Returns help for comparing two records with different fields: one of them as the other's type, if it has the required
  /// fields.
  func recordHelp(
    _ operation: BinaryOperator, _ left: Expr, _ right: Expr, _ leftType: ValueType, _ rightType: ValueType
  ) -> String? {
    func written(_ expr: Expr, as type: ValueType, from other: ValueType) -> String? {
      guard case .record(let index) = type, record(of: other) != nil,
        session.records(named: program.records[index].name).contains(index)
      else { return nil }
      let (fields, name) = (program.records[index].fields, program.records[index].name)
      let shared = fields.filter { session.field($0.name, of: other) != nil }
      guard fields.allSatisfy({ !$0.isRequired || shared.contains($0) }) else { return nil }
      let parts = shared.map { "\($0.name) = \(TruthsSyntax.formatted(expr)).\($0.name)" }
      return "\(name)(\(parts.joined(separator: ", ")))"
    }
    let (one, other) = (TruthsSyntax.formatted(left), TruthsSyntax.formatted(right))
    var compared: String?
    if let record = written(right, as: leftType, from: rightType) { compared = "\(one) \(operation.rawValue) \(record)" }
    if let record = written(left, as: rightType, from: leftType) { compared = "\(record) \(operation.rawValue) \(other)" }
    return compared.map { "compare what both have: `\($0)`" }
  }

  /// Returns help for a record type that is called like a function: the help says that the name is a record, and how to write
  /// one.
  func recordMeaning(_ words: [String], _ arguments: [Expr]) -> (kind: String, help: String)? {
    guard let index = recordType(words.map { Name($0, at: Span(file: FileID(0), start: 0, end: 0)) }) else { return nil }
    let fields = program.records[index].fields
    let parts = fields.enumerated().filter { $0.offset < arguments.count || $0.element.isRequired }.map { place, field in
      "\(field.name) = \(place < arguments.count ? TruthsSyntax.formatted(arguments[place]) : "…")"
    }
    return ("a record", "name its fields: `\(words.joined(separator: "."))(\(parts.joined(separator: ", ")))`")
  }

  /// Limit of record fields examined in one conversion. With two nested types that differ at every level, the number of fields
  /// would double with each level.
  private static let shapeLimit = 10_000
  /// Limit of records inside each other, because a type may contain itself.
  private static let shapeDepth = 32

  /// Returns how to convert a value from one type to another; `nil` if it does not fit.
  ///
  /// - Parameter budget: how many fields may still be examined.
  private func shape(from type: ValueType, to wanted: ValueType, depth: Int, _ budget: inout Int) -> RecordShape? {
    budget -= 1
    if type.fits(wanted) { return .same }
    guard budget > 0, depth < Self.shapeDepth else { return nil }
    if case (.list(let element), .list(let other)) = (type, wanted) {
      return shape(from: element, to: other, depth: depth + 1, &budget).map { .list($0) }
    }
    guard let index = record(of: type), case .record(let other) = wanted else { return nil }
    let fields = program.records[index].fields
    var parts: [RecordShape.Part] = []
    for field in program.records[other].fields {
      if let place = session.field(field.name, of: type) {
        guard let inner = shape(from: fields[place].type, to: field.type, depth: depth + 1, &budget)
        else { return nil }
        parts.append(RecordShape.Part(.field(place, inner), isRequired: field.isRequired))
      } else if !field.isRequired {
        parts.append(RecordShape.Part(.constant(field.initial ?? .missing(.absent)), isRequired: false))
      } else {
        return nil
      }
    }
    return .record(type: other, fields: parts)
  }
}

/// A field of a record with the value written for it.
private struct WrittenField {
  var name: Name
  var value: Written

  enum Written {
    /// `name = …` in brackets.
    case argument(Expr)
    /// `name: …` under a mapping.
    case place(ValueSyntax)
  }
}

extension [WrittenField] {
  /// The fields as they are written in the brackets of a record, such as `sku = "A", quantity = 1`.
  fileprivate var text: String {
    map { field in
      switch field.value {
      case .argument(let expr): "\(field.name.text) = \(formatted(expr))"
      case .place(let syntax): "\(field.name.text) = \(formatted(syntax))"
      }
    }.joined(separator: ", ")
  }
}

extension Field {
  /// Whether a record needs a value of the field.
  fileprivate var isRequired: Bool { !isOptional && initial == nil }
}
