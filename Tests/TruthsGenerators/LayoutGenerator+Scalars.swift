extension LayoutGenerator {
  /// Writes a scalar after its head, to the end of its last line.
  mutating func scalar(_ scalar: GeneratedScalar, _ indentation: Int) {
    let isBlock = scalar.kind == .literal || scalar.kind == .folded
    if !isBlock, chance.once(in: 8) {
      // A value under its head.
      endLine(12)
      between(indentation + 1)
      text += spaces(indentation + 1 + chance.next(below: 3))
    } else {
      text += spaces(1 + (chance.once(in: 6) ? chance.next(below: 4) : 0))
    }
    add(scalar.mark)
    if isBlock || scalar.kind != .text && isPrintable(scalar.content) && chance.once(in: 8) {
      return block(scalar, indentation)
    }
    let pieces = chance.once(in: 5) ? lines(scalar) : [scalar.content]
    let gap = "\n" + spaces(indentation + 1 + chance.next(below: 4))
    text += quoted(scalar, pieces, gap)
    endLine(12)
  }

  /// A scalar on one line.
  mutating func inline(_ scalar: GeneratedScalar, isFlow: Bool) -> String {
    quoted(scalar, [scalar.content], "", isFlow: isFlow)
  }

  mutating func key(_ scalar: GeneratedScalar) -> String { inline(scalar, isFlow: false) }

  /// The scalar in some style, its pieces with a line break between.
  private mutating func quoted(_ scalar: GeneratedScalar, _ pieces: [String], _ gap: String, isFlow: Bool = false) -> String {
    let isPrintable = isPrintable(scalar.content)
    if scalar.kind != .text, isPlain(scalar.content, isFlow: isFlow), pieces.count == 1 || !isFlow, !chance.once(in: 4) {
      return pieces.joined(separator: gap)
    }
    if scalar.kind == .value || scalar.kind != .text && isPrintable && chance.once(in: 2) {
      return "'" + pieces.map { escaped($0, "'") { _ in "''" } }.joined(separator: gap) + "'"
    }
    return "\"" + pieces.map { escaped($0, "\"\\\t\n") { self.escape($0) } }.joined(separator: gap) + "\""
  }

  private mutating func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": chance.pick(["\\t", "\\x09"])
    case "\n": "\\n"
    case "\"": chance.pick(["\\\"", "\\u0022"])
    default: "\\\\"
    }
  }

  private func escaped(_ text: String, _ signs: String, _ escape: (Unicode.Scalar) -> String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(
        contentsOf: signs.unicodeScalars.contains(scalar) ? escape(scalar).unicodeScalars : String(scalar).unicodeScalars)
    }
    return String(result)
  }

  /// A block scalar with its header.
  private mutating func block(_ scalar: GeneratedScalar, _ indentation: Int) {
    let isLiteral = scalar.kind == .literal || scalar.kind != .folded && scalar.kind != .word && chance.once(in: 2)
    let inner = 1 + chance.next(below: 4)
    text += (isLiteral ? "|" : ">") + (chance.once(in: 4) ? "\(inner)" : "") + chance.pick(["", "-", "+"])
    endLine(12)
    let pieces: [String]
    switch scalar.kind {
    case .literal: pieces = scalar.content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .folded: pieces = scalar.content.split(separator: "\n", omittingEmptySubsequences: false).flatMap { [String($0), ""] }
    default: pieces = lines(scalar)
    }
    for piece in pieces { text += piece.isEmpty ? "\n" : spaces(indentation + inner) + piece + "\n" }
    if chance.once(in: 4) { text += "\n" }
    commentLimit = indentation
  }

  /// Returns the content broken into lines where a line break folds back into it, or is between words of an expression.
  private mutating func lines(_ scalar: GeneratedScalar) -> [String] {
    var lines = [""]
    var isText = false
    var isEscaped = false
    let scalars = Array(scalar.content.unicodeScalars)
    for (index, sign) in scalars.enumerated() {
      if sign == "\"", !isEscaped { isText.toggle() }
      isEscaped = sign == "\\" && !isEscaped
      let isBreak =
        sign == " " && !isText && index + 1 < scalars.count && isLetter(scalars[index + 1]) && isLetter(scalars[index - 1])
      if isBreak, chance.once(in: 2) { lines.append("") } else { lines[lines.count - 1].unicodeScalars.append(sign) }
    }
    return lines
  }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }

  // MARK: Plain scalars

  private func isPrintable(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }

  private func isPlain(_ text: String, isFlow: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, isPrintable(text), !text.hasSuffix(":"), !text.hasSuffix(" ") else {
      return false
    }
    guard isLetter(first) || "0123456789(".unicodeScalars.contains(first) else { return false }
    let signs = Array(text.unicodeScalars)
    for (index, sign) in signs.enumerated() {
      if sign == ":", index + 1 < signs.count, signs[index + 1] == " " { return false }
      if sign == "#", index > 0, signs[index - 1] == " " { return false }
      if isFlow, ",[]{}?:".unicodeScalars.contains(sign) { return false }
    }
    return true
  }
}
