import TruthsText

/// Candidates for rewording a clause that can be read, but has no meaning.
package enum Rewordings {
  /// Names that a candidate may use.
  package struct Names: Sendable {
    /// Names in the declaration: `let`s, and variables under `when`.
    package var owners: [String] = []
    /// Fact types, with the names of their keys.
    package var facts: [(name: String, keys: [String])] = []
    /// Units of types anywhere in the set.
    package var units: Set<String> = []
    /// Functions and tables that a clause may call.
    package var functions: Set<String> = []
    /// Names without a dot that are declared anywhere in the set: fields, `let`s, policies, variables and values of enums.
    package var declared: Set<String> = []
    /// The names in ``declared`` that have the type boolean wherever they have a type.
    package var booleans: Set<String> = []

    package init() {}
  }

  /// Returns candidates for a clause, the likeliest first; each must be checked before it is proposed.
  ///
  /// - Parameter faulty: offsets in the text of the part without a meaning.
  package static func of(_ text: String, at faulty: Range<Int>, _ declared: Names) -> [String] {
    let pieces = Pieces(text)
    var result = names.compactMap { $0.applied(to: pieces) } + methods(text)
    result += ForeignForms.expressions.compactMap { $0.applied(to: pieces) }
    // Arguments in another order keep every word, so they come before quotes.
    result +=
      arguments(text, faulty) + quotations(text, faulty) + prefixes(text, faulty, declared) + lookUps(pieces, faulty, declared)
    result += WrittenValues.proposals(pieces) + products(pieces, faulty)
    // Beside a word for no value, something else was meant: `due or none == day`.
    let hasNull = pieces.small.contains { ForeignForms.sets["null"]?.contains($0) ?? false && !declared.declared.contains($0) }
    if let first = pieces.all.firstIndex(where: { $0.range.lowerBound == faulty.lowerBound }), let end = pieces.path(at: first),
      pieces.all[end - 1].range.upperBound == faulty.upperBound, pieces.sign(end) != 0x28, !hasNull
    {
      result.append(pieces.string(0..<faulty.upperBound) + " exists" + pieces.string(faulty.upperBound..<pieces.bytes.count))
    }
    let comparesItself = SelfComparison.occurs(in: text)
    let settled = result.compactMap { LikePatterns.translated(Grouping.settled($0), from: pieces) }
    return settled.filter { $0 != text && (comparesItself || !SelfComparison.occurs(in: $0)) }.uniqued()
  }

  /// Returns candidates for look-ups in brackets whose key has no name, `the account.opened(x)`, or is compared:
  /// `position.open(position_id == x)`.
  static func bracketedLookUps(_ pieces: Pieces, _ known: Names) -> [String] {
    pieces.all.indices.compactMap { start in
      guard start == 0 || pieces.sign(start - 1) != 0x2E, let end = pieces.path(at: start), pieces.sign(end) == 0x28,
        let close = pieces.closing(end), close > end + 2,
        let fact = known.facts.first(where: { $0.name == pieces.string(of: start..<end) })
      else { return nil }
      let argument = end + 1..<close - 1
      let brackets = pieces.all[end].range.upperBound..<pieces.all[close - 1].range.lowerBound
      let isNamed = fact.keys.contains(pieces.string(pieces.all[end + 1].range)) && argument.count > 2
      var words: String?
      if isNamed, pieces.small[end + 2] == "==", !pieces.hasComma(in: argument) {
        words = "\(pieces.string(of: end + 1..<end + 2)) = \(pieces.string(of: end + 3..<close - 1))"
      } else if fact.keys.count == 1, pieces.operand(at: end + 1) == close - 1 {
        words = "\(fact.keys[0]) = \(pieces.string(of: argument))"
      }
      return words.map { pieces.string(0..<brackets.lowerBound) + $0 + pieces.string(brackets.upperBound..<pieces.bytes.count) }
    }
  }

  /// Returns candidates for a look-up with a condition, `order.placed where order_id = x`. A key goes into brackets, and a
  /// condition on another field is one of some fact.
  ///
  /// - Parameter isTest: whether the text is a condition and not a value.
  static func keyedLookUps(_ pieces: Pieces, _ names: Names, asTest isTest: Bool) -> [String] {
    let start = pieces.small.first == "the" ? 1 : 0
    guard let end = pieces.path(at: start), end + 3 < pieces.all.count, ["where", "with"].contains(pieces.small[end]),
      pieces.all[end + 1].kind == .word, ["=", "=="].contains(pieces.small[end + 2]),
      pieces.operand(at: end + 3) == pieces.all.count,
      let fact = names.facts.first(where: { $0.name == pieces.string(of: start..<end) })
    else { return [] }
    let (field, value) = (pieces.string(pieces.all[end + 1].range), pieces.string(of: end + 3..<pieces.all.count))
    if fact.keys.contains(field) { return ["\(isTest ? "" : "the ")\(fact.name)(\(field) = \(value))"] }
    let variable = ["x", "other", "each"].first { !names.declared.contains($0) && value != $0 }
    guard isTest, start == 0, let variable else { return [] }
    return ["some \(variable) in \(fact.name) satisfies \(variable).\(field) == \(value)"]
  }

  /// Returns candidates for a type.
  package static func ofType(_ text: String, _ known: Names) -> [String] {
    let pieces = Pieces(text)
    var result = ForeignForms.types.compactMap { $0.applied(to: pieces) }
    if let first = pieces.small.first, known.units.contains(first) {
      result += ["decimal", "integer"].map {
        "\($0) in \(first)" + pieces.string(pieces.all[0].range.upperBound..<pieces.bytes.count)
      }
    }
    return result.filter { $0 != text }
  }

  private static let names: [Rewriting] = [
    ("count ( !a )", "count(x in $a)"), ("day (", "days("), ("hour (", "hours("), ("month (", "months("), ("year (", "years("),
    ("minute (", "minutes("),
    ("second (", "seconds("), ("week (", "weeks("),
    ("today ( )", "date(now)"), ("today", "date(now)"), ("current_date", "date(now)"), ("current_time", "time(now)"),
    ("current_timestamp", "now"), ("date . now ( )", "now"), ("date . today ( )", "date(now)"), ("datetime . now ( )", "now"),
    ("getdate ( )", "now"), ("sysdate", "now"), ("now ( )", "now"), ("today", "now"), ("→ @raise (", "→ reject("),
    ("== yes", "== true"), ("== no", "== false"), ("== on", "== true"), ("== off", "== false"), ("→ warning (", "→ warn("),
    ("→ consent (", "→ requires_consent("),
    ("→ approval (", "→ requires_approval("),
    ("→ approve (", "→ requires_approval("), ("→ #text $", "→ reject($t)"), ("-> #text $", "→ reject($t)"),
    ("→ #text $", "else $t"), ("-> #text $", "else $t"), ("or #text $", "else $t"),
    ("date ( %a , %b , %c )", "date_of($a, $b, $c)"),
    ("requires_approval ( #text , #word )", "requires_approval($w, $t)"), ("timedelta ( #word = $a )", "$w($a)"),
    ("sorted (", "is_sorted("), ("float (", "number("), ("int (", "integer("), ("str (", "text("), ("len (", "length("),
    ("ifnull (", "coalesce("), ("nvl (", "coalesce("), ("isnull (", "coalesce("), ("avg (", "mean("), ("average (", "mean("),
    ("substr (", "substring("), ("rnd (", "round("), ("toupper (", "upper("), ("tolower (", "lower("), ("round (", "round("),
    ("upper (", "upper("), ("lower (", "lower("), ("length (", "length("), ("trim (", "trim("), ("abs (", "abs("),
    ("coalesce (", "coalesce("), ("substring (", "substring("), ("input .", ""), ("years ( #number )", "$n"),
    ("months ( #number )", "$n"), ("otherwize →", "otherwise →"), ("else →", "otherwise →"),
    ("default →", "otherwise →"), ("_ →", "otherwise →"), ("none →", "start →"), ("new →", "start →"), ("null →", "start →"),
  ].map { Rewriting($0, $1) }

  /// Functions that other languages have as methods, with the names of those that take the value first.
  private static let functions: [String: String] = [
    "length": "length", "size": "length", "len": "length", "count": "count", "split": "split", "trim": "trim", "strip": "trim",
    "lower": "lower", "tolowercase": "lower", "lowercased": "lower", "upper": "upper", "touppercase": "upper",
    "uppercased": "upper", "startswith": "starts_with", "endswith": "ends_with", "abs": "abs", "round": "round",
    "replace": "replace", "substring": "substring", "sum": "sum", "min": "min", "max": "max", "join": "join", "first": "first",
    "last": "last", "padstart": "pad_left", "rjust": "pad_left", "padend": "pad_right", "ljust": "pad_right", "indexof": "index",
    "reverse": "reverse", "reversed": "reverse", "sort": "sort", "sorted": "sort", "distinct": "distinct", "unique": "distinct",
    "floor": "floor", "ceil": "ceil", "slice": "slice", "flatten": "flatten", "keys": "keys", "values": "values",
  ]

  /// Rewrites every `x.f(a)` as `f(x, a)`.
  static func methods(_ text: String) -> [String] {
    var result = text
    for _ in 0..<4 {
      let pieces = Pieces(result)
      let changed = pieces.all.indices.lazy.compactMap { method(pieces, $0) }.first
      guard let changed else { break }
      result = changed
    }
    return result == text ? [] : [result]
  }

  private static func method(_ pieces: Pieces, _ dot: Int) -> String? {
    guard pieces.sign(dot) == 0x2E, dot > 0, dot + 1 < pieces.all.count else { return nil }
    let word = pieces.string(pieces.all[dot + 1].range).lowercased().filter { $0 != "_" }
    let isCall = pieces.sign(dot + 2) == 0x28
    guard isCall || ["length", "size", "count", "exists", "missing", "empty"].contains(word),
      let start = (0..<dot).first(where: { start in
        (pieces.operand(at: start).map { $0 > dot } ?? false) && (start..<dot).reduce(0) { $0 + pieces.depth($1) } == 0
      }),
      let end = isCall ? pieces.closing(dot + 2) : dot + 2
    else { return nil }
    let receiver = pieces.string(of: start..<dot)
    let arguments = isCall ? pieces.string(of: dot + 3..<max(dot + 3, end - 1)) : ""
    let call: String
    if word == "isempty" {
      call = "\(receiver) empty"
    } else if ["exists", "missing", "empty"].contains(word), arguments.isEmpty {
      call = "\(receiver) \(word)"
    } else if ["includes", "contains", "has"].contains(word) {
      call = "\(receiver) contains \(arguments)"
    } else if let function = functions[word] {
      // Other languages fill up with spaces unless they are told otherwise.
      let isFilled = !["pad_left", "pad_right"].contains(function) || pieces.hasComma(in: dot + 3..<max(dot + 3, end - 1))
      let arguments = isFilled || arguments.isEmpty ? arguments : "\(arguments), \" \""
      call = "\(function)(\(receiver)\(arguments.isEmpty ? "" : ", \(arguments)"))"
    } else {
      return nil
    }
    return pieces.string(0..<pieces.all[start].range.lowerBound) + call
      + pieces.string(pieces.all[end - 1].range.upperBound..<pieces.bytes.count)
  }

  /// Returns candidates that add or remove quotes or brackets around the part without a meaning.
  private static func quotations(_ text: String, _ faulty: Range<Int>) -> [String] {
    let bytes = Array(text.utf8)
    guard bytes.indices.contains(faulty.lowerBound), faulty.upperBound <= bytes.count, !faulty.isEmpty else { return [] }
    func with(_ words: String, for range: Range<Int>) -> String {
      String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + words
        + String(decoding: bytes[range.upperBound...], as: UTF8.self)
    }
    let pieces = Pieces(text)
    let written = pieces.string(faulty)
    var result: [String] = []
    for index in pieces.all.indices.dropFirst() where ["\"true\"", "'true'"].contains(pieces.string(pieces.all[index].range)) {
      guard pieces.string(pieces.all[index - 1].range) == "==", index > 1 else { continue }
      result.append(with("", for: pieces.all[index - 2].range.upperBound..<pieces.all[index].range.upperBound))
    }
    for (kind, range) in pieces.all where kind == .text && (range.overlaps(faulty) || range.upperBound <= faulty.upperBound) {
      result.append(with(pieces.string(range.lowerBound + 1..<range.upperBound - 1), for: range))
    }
    for (kind, range) in pieces.all where kind == .text {
      result.append(with(pieces.string(range.lowerBound + 1..<range.upperBound - 1), for: range))
    }
    // A word for no value is no text.
    let isNull = ForeignForms.sets["null"]?.contains(written.lowercased()) ?? false
    if !isNull, pieces.all.contains(where: { $0.range == faulty && $0.kind == .word }) {
      result.append(with("\"\(written)\"", for: faulty))
    }
    if written.hasPrefix("\"") {
      let inner = written.dropFirst().dropLast()
      let names = inner.split(separator: ",").map { "\"\($0.drop { $0 == " " })\"" }.joined(separator: ", ")
      result += [with("[\(names)]", for: faulty), with("\"\(inner):00\"", for: faulty), with("\"P\(inner)\"", for: faulty)]
      result.append(with("\"\(inner.replacing(".", with: ":"))\"", for: faulty))
    }
    if written == "0" || written == "1" { result.append(with(written == "0" ? "false" : "true", for: faulty)) }
    if written.hasPrefix("[") {
      let words = written.dropFirst().dropLast().split(separator: ",").map { "\"\($0.drop { $0 == " " })\"" }
      result.append(with("[\(words.joined(separator: ", "))]", for: faulty))
    }
    return result
  }

  /// Returns candidates with a name as a member of another name of the clause, or without the word before its dot.
  private static func prefixes(_ text: String, _ faulty: Range<Int>, _ names: Names) -> [String] {
    let pieces = Pieces(text)
    guard !faulty.isEmpty, faulty.upperBound <= pieces.bytes.count else { return [] }
    let written = pieces.string(faulty)
    guard written.utf8.allSatisfy({ isWordByte($0) || $0 == 0x2E }) else { return [] }
    func with(_ words: String) -> String {
      pieces.string(0..<faulty.lowerBound) + words + pieces.string(faulty.upperBound..<pieces.bytes.count)
    }
    var owners: [String] = []
    for (index, piece) in pieces.all.enumerated()
    where piece.kind == .word && index + 1 < pieces.all.count && !faulty.contains(piece.range.lowerBound) {
      let word = pieces.string(piece.range)
      let isLoop = pieces.string(pieces.all[index + 1].range) == "in"
      if isLoop || pieces.sign(index + 1) == 0x2E, !owners.contains(word) { owners.append(word) }
    }
    for owner in names.owners where !owners.contains(owner) { owners.append(owner) }
    guard let dot = written.firstIndex(of: ".") else {
      let isOwner = faulty.upperBound < pieces.bytes.count && pieces.bytes[faulty.upperBound] == 0x2E
      let owned = owners.map { with(isOwner ? $0 : "\($0).\(written)") }
      // A value of an enum has no type before it, and a lifecycle is read by its state.
      var start = faulty.lowerBound
      while start > 0, isWordByte(pieces.bytes[start - 1]) || pieces.bytes[start - 1] == 0x2E { start -= 1 }
      let before = pieces.bytes[start..<faulty.lowerBound]
      if before.count(where: { $0 == 0x2E }) == 1 {
        return owned + [pieces.string(0..<start) + pieces.string(faulty.lowerBound..<pieces.bytes.count)]
      }
      return owned + (isOwner || !before.isEmpty ? [] : [with("\(written).state")])
    }
    let (first, member) = (String(written[..<dot]), String(written[written.index(after: dot)...]))
    let types = names.facts.filter { $0.name.hasPrefix("\(first).") || $0.name.hasSuffix(".\(first)") }
      .map { with("\($0.name).\(member)") }
    let others = owners.filter { $0 != first }.map { with("\($0).\(member)") }
    // If the first word has a meaning, its member has none; otherwise the word is likely a misspelt owner of the member.
    return (owners.contains(first) ? [with(member)] + others : others + [with(member)]) + types
  }

  /// Returns candidates for a look-up whose key has no name, or is in square brackets: `contract.signed[id]`.
  private static func lookUps(_ pieces: Pieces, _ place: Range<Int>, _ names: Names) -> [String] {
    var result: [String] = []
    for index in pieces.all.indices where pieces.all[index].range.lowerBound == place.lowerBound {
      guard let end = pieces.path(at: index), pieces.depth(end) == 1, let close = pieces.closing(end) else { continue }
      let written = pieces.string(of: index..<end)
      guard let fact = names.facts.first(where: { $0.name == written }), close > end + 2 else { continue }
      for key in fact.keys {
        let call = "\(written)(\(key) = \(pieces.string(of: end + 1..<close - 1)))"
        result.append(
          pieces.string(0..<pieces.all[index].range.lowerBound) + call
            + pieces.string(pieces.all[close - 1].range.upperBound..<pieces.bytes.count))
      }
    }
    return result
  }

  /// Returns candidates for a product of two units that remove one of the units.
  private static func products(_ pieces: Pieces, _ place: Range<Int>) -> [String] {
    guard pieces.all.contains(where: { place.contains($0.range.lowerBound) && ["*", "/"].contains(pieces.string($0.range)) })
    else { return [] }
    let starts = pieces.all.indices.filter {
      place.contains(pieces.all[$0].range.lowerBound) || place.lowerBound == pieces.all[$0].range.lowerBound
    }
    var seen = 0
    var result: [String] = []
    for index in starts where index >= seen {
      guard let end = pieces.path(at: index), pieces.depth(end) != 1 else { continue }
      seen = end
      let range = pieces.all[index].range.lowerBound..<pieces.all[end - 1].range.upperBound
      result.append(
        pieces.string(0..<range.lowerBound) + "number(\(pieces.string(range)))"
          + pieces.string(range.upperBound..<pieces.bytes.count))
    }
    return result
  }

  /// Whether an argument is a text such as `"d"` or `"hours"`.
  private static func isUnitOfTime(_ argument: String) -> Bool {
    guard argument.hasPrefix("\""), argument.hasSuffix("\"") else { return false }
    let word = argument.dropFirst().dropLast().lowercased()
    return WrittenValues.units.contains { ForeignForms.sets[$0]?.contains(word) ?? false }
  }

  /// Functions that convert a value to another type. A clause may contain such a conversion already.
  private static let conversions = Set(WrittenValues.units + ["number", "integer", "text", "date", "time", "timestamp"])

  /// Returns candidates with other arguments of the call at the place.
  ///
  /// The arguments have another order, have no names, or lack one that is a text.
  private static func arguments(_ text: String, _ faultRange: Range<Int>) -> [String] {
    let pieces = Pieces(text)
    var result: [String] = []
    for open in pieces.all.indices where open > 0 && pieces.sign(open) == 0x28 && pieces.all[open - 1].kind == .word {
      guard let end = pieces.closing(open), pieces.all[open - 1].range.lowerBound < faultRange.upperBound,
        pieces.all[end - 1].range.upperBound > faultRange.lowerBound
      else { continue }
      var parts: [String] = []
      var start = open + 1
      var depth = 0
      for index in open + 1..<end {
        depth += pieces.depth(index)
        guard index == end - 1 || depth == 0 && pieces.sign(index) == 0x2C else { continue }
        parts.append(pieces.string(of: start..<index))
        start = index + 1
      }
      guard parts.count <= 3 else { continue }
      func with(_ arguments: [String]) -> String {
        pieces.string(0..<pieces.all[open].range.upperBound) + arguments.joined(separator: ", ")
          + pieces.string(pieces.all[end - 1].range.lowerBound..<pieces.bytes.count)
      }
      let unnamed = parts.map { part in part.firstRange(of: " = ").map { range in String(part[range.upperBound...]) } ?? part }
      if unnamed != parts { result.append(with(unnamed)) }
      let named = parts.map { part in
        part.firstRange(of: " == ").map { part[..<$0.lowerBound] + " = " + part[$0.upperBound...] } ?? part
      }
      if named != parts { result.append(with(named)) }
      for index in parts.indices.dropLast() {
        var other = parts
        other.swapAt(index, index + 1)
        result.append(with(other))
      }
      // A unit of time too many, as in `days(30, "d")`.
      for index in parts.indices where parts.count > 1 && isUnitOfTime(parts[index]) {
        result.append(with(parts.enumerated().filter { $0.offset != index }.map(\.element)))
      }
      // A conversion that is not wanted.
      if parts.count == 1, conversions.contains(pieces.small[open - 1]) {
        result.append(
          pieces.string(0..<pieces.all[open - 1].range.lowerBound) + parts[0]
            + pieces.string(pieces.all[end - 1].range.upperBound..<pieces.bytes.count))
      }
    }
    return result
  }
}
