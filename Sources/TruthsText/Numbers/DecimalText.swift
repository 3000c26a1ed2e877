extension Decimal {
  /// The number as RFC 8785 §3.2.2.3 prints it, which is ECMAScript's `Number::toString`: `5000`, `0.5`, `1e-7`.
  ///
  /// A number outside the limits for data, which has no ECMAScript form, is written plainly, without exponent.
  package var canonicalText: String {
    var text = String()
    appendCanonical(to: &text)
    return text
  }

  /// Appends ``canonicalText``.
  package func appendCanonical(to text: inout String) {
    if coefficient < 0 { text.append("-") }
    let digits = String(coefficient.magnitude)
    guard scale > 0 else { return text.append(digits) }
    let before = digits.utf8.count - Int(scale)
    if before > 0 {
      text.append(contentsOf: digits.prefix(before))
      text.append(".")
      text.append(contentsOf: digits.suffix(Int(scale)))
    } else if before > -6 || !fitsOutside {
      text.append("0.")
      for _ in 0..<(-before) { text.append("0") }
      text.append(digits)
    } else {
      text.append(contentsOf: digits.prefix(1))
      if digits.utf8.count > 1 {
        text.append(".")
        text.append(contentsOf: digits.dropFirst())
      }
      text.append("e-")
      text.append(String(1 - before))
    }
  }
}

extension Decimal: CustomStringConvertible {
  package var description: String { canonicalText }
}
