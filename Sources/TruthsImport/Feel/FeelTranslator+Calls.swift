/// Translation of calls: of business knowledge models, of FEEL's functions, and of functions that create dates.
extension FeelTranslator {
  func call(_ target: Feel, _ arguments: [Feel.Argument], _ feel: Feel) throws -> Code {
    guard case .name(let name) = target.node else { throw fault("a function that is a value cannot be called", target) }
    if model.isKnowledge(name) {
      let given = try arguments.map { (name: $0.name, value: try value($0.value), offset: $0.value.offset) }
      return try model.knowledge(named: name, given, from: self, at: feel.offset)
    }
    return try call(name, arguments, feel)
  }

  private func call(_ name: String, _ arguments: [Feel.Argument], _ feel: Feel) throws -> Code {
    if let made = try temporal(name, arguments, feel) { return made }
    guard let function = FeelFunction.byName[name] else {
      throw fault(
        FeelFunction.others.contains(name)
          ? "the language has no function like `\(name)`" : "no function `\(name)` is known here", feel)
    }
    if function.parameters.count == 1, function.parameters[0].kind == .list, arguments.count > 1 {
      let values = try list(arguments.map { try value($0.value) }, feel)
      return try makeCall(function, [values], feel)
    }
    if name == "append", arguments.count > 2 {
      let items = try list(arguments.dropFirst().map { try value($0.value) }, feel)
      let list = try value(arguments[0].value)
      guard list.type.element != nil else { throw fault("`append` of \(noun(list)) cannot be translated", arguments[0].value) }
      return try makeCall(.pattern("{0} + {1}", list.type, [], level: .sum), [list, items], feel)
    }
    var codes: [Code?] = function.parameters.map { _ in nil }
    for (place, argument) in arguments.enumerated() {
      let index = argument.name.map { name in function.parameters.firstIndex { $0.name == name } ?? codes.count } ?? place
      guard index < codes.count, codes[index] == nil else { throw fault("`\(name)` has no such argument", argument.value) }
      let code = try value(argument.value)
      guard Self.fits(code, function.parameters[index].kind) else {
        if function.parameters.count == 1, function.parameters[0].kind == .list {
          codes[index] = try list([code], feel)
          continue
        }
        throw fault("`\(name)` of \(noun(code)) cannot be translated", argument.value)
      }
      codes[index] = function.parameters[index].kind == .text ? code.fitted(to: .text) : code
      if case .enumeration(let name) = code.type, function.parameters[index].kind == .text {
        codes[index]?.isASCII = model.enumValues[name]?.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } ?? false
      }
    }
    if name == "string", let moment = codes[0], moment.type == .timestamp { return text(of: moment, feel) }
    for (code, parameter) in zip(codes, function.parameters) where code == nil && !parameter.isOptional {
      throw fault("`\(name)` lacks its argument `\(parameter.name)`", feel)
    }
    return try makeCall(function, codes, feel)
  }

  private func makeCall(_ function: FeelFunction, _ given: [Code?], _ feel: Feel) throws -> Code {
    do {
      return try function.make(given, variable("item", .unknown).name)
    } catch {
      throw fault(error.message, feel)
    }
  }

  /// Translates `string(…)` of a date and time, which FEEL writes at the offset of its value.
  private func text(of moment: Code, _ feel: Feel) -> Code {
    if let written = FeelTemporal.writtenParts(of: moment) { return Self.text(written.text) }
    return noted(Code(text: "text(\(moment.text))", type: .text, free: moment.free), partOf: moment, feel)
  }

  private static func fits(_ code: Code, _ kind: FeelFunction.Kind) -> Bool {
    if code.members != nil { return false }
    switch kind {
    case .any: return code.type != .null && code.type.element == nil
    case .number: return code.type == .number
    case .text: return code.type.isText
    case .boolean: return code.type == .boolean
    case .date: return code.type == .date
    case .list: return code.type.element != nil
    case .quantity: return [.number, .duration, .period].contains(code.type)
    }
  }

  /// Translates `date(…)`, `time(…)`, `date and time(…)`, `duration(…)` and `number(…)`; `nil` for any other function.
  private func temporal(_ name: String, _ arguments: [Feel.Argument], _ feel: Feel) throws -> Code? {
    guard ["date", "time", "date and time", "duration", "number"].contains(name) else { return nil }
    let values = try arguments.map { try value($0.value) }
    let free = Code.union(values.map(\.free))
    let types = values.map(\.type)
    func code(_ text: String, _ type: FeelType) -> Code { Code(text: text, type: type, free: free) }
    switch (name, types) {
    case ("date", [.number, .number, .number]):
      return code("date_of(\(values.map(\.text).joined(separator: ", ")))", .date)
    case ("time", [.number, .number, .number]):
      return code("time_of(\(values.map(\.text).joined(separator: ", ")))", .time)
    case ("date and time", [.date, .time]):
      let text = "at(\(values[0].text), \(values[1].text))"
      model.note("`\(text)` has no time zone: it counts as UTC", atScalar: feel.offset)
      var moment = code(text, .timestamp)
      moment.isInUTC = true
      return moment
    case ("date", [.date]), ("time", [.time]), ("date and time", [.timestamp]), ("duration", [.duration]),
      ("duration", [.period]):
      return values[0]
    case ("date", [.timestamp]), ("time", [.timestamp]):
      if let written = FeelTemporal.writtenParts(of: values[0]) { return name == "date" ? written.date : written.time }
      return noted(code("\(name)(\(values[0].text))", name == "date" ? .date : .time), partOf: values[0], feel)
    case ("number", let types) where types.first?.isText == true && types.count == 1:
      return code("number(\(values[0].text))", .number)
    case (_, let types) where types.count == 1 && types[0].isText: break
    default: throw fault("`\(name)` of \(values.map(noun).joined(separator: " and ")) cannot be translated", feel)
    }
    guard let constant = values[0].constant else {
      guard name == "date and time" else {
        return code("\(name)(\(values[0].text))", name == "date" ? .date : name == "time" ? .time : .duration)
      }
      let text = "timestamp(\(values[0].text))"
      model.note("`\(text)` has no value if its text has no time zone", atScalar: feel.offset)
      return code(text, .timestamp)
    }
    let translated: Code? =
      switch name {
      case "date": FeelTemporal.date(constant)
      case "time": FeelTemporal.time(constant)
      case "duration": FeelTemporal.duration(constant)
      default: FeelTemporal.timestamp(constant)
      }
    guard let translated else { throw fault("`\"\(constant)\"` is not a \(name) of the language", feel) }
    return noted(translated, constant, feel)
  }
}
