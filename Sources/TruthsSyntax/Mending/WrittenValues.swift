/// Rewrites values in everyday or foreign notation: `5 %`, `4,9`, `interval '10 minutes'`, texts joined by `+`.
enum WrittenValues {
  static func proposals(_ pieces: Pieces) -> [String] {
    [percentages(pieces), grouped(pieces), decimals(pieces), intervals(pieces), joined(pieces)].compactMap { $0 }
  }

  /// Candidates for numbers with commas: lists, groups of digits, decimal places. No other form may rewrite a part of them.
  static func numbers(_ pieces: Pieces) -> [String] {
    [listed(pieces), grouped(pieces), decimals(pieces)].compactMap(\.self)
  }

  /// Rewrites `in a, b, c` as `in [a, b, c]`. If some commas are followed by a space and others are not, those without are part
  /// of a number: `in 1,000, 2,000`.
  private static func listed(_ pieces: Pieces) -> String? {
    var changes: [(Range<Int>, String)] = []
    var index = 0
    while index < pieces.all.count {
      let start = index + 1
      index += 1
      guard pieces.small[start - 1] == "in", let last = endOfList(pieces, from: start) else { continue }
      let commas = (start..<last).filter { pieces.sign($0) == 0x2C && depth(pieces, at: $0, from: start) == 0 }
      let spaced = commas.filter { pieces.all[$0].range.upperBound < pieces.all[$0 + 1].range.lowerBound }
      let ends = (spaced.isEmpty ? commas : spaced) + [last]
      var items: [String] = []
      var first = start
      for end in ends {
        guard let item = item(pieces, first..<end) else { return nil }
        items.append(item)
        first = end + 1
      }
      changes.append((start..<last, "[\(items.joined(separator: ", "))]"))
      index = last
    }
    return replacing(changes, in: pieces)
  }

  /// Returns the end of operands with commas between them; `nil` for fewer than two.
  private static func endOfList(_ pieces: Pieces, from start: Int) -> Int? {
    guard let first = pieces.operand(at: start) else { return nil }
    var end = first
    while pieces.sign(end) == 0x2C, let next = pieces.operand(at: end + 1) { end = next }
    return end > first ? end : nil
  }

  private static func depth(_ pieces: Pieces, at index: Int, from start: Int) -> Int {
    (start..<index).reduce(0) { $0 + pieces.depth($1) }
  }

  /// Returns an entry of a list as it is, or as one number without its commas; `nil` if its digits form no number.
  private static func item(_ pieces: Pieces, _ range: Range<Int>) -> String? {
    let text = pieces.string(of: range)
    guard range.contains(where: { pieces.sign($0) == 0x2C && depth(pieces, at: $0, from: range.lowerBound) == 0 }) else {
      return text
    }
    let part = Pieces(text)
    return (grouped(part) ?? decimals(part)).flatMap { $0.contains(",") ? nil : $0 }
  }

  /// Rewrites `== no` as `== false` if the compared value is a boolean, because `no` is a word of the language.
  static func negatives(_ pieces: Pieces, _ booleans: Set<String>) -> [String] {
    let changes = pieces.all.indices.compactMap { index -> (Range<Int>, String)? in
      guard index > 1, pieces.small[index] == "no", ["==", "!=", "=", "is"].contains(pieces.small[index - 1]),
        booleans.contains(pieces.string(pieces.all[index - 2].range)), pieces.operand(at: index + 1) == nil
      else { return nil }
      return (index - 1..<index + 1, pieces.small[index - 1] == "!=" ? "!= false" : "== false")
    }
    return [replacing(changes, in: pieces)].compactMap(\.self)
  }

  /// Returns the text with some ranges replaced; `nil` if there are none.
  private static func replacing(_ changes: [(pieces: Range<Int>, words: String)], in pieces: Pieces) -> String? {
    guard !changes.isEmpty else { return nil }
    var bytes = pieces.bytes
    for change in changes.reversed() {
      let range =
        pieces.all[change.pieces.lowerBound].range.lowerBound..<pieces.all[change.pieces.upperBound - 1].range.upperBound
      bytes.replaceSubrange(range, with: Array(change.words.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Rewrites `1,000`, `1 000` and `1.000,50` as `1000` and `1000.50`, outside of brackets. One character separates groups of
  /// three digits; a different one may begin the decimal places.
  static func grouped(_ pieces: Pieces) -> String? {
    var changes: [(Range<Int>, String)] = []
    var index = 0
    while index < pieces.all.count {
      let start = index
      index += 1
      let followsIn = start > 0 && pieces.small[start - 1] == "in"
      guard pieces.all[start].kind == .number, !pieces.isInBrackets(start), !followsIn else { continue }
      var parts = pieces.small[start].split(separator: ".").map(String.init)
      var signs = [String](repeating: ".", count: parts.count - 1)
      while let (sign, next) = separated(pieces, behind: index - 1) {
        let digits = pieces.small[next].split(separator: ".").map(String.init)
        (parts, signs) = (parts + digits, signs + [sign] + [String](repeating: ".", count: digits.count - 1))
        index = next + 1
      }
      if index > start + 1, let number = number(parts, signs) { changes.append((start..<index, number)) }
    }
    return replacing(changes, in: pieces)
  }

  /// Returns the separator between a number and the next number, and the index of the next number; `nil` if they are separate
  /// numbers.
  private static func separated(_ pieces: Pieces, behind index: Int) -> (sign: String, next: Int)? {
    func isNumber(_ place: Int) -> Bool { place < pieces.all.count && pieces.all[place].kind == .number }
    func gap(_ place: Int) -> Int { pieces.all[place].range.lowerBound - pieces.all[place - 1].range.upperBound }
    if isNumber(index + 1), gap(index + 1) == 1 { return (" ", index + 1) }
    guard pieces.sign(index + 1) == 0x2C, isNumber(index + 2), gap(index + 1) == 0, gap(index + 2) == 0 else { return nil }
    return (",", index + 2)
  }

  /// Returns the number that consists of groups of digits with separators between them; `nil` if they do not form one number.
  private static func number(_ parts: [String], _ signs: [String]) -> String? {
    let hasFraction = signs.count > 1 && signs.dropLast().allSatisfy { $0 != signs.last }
    let groups = hasFraction ? parts.dropLast() : parts[...]
    let isGrouped = groups.dropFirst().allSatisfy { $0.utf8.count == 3 } && (1...3).contains(parts[0].utf8.count)
    let between = hasFraction ? signs.dropLast() : signs[...]
    guard isGrouped, Set(between).count == 1, parts[0] != "0", !hasFraction || signs.last != " " else { return nil }
    let fraction = hasFraction ? parts.last ?? "" : ""
    return groups.joined() + (fraction.allSatisfy { $0 == "0" } ? "" : ".\(fraction)")
  }

  /// Rewrites `5 percent` as `5%`, where the word is not followed by an operand, and `40% of x` as `40% * x`.
  private static func percentages(_ pieces: Pieces) -> String? {
    var changes: [(Range<Int>, String)] = []
    for index in pieces.all.indices.dropLast() where pieces.all[index].kind == .number {
      guard ForeignForms.sets["percent"]?.contains(pieces.small[index + 1]) ?? false else { continue }
      let next = index + 2
      if next < pieces.all.count, pieces.small[next] == "of" {
        changes.append((index..<next + 1, pieces.small[index] + "% *"))
        continue
      }
      let dividesNothing =
        next == pieces.all.count || pieces.all[next].kind == .sign && pieces.depth(next) != 1
        || pieces.all[next].kind == .word && ReservedWords.contains(pieces.small[next])
      if dividesNothing { changes.append((index..<next, pieces.small[index] + "%")) }
    }
    return replacing(changes, in: pieces)
  }

  /// Rewrites `4,9` as `4.9`, outside of brackets.
  private static func decimals(_ pieces: Pieces) -> String? {
    var changes: [(Range<Int>, String)] = []
    for index in pieces.all.indices.dropLast(2) where pieces.sign(index + 1) == 0x2C && !pieces.isInBrackets(index) {
      if index > 0, pieces.small[index - 1] == "in" { continue }
      let (left, right) = (pieces.all[index], pieces.all[index + 2])
      guard left.kind == .number, right.kind == .number, left.range.upperBound + 1 == right.range.lowerBound,
        !pieces.small[index].contains("."), !pieces.small[index + 2].contains("."), pieces.small[index + 2].utf8.count != 3
      else { continue }
      changes.append((index..<index + 3, "\(pieces.small[index]).\(pieces.small[index + 2])"))
    }
    return replacing(changes, in: pieces)
  }

  static let units = ["weeks", "days", "hours", "minutes", "seconds", "months", "years"]

  private static let commonUnits: Set<String> = [
    "eur", "euro", "euros", "usd", "dollar", "dollars", "gbp", "chf", "jpy", "pln", "sek", "nok", "dkk", "kg", "g", "km", "cm",
    "l", "pieces", "points",
  ]

  /// Whether a word after a number is a unit of amounts or measures, and no multiple of one.
  static func isCommonUnit(_ word: String) -> Bool { commonUnits.contains(word) }

  /// Rewrites `interval '10 minutes'` as `minutes(10)`.
  private static func intervals(_ pieces: Pieces) -> String? {
    var changes: [(Range<Int>, String)] = []
    for index in pieces.all.indices.dropLast() where pieces.small[index] == "interval" && pieces.all[index + 1].kind == .text {
      let words = pieces.string(pieces.all[index + 1].range).dropFirst().dropLast().lowercased().split(separator: " ")
      guard words.count == 2, words[0].utf8.allSatisfy(isDigit), !words[0].isEmpty,
        let unit = units.first(where: { $0 == words[1] || $0 == words[1] + "s" })
      else { continue }
      changes.append((index..<index + 2, "\(unit)(\(words[0]))"))
    }
    return replacing(changes, in: pieces)
  }

  /// Rewrites `"…" + x + "…"` as one text, `"…{x}…"`.
  static func joined(_ pieces: Pieces) -> String? {
    var changes: [(Range<Int>, String)] = []
    var index = 0
    while index < pieces.all.count {
      let start = index
      var (hasText, inner) = (false, "")
      while index < pieces.all.count {
        if pieces.all[index].kind == .text, pieces.bytes[pieces.all[index].range.lowerBound] == 0x22 {
          inner += pieces.string(pieces.all[index].range).dropFirst().dropLast()
          hasText = true
          index += 1
        } else if let end = pieces.path(at: index) {
          inner += "{\(pieces.string(of: index..<end))}"
          index = end
        } else {
          break
        }
        guard pieces.sign(index) == 0x2B else { break }
        index += 1
      }
      if hasText, index > start + 1, pieces.sign(index - 1) != 0x2B { changes.append((start..<index, "\"\(inner)\"")) }
      if index == start { index += 1 }
    }
    return replacing(changes, in: pieces)
  }
}
