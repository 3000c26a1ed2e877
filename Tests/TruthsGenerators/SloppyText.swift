import TruthsSyntax

/// Writes expressions with needless brackets, missing and superfluous spaces, and the other arrow.
struct SloppyText {
  var chance: Chance

  /// An expression; it is read as the same tree.
  mutating func expression(_ expr: Expr) -> String { respaced(bracketed(expr)) }

  /// Brackets around operands, whether they need them or not.
  private mutating func bracketed(_ expr: Expr) -> String {
    switch expr.kind {
    case .and(let left, let right): "(\(bracketed(left))) and (\(bracketed(right)))"
    case .or(let left, let right): "(\(bracketed(left))) or (\(bracketed(right)))"
    case .not(let operand): "not (\(bracketed(operand)))"
    // A pattern may not be in brackets.
    case .binary(let sign, _, _) where sign.wantsPattern: formatted(expr)
    case .binary(let sign, let left, let right): "(\(bracketed(left))) \(sign.rawValue) ((\(bracketed(right))))"
    default: chance.once(in: 3) ? "(\(formatted(expr)))" : formatted(expr)
    }
  }

  /// Returns the text with other spaces and arrows, except in quotes.
  mutating func respaced(_ text: String) -> String {
    var result = ""
    var isText = false
    var isEscaped = false
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\"", !isEscaped { isText.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case " " where !isText: result += space(result.unicodeScalars.last ?? " ", next)
      case "→" where !isText: result += chance.once(in: 2) ? "->" : "→"
      case ",", "(", "[":
        result.unicodeScalars.append(scalar)
        if !isText, chance.once(in: 8), next != " " { result += " " }
      case ")", "]":
        if !isText, chance.once(in: 8), result.last != " " { result += " " }
        result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the replacement of a space between two signs.
  private mutating func space(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> String {
    // Spaces around a `%` tell a percent sign from an operator.
    let signs: [Unicode.Scalar] = ["=", "<", "+", "*", "→", ","]
    if signs.contains(before) || signs.contains(after), before != "-", after != "-", after != ">", chance.once(in: 3) {
      return ""
    }
    return chance.once(in: 6) ? "  " : " "
  }
}
