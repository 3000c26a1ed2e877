/// What a clause that can be read, but has no meaning, may have been meant to be.
package enum Rewordings {
  /// The likeliest first; each is to be checked before it is proposed.
  ///
  /// - Parameter place: offsets in the text of what has no meaning.
  package static func of(_ text: String, at place: Range<Int>) -> [String] {
    var result = names.compactMap { $0.applied(to: text) } + methods(text)
    result += quotations(text, place) + prefixes(text, place) + arguments(text, place)
    result += ForeignForms.expressions.compactMap { $0.applied(to: text) }
    var seen: Set<String> = [text]
    return result.filter { seen.insert($0).inserted }
  }

  private static let names: [Rewriting] = [
    ("today ( )", "date(now)"), ("today", "date(now)"), ("current_date", "date(now)"), ("current_time", "time(now)"),
    ("current_timestamp", "now"), ("date . now ( )", "now"), ("date . today ( )", "date(now)"), ("datetime . now ( )", "now"),
    ("getdate ( )", "now"), ("sysdate", "now"), ("now ( )", "now"), ("today", "now"), ("→ @raise (", "→ reject("),
    ("→ warning (", "→ warn("), ("→ consent (", "→ requires_consent("), ("→ approval (", "→ requires_approval("),
    ("→ approve (", "→ requires_approval("), ("→ #text $", "→ reject($t)"), ("-> #text $", "→ reject($t)"),
    ("→ #text $", "else $t"), ("-> #text $", "else $t"), ("or #text $", "else $t"),
    ("requires_approval ( #text , #word )", "requires_approval($w, $t)"), ("timedelta ( #word = $a )", "$w($a)"),
    ("sorted (", "is_sorted("), ("float (", "number("), ("int (", "integer("), ("str (", "text("), ("len (", "length("),
    ("ifnull (", "coalesce("), ("nvl (", "coalesce("), ("isnull (", "coalesce("), ("avg (", "mean("), ("average (", "mean("),
    ("substr (", "substring("), ("rnd (", "round("), ("toupper (", "upper("), ("tolower (", "lower("), ("round (", "round("),
    ("upper (", "upper("), ("lower (", "lower("), ("length (", "length("), ("trim (", "trim("), ("abs (", "abs("),
    ("coalesce (", "coalesce("), ("substring (", "substring("), ("input .", ""), ("years ( #number )", "$n"),
    ("months ( #number )", "$n"), ("days ( $a )", "$a"), ("otherwize →", "otherwise →"), ("else →", "otherwise →"),
    ("default →", "otherwise →"), ("_ →", "otherwise →"), ("none →", "start →"), ("new →", "start →"), ("null →", "start →"),
  ].map(Rewriting.init)

  /// Functions that other languages have as methods: those that take the value first, and those that are operators here.
  private static let functions: [String: String] = [
    "length": "length", "size": "length", "len": "length", "count": "count", "split": "split", "trim": "trim", "strip": "trim",
    "lower": "lower", "tolowercase": "lower", "lowercased": "lower", "upper": "upper", "touppercase": "upper",
    "uppercased": "upper", "startswith": "starts_with", "endswith": "ends_with", "abs": "abs", "round": "round",
    "replace": "replace", "substring": "substring", "sum": "sum", "min": "min", "max": "max", "join": "join", "first": "first",
    "last": "last",
  ]

  /// `x.f(a)` as `f(x, a)`, all of them.
  private static func methods(_ text: String) -> [String] {
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
    guard isCall || ["length", "size", "count"].contains(word),
      let start = (0..<dot).first(where: { pieces.operand(at: $0).map { $0 > dot } ?? false }),
      let end = isCall ? pieces.closing(dot + 2) : dot + 2
    else { return nil }
    let receiver = pieces.string(of: start..<dot)
    let arguments = isCall ? pieces.string(of: dot + 3..<max(dot + 3, end - 1)) : ""
    let call: String
    if ["includes", "contains", "has"].contains(word) {
      call = "\(receiver) contains \(arguments)"
    } else if let function = functions[word] {
      call = "\(function)(\(receiver)\(arguments.isEmpty ? "" : ", \(arguments)"))"
    } else {
      return nil
    }
    return pieces.string(0..<pieces.all[start].range.lowerBound) + call
      + pieces.string(pieces.all[end - 1].range.upperBound..<pieces.bytes.count)
  }

  /// What has no meaning with or without quotes, or in brackets.
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

  /// A name as a member of another name of the clause, or without what stands before its dot.
  private static func prefixes(_ text: String, _ place: Range<Int>) -> [String] {
    let pieces = Pieces(text)
    guard !place.isEmpty, place.upperBound <= pieces.bytes.count else { return [] }
    let written = pieces.string(place)
    guard written.utf8.allSatisfy({ isWordByte($0) || $0 == 0x2E }) else { return [] }
    func with(_ words: String) -> String {
      pieces.string(0..<place.lowerBound) + words + pieces.string(place.upperBound..<pieces.bytes.count)
    }
    var owners: [String] = []
    for (index, piece) in pieces.all.enumerated() where piece.kind == .word && index + 1 < pieces.all.count {
      let word = pieces.string(piece.range)
      let isLoop = pieces.string(pieces.all[index + 1].range) == "in"
      if isLoop || pieces.sign(index + 1) == 0x2E, !owners.contains(word) { owners.append(word) }
    }
    guard let dot = written.firstIndex(of: ".") else { return owners.map { with("\($0).\(written)") } }
    let member = String(written[written.index(after: dot)...])
    return [with(member)] + owners.map { with("\($0).\(member)") }
  }

  /// The call around or at a place with its arguments in other orders, without names, or with fewer.
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
      guard parts.count > 1, parts.count <= 3 else { continue }
      func with(_ arguments: [String]) -> String {
        pieces.string(0..<pieces.all[open].range.upperBound) + arguments.joined(separator: ", ")
          + pieces.string(pieces.all[end - 1].range.lowerBound..<pieces.bytes.count)
      }
      let unnamed = parts.map { part in part.firstRange(of: " = ").map { range in String(part[range.upperBound...]) } ?? part }
      if unnamed != parts { result.append(with(unnamed)) }
      for index in parts.indices.dropLast() {
        var other = parts
        other.swapAt(index, index + 1)
        result.append(with(other))
      }
      result.append(with(Array(parts.dropLast())))
    }
    return result
  }
}

/// Whether fixes are looked for. What is read only to try a fix is read without, so that trials stay cheap.
package enum Mending {
  @TaskLocal package static var isOn = true
}
