@_spi(_Unicode) import Swift

/// The rules for ids of users, organisations, devices and roles (runs §1.1). Two ids that look alike to a reader must be equal.
///
/// The properties of characters are those in the Unicode data of the standard library.
package enum Identifier {
  /// Returns the problem of an id in words, such as `ends with white space (U+0020)`; `nil` for a valid id.
  package static func fault(in text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return "is empty" }
    // Nearly every id is printable ASCII without a space.
    if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return nil }
    if first.properties.isWhitespace { return "begins with white space (\(first.codePoint))" }
    if last.properties.isWhitespace { return "ends with white space (\(last.codePoint))" }
    if let hidden = scalars.first(where: \.isHidden) { return "holds \(hidden.codePoint), an invisible character" }
    guard scalars.elementsEqual(text._nfc) else {
      return "is not in Unicode's normal form C: the same letters are written there with other characters"
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// The code point as Unicode writes it: `U+200B`.
  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether ids may not contain this scalar. That is so for general category C, Zl or Zp, default-ignorable scalars, and the
  /// empty Braille pattern.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }
}
