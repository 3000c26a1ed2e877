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

    package init() {}
  }

  /// Returns candidates for a clause, the likeliest first; each must be checked before it is proposed.
  ///
  /// - Parameter place: offsets in the text of the part without a meaning.
  package static func of(_ text: String, at place: Range<Int>, _ known: Names) -> [String] {
    let pieces = Pieces(text)
    var result = names.compactMap { $0.applied(to: pieces) } + methods(text)
    result += ForeignForms.expressions.compactMap { $0.applied(to: pieces) }
    result += quotations(text, place) + prefixes(text, place, known) + lookUps(pieces, place, known) + arguments(text, place)
    result += WrittenValues.proposals(pieces) + products(pieces, place)
    if let first = pieces.all.firstIndex(where: { $0.range.lowerBound == place.lowerBound }), let end = pieces.path(at: first),
      pieces.all[end - 1].range.upperBound == place.upperBound, pieces.sign(end) != 0x28
    {
      result.append(pieces.string(0..<place.upperBound) + " exists" + pieces.string(place.upperBound..<pieces.bytes.count))
    }
    return result.filter { $0 != text }.uniqued()
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
    ("== yes", "== true"), ("== no", "== false"), ("→ warning (", "→ warn("), ("→ consent (", "→ requires_consent("),
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
  ].map(Rewriting.init)

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
      let start = (0..<dot).first(where: { pieces.operand(at: $0).map { $0 > dot } ?? false }),
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
      call = "\(function)(\(receiver)\(arguments.isEmpty ? "" : ", \(arguments)"))"
    } else {
      return nil
    }
    return pieces.string(0..<pieces.all[start].range.lowerBound) + call
      + pieces.string(pieces.all[end - 1].range.upperBound..<pieces.bytes.count)
  }

  /// Returns candidates that add or remove quotes or brackets around the part without a meaning.
  private static func quotations(_ text: String, _ place: Range<Int>) -> [String] {
    let bytes = Array(text.utf8)
    guard bytes.indices.contains(place.lowerBound), place.upperBound <= bytes.count, !place.isEmpty else { return [] }
    func with(_ words: String, for range: Range<Int>) -> String {
      String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + words
        + String(decoding: bytes[range.upperBound...], as: UTF8.self)
    }
    let pieces = Pieces(text)
    let written = pieces.string(place)
    var result: [String] = []
    for index in pieces.all.indices.dropFirst() where ["\"true\"", "'true'"].contains(pieces.string(pieces.all[index].range)) {
      guard pieces.string(pieces.all[index - 1].range) == "==", index > 1 else { continue }
      result.append(with("", for: pieces.all[index - 2].range.upperBound..<pieces.all[index].range.upperBound))
    }
    for (kind, range) in pieces.all where kind == .text && (range.overlaps(place) || range.upperBound <= place.upperBound) {
      result.append(with(pieces.string(range.lowerBound + 1..<range.upperBound - 1), for: range))
    }
    for (kind, range) in pieces.all where kind == .text {
      result.append(with(pieces.string(range.lowerBound + 1..<range.upperBound - 1), for: range))
    }
    if pieces.all.contains(where: { $0.range == place && $0.kind == .word }) { result.append(with("\"\(written)\"", for: place)) }
    if written.hasPrefix("\"") {
      let inner = written.dropFirst().dropLast()
      let names = inner.split(separator: ",").map { "\"\($0.drop { $0 == " " })\"" }.joined(separator: ", ")
      result += [with("[\(names)]", for: place), with("\"\(inner):00\"", for: place), with("\"P\(inner)\"", for: place)]
      result.append(with("\"\(inner.replacing(".", with: ":"))\"", for: place))
    }
    if written == "0" || written == "1" { result.append(with(written == "0" ? "false" : "true", for: place)) }
    if written.hasPrefix("[") {
      let words = written.dropFirst().dropLast().split(separator: ",").map { "\"\($0.drop { $0 == " " })\"" }
      result.append(with("[\(words.joined(separator: ", "))]", for: place))
    }
    return result
  }

  /// Returns candidates with a name as a member of another name of the clause, or without the word before its dot.
  private static func prefixes(_ text: String, _ place: Range<Int>, _ known: Names) -> [String] {
    let pieces = Pieces(text)
    guard !place.isEmpty, place.upperBound <= pieces.bytes.count else { return [] }
    let written = pieces.string(place)
    guard written.utf8.allSatisfy({ isWordByte($0) || $0 == 0x2E }) else { return [] }
    func with(_ words: String) -> String {
      pieces.string(0..<place.lowerBound) + words + pieces.string(place.upperBound..<pieces.bytes.count)
    }
    var owners: [String] = []
    for (index, piece) in pieces.all.enumerated()
    where piece.kind == .word && index + 1 < pieces.all.count && !place.contains(piece.range.lowerBound) {
      let word = pieces.string(piece.range)
      let isLoop = pieces.string(pieces.all[index + 1].range) == "in"
      if isLoop || pieces.sign(index + 1) == 0x2E, !owners.contains(word) { owners.append(word) }
    }
    for owner in known.owners where !owners.contains(owner) { owners.append(owner) }
    guard let dot = written.firstIndex(of: ".") else {
      let isOwner = place.upperBound < pieces.bytes.count && pieces.bytes[place.upperBound] == 0x2E
      let owned = owners.map { with(isOwner ? $0 : "\($0).\(written)") }
      // A value of an enum has no type before it, and a lifecycle is read by its state.
      var start = place.lowerBound
      while start > 0, isWordByte(pieces.bytes[start - 1]) || pieces.bytes[start - 1] == 0x2E { start -= 1 }
      let before = pieces.bytes[start..<place.lowerBound]
      if before.count(where: { $0 == 0x2E }) == 1 {
        return owned + [pieces.string(0..<start) + pieces.string(place.lowerBound..<pieces.bytes.count)]
      }
      return owned + (isOwner || !before.isEmpty ? [] : [with("\(written).state")])
    }
    let (first, member) = (String(written[..<dot]), String(written[written.index(after: dot)...]))
    let types = known.facts.filter { $0.name.hasPrefix("\(first).") || $0.name.hasSuffix(".\(first)") }
      .map { with("\($0.name).\(member)") }
    let others = owners.filter { $0 != first }.map { with("\($0).\(member)") }
    // If the first word has a meaning, its member has none; otherwise the word is likely a misspelt owner of the member.
    return (owners.contains(first) ? [with(member)] + others : others + [with(member)]) + types
  }

  /// Returns candidates for a look-up whose key has no name, or is in square brackets: `contract.signed[id]`.
  private static func lookUps(_ pieces: Pieces, _ place: Range<Int>, _ known: Names) -> [String] {
    var result: [String] = []
    for index in pieces.all.indices where pieces.all[index].range.lowerBound == place.lowerBound {
      guard let end = pieces.path(at: index), pieces.depth(end) == 1, let close = pieces.closing(end) else { continue }
      let written = pieces.string(of: index..<end)
      guard let fact = known.facts.first(where: { $0.name == written }), close > end + 2 else { continue }
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

  /// Functions that convert a value to another type. A clause may contain such a conversion already.
  private static let conversions = Set(WrittenValues.units + ["number", "integer", "text", "date", "time", "timestamp"])

  /// Returns candidates with other arguments of the call at the place.
  ///
  /// The arguments have another order, have no names, or lack one that is a text.
  private static func arguments(_ text: String, _ place: Range<Int>) -> [String] {
    let pieces = Pieces(text)
    var result: [String] = []
    for open in pieces.all.indices where open > 0 && pieces.sign(open) == 0x28 && pieces.all[open - 1].kind == .word {
      guard let end = pieces.closing(open), pieces.all[open - 1].range.lowerBound < place.upperBound,
        pieces.all[end - 1].range.upperBound > place.lowerBound
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
      // A text too many, as in `days(30, "d")`.
      for index in parts.indices where parts.count > 1 && parts[index].hasPrefix("\"") {
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
