import Truths

/// The full subject name of a certificate, written as in RFC 4514: `CN=gateway,O=Acme`.
///
/// Two subjects are equal where they have the same attributes, byte for byte, in the same order. Nothing is case-folded or
/// trimmed.
struct CertificateSubject: Hashable, Sendable {
  struct Attribute: Hashable, Sendable {
    /// An object identifier, such as `2.5.4.3`.
    let type: String
    /// UTF-8 bytes, because two different `String`s count as equal where Unicode treats them as equivalent.
    let value: [UInt8]
  }

  /// Relative names in text order, the reverse of certificate order. The attributes of each are sorted.
  private let names: [[Attribute]]

  /// - Parameter names: relative names in the order of the certificate.
  /// - Returns: `nil` where there is no name, or where a name has a control character: such a subject cannot be listed in a
  ///   file.
  init?(_ names: [[Attribute]]) {
    guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isReadable) }) else { return nil }
    self.names = names.reversed().map(Self.sorted)
  }

  /// - Parameter path: location in the file, for messages.
  /// - Throws: ``IdentityFault`` where the text does not follow RFC 4514, or is ambiguous.
  init(_ text: String, _ path: String) throws(IdentityFault) {
    var reader = SubjectReader(text)
    do throws(SubjectFault) {
      let names = try reader.names()
      guard names.joined().allSatisfy(\.isReadable) else { throw SubjectFault("it has a control character") }
      self.names = names.map(Self.sorted)
    } catch {
      throw IdentityFault(
        "\(path) is `\(Tool.visible(text))`: \(error.description); it is written as "
          + "`openssl x509 -noout -subject -nameopt RFC2253` prints it behind `subject=`, such as `CN=gateway,O=Acme`")
    }
  }

  /// Sorts the attributes of one relative name, because their order has no meaning.
  private static func sorted(_ name: [Attribute]) -> [Attribute] {
    name.sorted { ($0.type, $0.value.lexicographicallyPrecedes($1.value) ? 0 : 1) < ($1.type, 1) }
  }

  /// The text as it may be written in the identities file.
  var text: String {
    names.map { name in
      name.map { "\(SubjectReader.name(of: $0.type))=\(SubjectReader.escaped($0.value))" }.joined(separator: "+")
    }
    .joined(separator: ",")
  }
}

extension CertificateSubject.Attribute {
  /// Whether the value is not empty and has no control character, such as one that ends a text for some readers.
  fileprivate var isReadable: Bool { !value.isEmpty && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

private struct SubjectFault: Error {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Parses the text of a subject.
private struct SubjectReader {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) { bytes = Array(text.utf8)[...] }

  /// The attribute names of RFC 4514 §3, and further ones that client certificates use.
  private static let types = [
    "CN": "2.5.4.3", "L": "2.5.4.7", "ST": "2.5.4.8", "O": "2.5.4.10", "OU": "2.5.4.11", "C": "2.5.4.6", "STREET": "2.5.4.9",
    "DC": "0.9.2342.19200300.100.1.25", "UID": "0.9.2342.19200300.100.1.1", "SERIALNUMBER": "2.5.4.5",
    "EMAILADDRESS": "1.2.840.113549.1.9.1",
  ]
  /// Characters that are escaped with a backslash.
  private static let special = Array(#",+"\<>;"#.utf8)

  mutating func names() throws(SubjectFault) -> [[CertificateSubject.Attribute]] {
    var names = [[try attribute()]]
    while let separator = bytes.popFirst() {
      let next = try attribute()
      if separator == UInt8(ascii: "+") { names[names.count - 1].append(next) } else { names.append([next]) }
    }
    return names
  }

  private mutating func attribute() throws(SubjectFault) -> CertificateSubject.Attribute {
    let name = bytes.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }
    bytes = bytes.dropFirst(name.count)
    guard bytes.popFirst() == UInt8(ascii: "=") else { throw SubjectFault("a part of it is no `TYPE=VALUE`") }
    let type = try Self.type(String(decoding: name, as: UTF8.self))
    return CertificateSubject.Attribute(type: type, value: try value())
  }

  private mutating func value() throws(SubjectFault) -> [UInt8] {
    var value: [UInt8] = []
    var endsWithSpace = false
    while let byte = bytes.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "+") {
      bytes.removeFirst()
      endsWithSpace = byte == UInt8(ascii: " ")
      switch byte {
      case UInt8(ascii: "\\"): value.append(try escaped())
      case _ where Self.special.contains(byte):
        throw SubjectFault("`\(Character(UnicodeScalar(byte)))` has no backslash before it")
      case UInt8(ascii: " ") where value.isEmpty, UInt8(ascii: "#") where value.isEmpty:
        throw SubjectFault("a value begins with a space or `#` without a backslash before it")
      default: value.append(byte)
      }
    }
    if endsWithSpace { throw SubjectFault("a value ends with a space without a backslash before it") }
    guard !value.isEmpty else { throw SubjectFault("a value is empty") }
    guard String(validating: value, as: UTF8.self) != nil else { throw SubjectFault("a value is not UTF-8") }
    return value
  }

  /// Reads an escape after its backslash: a character, or a byte in two hexadecimal digits.
  private mutating func escaped() throws(SubjectFault) -> UInt8 {
    let fault = SubjectFault("behind a backslash there is neither a character that needs one nor a byte in hexadecimal digits")
    guard let first = bytes.popFirst() else { throw fault }
    if Self.special.contains(first) || Array(" #=".utf8).contains(first) { return first }
    let digits = [first, bytes.popFirst() ?? 0]
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault }
    return byte
  }

  private static func type(_ name: String) throws(SubjectFault) -> String {
    if let known = types[name.uppercased()] { return known }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    let isIdentifier =
      numbers.count > 1
      && numbers.allSatisfy { number in
        !number.isEmpty && number.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (number == "0" || !number.hasPrefix("0"))
      }
    guard isIdentifier else {
      let names = types.keys.sorted().joined(separator: ", ")
      throw SubjectFault("`\(Tool.visible(name))` is neither one of \(names) nor an object identifier such as 2.5.4.3")
    }
    return name
  }

  /// Returns the short name of an attribute type, or the type itself where it has none.
  static func name(of type: String) -> String { types.first { $0.value == type }?.key ?? type }

  static func escaped(_ value: [UInt8]) -> String {
    var text: [UInt8] = []
    for (place, byte) in value.enumerated() {
      let isEdge = byte == UInt8(ascii: " ") && (place == 0 || place == value.count - 1)
      if special.contains(byte) || isEdge || byte == UInt8(ascii: "#") && place == 0 { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
