/// Translation of lists, loops, contexts and member accesses.
extension FeelTranslator {
  func list(_ values: [Code], _ feel: Feel) throws -> Code {
    var type = FeelType.null
    for value in values {
      guard value.members == nil else { throw fault("a list of contexts without a type cannot be translated", feel) }
      guard value.type != .null else { throw fault("null in a list cannot be translated", feel) }
      guard type.fits(value.type) else { throw fault("a list of values of different types cannot be translated", feel) }
      type = type == .null || type == value.type ? value.type : .text
    }
    let text = "[" + values.map(\.text).joined(separator: ", ") + "]"
    return Code(text: text, type: .list(type), free: Code.union(values.map(\.free)), isFilled: !values.isEmpty)
  }

  /// Translates a context. Each entry can use the entries before it.
  func context(_ entries: [Feel.Entry]) throws -> Code {
    var inner = self
    var members: [(name: String, value: Code)] = []
    if entries.count > DMNModel.widthLimit {
      throw fault("a context has more than \(DMNModel.widthLimit) entries", entries[0].value)
    }
    for entry in entries {
      let code = try inner.value(entry.value)
      guard !members.contains(where: { $0.name == entry.name }) else {
        throw fault("the entry `\(entry.name)` is written twice", entry.value)
      }
      members.append((entry.name, code))
      inner = inner.adding(entry.name, code)
    }
    return Code(text: "", type: .unknown, free: Code.union(members.map(\.value.free)), members: members)
  }

  /// The names of parameters, variables and entries that are in use, as the language spells them.
  var localNames: Set<String> { Set(locals.values.flatMap(\.free).map(\.name) + [locals["?"]?.text ?? ""]) }

  /// Returns a new variable of the language, for a variable that a FEEL expression introduces.
  func variable(_ name: String, _ type: FeelType) -> FeelVariable {
    FeelVariable(name: model.variableName(name, or: "item", among: localNames), type: type)
  }

  func loop(_ word: String, _ bindings: [Feel.Binding], _ body: Feel, _ feel: Feel) throws -> Code {
    var inner = self
    var (clauses, bound, outer): ([String], Set<String>, [[FeelVariable]]) = ([], [], [])
    for binding in bindings {
      let source = try inner.source(binding)
      let own = inner.variable(binding.name, source.type.element == .null ? .number : source.type.element ?? .unknown)
      clauses.append("\(own.name) in \(source.at(.primary))")
      outer.append(source.free.filter { !bound.contains($0.name) })
      bound.insert(own.name)
      inner = inner.adding(binding.name, .of(own))
    }
    let result = try word == "for" ? inner.value(body) : inner.boolean(body)
    let free = Code.union(outer + [result.free.filter { !bound.contains($0.name) }])
    return try looped(word, clauses, result, free, body)
  }

  /// Returns a loop.
  ///
  /// - Parameters:
  ///   - word: `for`, `some` or `every`.
  ///   - clauses: the variables with their lists, such as `n in ns`.
  ///   - result: the translated body.
  func looped(_ word: String, _ clauses: [String], _ result: Code, _ free: [FeelVariable], _ body: Feel) throws -> Code {
    guard word != "for" else {
      guard result.members == nil, result.type != .null else {
        throw fault("a list of contexts or of null cannot be translated", body)
      }
      let text = "list(\(result.text) for \(clauses.joined(separator: " for ")))"
      return Code(text: text, type: .list(result.type), free: free)
    }
    let text = clauses.reversed().reduce(result.text) { "\(word) \($1) satisfies \($0)" }
    return Code(text: text, type: .boolean, level: .whole, free: free)
  }

  /// Translates the source of a loop, which is a list or `low..high`.
  private func source(_ binding: Feel.Binding) throws -> Code {
    var ends: (Feel, Feel)?
    if let high = binding.high { ends = (binding.source, high) }
    if case .interval(true, let low, let high, true) = binding.source.node { ends = (low, high) }
    if let (low, high) = ends {
      let (first, last) = (try value(low), try value(high))
      guard first.type == .number, last.type == .number else { throw fault("a loop goes over numbers or a list", low) }
      return try range(first, last, isInterval: binding.high == nil, low)
    }
    let list = try value(binding.source)
    guard list.type.element != nil else { throw fault("a loop goes over a list, not over \(noun(list))", binding.source) }
    return list
  }

  /// Returns the list of numbers from one to another. FEEL counts down in `3..1` and has no interval `[3..1]`. In both cases,
  /// the language's `range` would be empty.
  private func range(_ first: Code, _ last: Code, isInterval: Bool, _ feel: Feel) throws -> Code {
    let free = Code.free(first, last)
    if isInterval, let low = first.constant.flatMap({ Int($0) }), let high = last.constant.flatMap({ Int($0) }), low > high {
      throw fault("an interval whose first end is the greater one has no numbers", feel)
    }
    if let low = first.constant.flatMap({ Int($0) }), let high = last.constant.flatMap({ Int($0) }) {
      let text = low <= high ? "range(\(low), \(high))" : "reverse(range(\(high), \(low)))"
      return Code(text: text, type: .list(.number), free: free)
    }
    let up = "range(\(first.text), \(last.text))"
    if isInterval { return Code(text: up, type: .list(.number), free: free) }
    let text = "if \(first.at(.sum)) <= \(last.at(.sum)) then \(up) else reverse(range(\(last.text), \(first.text)))"
    return Code(text: text, type: .list(.number), level: .whole, free: free)
  }

  func filter(_ inside: Feel, _ condition: Feel, _ feel: Feel) throws -> Code {
    let list = try value(inside)
    guard let element = list.type.element else { throw fault("`[…]` is of a list, not of \(noun(list))", feel) }
    let (item, inner) = filterScope(element)
    return try filtered(list, by: try inner.value(condition), item, condition)
  }

  /// Returns the variable for the elements of a list, and the translator for a condition on them. In the condition, components
  /// of an element can be used by their names.
  func filterScope(_ element: FeelType) -> (item: FeelVariable, inner: FeelTranslator) {
    let item = variable("item", element)
    var inner = adding("item", .of(item))
    if case .record(let name) = element {
      for member in model.members(of: name) {
        inner = inner.adding(member.written, Code(text: "\(item.name).\(member.own)", type: member.type, free: [item]))
      }
    }
    return (item, inner)
  }

  /// Returns the elements of a list that satisfy a condition. If the condition is a number, returns the element at that
  /// position, from 1.
  func filtered(_ list: Code, by test: Code, _ item: FeelVariable, _ condition: Feel) throws -> Code {
    if test.type == .number {
      guard test.text != "0" else { throw fault("places in a list begin with 1", condition) }
      return Code(text: "\(list.at(.primary))[\(test.text)]", type: item.type, free: Code.free(list, test))
    }
    guard test.type == .boolean else { throw fault("a condition or a position is expected, not \(noun(test))", condition) }
    let free = Code.union([list.free, test.free.filter { $0.name != item.name }])
    let text = "list(\(item.name) for \(item.name) in \(list.at(.primary)) where \(test.text))"
    return Code(text: text, type: list.type, free: free)
  }

  // MARK: Members

  func member(_ name: String, of value: Code, _ feel: Feel) throws -> Code {
    if let members = value.members {
      guard let found = members.first(where: { FeelNames.normalized($0.name) == name }) else {
        throw fault("the context has no entry `\(name)`", feel)
      }
      return found.value
    }
    switch value.type {
    case .record(let type):
      guard let found = model.members(of: type).first(where: { FeelNames.normalized($0.written) == name }) else {
        throw fault("`\(type)` has no component `\(name)`", feel)
      }
      return Code(text: "\(value.at(.primary)).\(found.own)", type: found.type, free: value.free)
    case .list(let element):
      let item = variable("item", element)
      let inner = try member(name, of: .of(item), feel)
      return Code(
        text: "list(\(inner.text) for \(item.name) in \(value.at(.primary)))", type: .list(inner.type), free: value.free)
    default:
      if let written = FeelTemporal.writtenParts(of: value) {
        let parts = [written.date, written.time].compactMap { Self.component(name, of: $0) }
        if let part = parts.first { return part }
      }
      guard let part = Self.component(name, of: value) else { throw fault("\(noun(value)) has no `\(name)`", feel) }
      // Offsets are whole minutes, so the seconds are the same at each.
      return name == "second" ? part : noted(part, partOf: value, feel)
    }
  }

  /// Returns a part of a date, time or duration, such as its year; `nil` if the value has no part with the name.
  private static func component(_ name: String, of value: Code) -> Code? {
    func code(_ text: String, _ level: Code.Level = .primary) -> Code {
      Code(text: text, type: .number, level: level, free: value.free)
    }
    switch (name, value.type) {
    case ("year", .date), ("month", .date), ("day", .date), ("weekday", .date): return code("\(name)(\(value.text))")
    case ("year", .timestamp), ("month", .timestamp), ("day", .timestamp), ("weekday", .timestamp):
      return code("\(name)(date(\(value.text)))")
    case ("hour", .time), ("minute", .time), ("second", .time), ("hour", .timestamp), ("minute", .timestamp),
      ("second", .timestamp):
      return code("\(name)(\(value.text))")
    case ("years", .period): return code("trunc(\(value.at(.product)) / years(1))")
    case ("months", .period): return code("\(value.at(.product)) / months(1) % 12", .product)
    case ("days", .duration): return code("trunc(\(value.at(.product)) / days(1))")
    case ("hours", .duration): return code("trunc(\(value.at(.product)) / hours(1)) % 24", .product)
    case ("minutes", .duration): return code("trunc(\(value.at(.product)) / minutes(1)) % 60", .product)
    case ("seconds", .duration): return code("\(value.at(.product)) / seconds(1) % 60", .product)
    default: return nil
    }
  }
}
