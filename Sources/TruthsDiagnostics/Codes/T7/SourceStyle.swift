package import TruthsText

/// A name that is not in snake case.
///
/// Detected in `Sources/TruthsCheck/Declare/DeclaredNames.swift`.
package enum NotSnakeCase: DiagnosticKind {
  package static let id = DiagnosticID("T7001", .warning)

  /// A declared name with capital letters.
  package static func finding(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` is not in snake_case", at: name.span, help: "write `\(snakeCase(name.text))`")
  }

  /// Converts a name to lower case, with `_` before each former capital letter.
  private static func snakeCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase, !result.isEmpty, !result.hasSuffix("_"), !result.hasSuffix(".") { result += "_" }
      result += character.lowercased()
    }
    return result
  }
}

/// A `truths:ignore` comment whose date has passed.
///
/// Detected in `Sources/TruthsCheck/Lints/Ignores.swift`.
package enum ExpiredIgnore: DiagnosticKind {
  package static let id = DiagnosticID("T7002", .warning)

  /// A comment with an `until` before today.
  package static func finding(_ until: some PlacedName, code: String, at span: Span) -> Diagnostic {
    make("this hid `\(code)` until \(until.text)", at: until.span, help: "fix the finding that it hid, or write a new date")
  }
}

/// A `truths:ignore` comment that hides nothing.
///
/// Detected in `Sources/TruthsCheck/Lints/Ignores.swift`.
package enum IdleIgnore: DiagnosticKind {
  package static let id = DiagnosticID("T7003", .warning)

  /// A comment without a warning of its code below it. Errors are never hidden.
  package static func finding(_ code: String, isError: Bool, at span: Span) -> Diagnostic {
    make(
      isError ? "`\(code)` is an error here, and errors are not hidden" : "this hides no `\(code)`", at: span, help: "remove it")
  }
}

/// A character that changes the writing direction, unescaped in a file.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureSuite.swift`, `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum TurnedWriting: DiagnosticKind {
  package static let id = DiagnosticID("T7004", .warning)

  /// Returns one finding for all characters in a byte range that change the writing direction, at the first of them, or
  /// `nil`.
  ///
  /// - Parameters:
  ///   - range: the bytes to search, which are UTF-8.
  ///   - isJSON: whether the file holds JSON.
  /// - Complexity: O(bytes).
  package static func finding(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, of file: FileID, isJSON: Bool
  ) -> Diagnostic? {
    var edits: [Diagnostic.Edit] = []
    var first: Unicode.Scalar?
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      guard let (scalar, length) = turning(bytes, index, range.upperBound) else {
        index += 1
        continue
      }
      first = first ?? scalar
      count += 1
      if count <= mostEdits { edits.append(.init(Span(file: file, start: index, end: index + length), "")) }
      index += length
    }
    guard let first, let place = edits.first?.span else { return nil }
    let (written, needing) = isJSON ? (escape(first), "a text") : (first.visible, "a text of a clause")
    return make(
      "the character \(number(first)) changes the direction of writing\(count > 1 ? ", and \(count - 1) more here do" : "")",
      at: place, label: "this text is read in a different order than it is shown",
      help: "remove it, or write `\(written)` where \(needing) needs it",
      fixes: count > mostEdits ? [] : [.init(count > 1 ? "remove them" : "remove it", edits, isSafe: false)])
  }

  /// The maximum number of edits of a fix; more edits would not help the reader.
  private static let mostEdits = 1000

  /// Returns the scalar at an index and its length in bytes, if it changes the writing direction.
  private static func turning(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ end: Int) -> (Unicode.Scalar, Int)? {
    let value: UInt32
    switch bytes[index] {
    case 0xD8 where index + 1 < end: value = 0x600 | UInt32(bytes[index + 1] & 0x3F)
    case 0xE2 where index + 2 < end: value = 0x2000 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
    default: return nil
    }
    guard let scalar = Unicode.Scalar(value), scalar.turnsWriting else { return nil }
    return (scalar, value < 0x800 ? 2 : 3)
  }

  private static func digits(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func number(_ scalar: Unicode.Scalar) -> String { "U+" + digits(scalar) }

  private static func escape(_ scalar: Unicode.Scalar) -> String { "\\u" + digits(scalar) }
}
