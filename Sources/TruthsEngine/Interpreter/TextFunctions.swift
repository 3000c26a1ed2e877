import TruthsText

/// The functions and operators of texts (functions §1).
extension Text {
  /// The result of `lower`; it changes only A–Z.
  var lowercasedASCII: Text { mapped { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }

  /// The result of `upper`; it changes only a–z.
  var uppercasedASCII: Text { mapped { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } }

  /// The result of `trim`: the text without space, tab, CR and LF at its ends.
  var trimmed: Text { Text(String(decoding: string.utf8.trimming(while: isBlank), as: UTF8.self)) }

  /// The result of `is_email`: whether the text is a mailbox of RFC 5321 with a dot-string before the `@` and a host name after
  /// it.
  ///
  /// Quoted local parts and address literals do not count: they are valid syntax, but not addresses that people use.
  var isEmail: Bool {
    let bytes = Array(string.utf8)
    guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
    let (local, domain) = (bytes[..<at], bytes[(at + 1)...])
    guard local.count <= 64, Self.parts(of: local).allSatisfy(Self.isAtom) else { return false }
    let labels = Self.parts(of: domain)
    guard labels.count >= 2, labels.allSatisfy(Self.isLabel), let top = labels.last else { return false }
    return !top.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func parts(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }

  /// Returns whether bytes are an `atom` of RFC 5321: ASCII letters, digits and ``specials``.
  private static func isAtom(_ part: ArraySlice<UInt8>) -> Bool {
    !part.isEmpty && part.allSatisfy { isLetterOrDigit($0) || specials.contains($0) }
  }

  /// Returns whether bytes are a `sub-domain` of RFC 5321, a label of a host: 1 to 63 letters, digits and inner hyphens.
  private static func isLabel(_ part: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard part.count <= 63, let first = part.first, let last = part.last, first != hyphen, last != hyphen else { return false }
    return part.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static let specials = Array("!#$%&'*+-/=?^_`{|}~".utf8)

  /// The result of `is_email` in version 2 of the language: one `@`, no white space, text before it, and a dot inside the text
  /// after it.
  var isEmailOfVersion2: Bool {
    let scalars = Array(string.unicodeScalars)
    // For ASCII a comparison is faster than the Unicode properties of a scalar.
    guard !scalars.contains(where: { $0.isASCII ? $0 == " " || (9...13).contains($0.value) : $0.properties.isWhitespace }) else {
      return false
    }
    guard let at = scalars.firstIndex(of: "@"), scalars.lastIndex(of: "@") == at, at > 0 else { return false }
    let domain = scalars[(at + 1)...]
    guard domain.count >= 3 else { return false }
    return domain.dropFirst().dropLast().contains(".")
  }

  private func mapped(_ change: (UInt8) -> UInt8) -> Text { Text(String(decoding: string.utf8.map(change), as: UTF8.self)) }
}

extension Text {
  /// Returns whether the text contains another; every text contains the empty text.
  ///
  /// - Complexity: O(n + m).
  func contains(_ piece: Text) -> Bool {
    let search = ByteSearch(for: Array(piece.string.utf8))
    return string.withUTF8Bytes { search.end(in: $0, from: 0) } != nil
  }

  func begins(with piece: Text) -> Bool {
    string.withUTF8Bytes { mine in
      piece.string.withUTF8Bytes { theirs in mine.count >= theirs.count && mine.prefix(theirs.count).elementsEqual(theirs) }
    }
  }

  func ends(with piece: Text) -> Bool {
    string.withUTF8Bytes { mine in
      piece.string.withUTF8Bytes { theirs in mine.count >= theirs.count && mine.suffix(theirs.count).elementsEqual(theirs) }
    }
  }

  /// Returns whether the whole text matches a `like` pattern: `*` matches any run of scalars, `\*` a star.
  ///
  /// - Complexity: O(n + m). Each piece between stars is matched at its first occurrence, which leaves the most text for the
  ///   rest.
  func matches(pattern: Text) -> Bool {
    let bytes = Array(string.utf8)
    let pieces = Self.pieces(of: pattern)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return bytes == pieces.first }
    guard bytes.count >= first.count + last.count, bytes.starts(with: first) else { return false }
    guard bytes[(bytes.count - last.count)...].elementsEqual(last) else { return false }
    let middle = Array(bytes[first.count..<(bytes.count - last.count)])
    var place = 0
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let end = ByteSearch(for: piece).end(in: middle, from: place) else { return false }
      place = end
    }
    return true
  }

  /// Returns the pieces of a pattern between its stars; a single piece where it has none.
  private static func pieces(of pattern: Text) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    var isEscaped = false
    let (star, escape) = (UInt8(ascii: "*"), UInt8(ascii: "\\"))
    for byte in pattern.string.utf8 {
      switch (byte, isEscaped) {
      case (escape, false):
        isEscaped = true
        continue
      case (star, false): pieces.append([])
      case (star, true), (escape, true): pieces[pieces.count - 1].append(byte)
      case (_, true): pieces[pieces.count - 1] += [escape, byte]
      case (_, false): pieces[pieces.count - 1].append(byte)
      }
      isEscaped = false
    }
    if isEscaped { pieces[pieces.count - 1].append(escape) }
    return pieces
  }
}
