import TruthsText

/// An element of an XML document, with its attributes and children.
struct XMLElement {
  /// The name without its namespace prefix.
  var name: String
  /// The values of attributes without a namespace prefix, keyed by name.
  var attributes: [String: String] = [:]
  /// The values of attributes with a namespace prefix, such as `xsi:type`, keyed by the name without its prefix.
  var foreign: [String: String] = [:]
  var children: [XMLElement] = []
  /// The characters directly in the element, without those of its children, joined to one text.
  var text = ""
  /// The offset of the element in the file, in bytes.
  var offset = 0
  /// The beginning of each piece of `text`: its index in the scalars of `text`, and its offset in the file in bytes. The two
  /// differ because of entities.
  private(set) var pieces: [(scalar: Int, byte: Int)] = []
  private var length = 0

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// Returns all descendants with a name, in order. The depth of a document is limited, so the recursion is shallow.
  func descendants(_ name: String) -> [XMLElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
  }

  /// The text of the child element `text`, in which DMN writes expressions; empty if the child is missing.
  var expression: String { TableDraft.trimmed(children("text").first?.text ?? "") }

  init(name: String, offset: Int) {
    self.name = name
    self.offset = offset
  }

  /// Appends characters to the text.
  ///
  /// - Parameter byte: the offset of the characters in the file.
  mutating func append(_ characters: String, at byte: Int) {
    pieces.append((length, byte))
    text += characters
    length += characters.unicodeScalars.count
  }

  /// Returns the offset in the file, in bytes, of a scalar of the text. It is exact for plain ASCII.
  func offset(ofScalar scalar: Int) -> Int {
    guard let piece = pieces.last(where: { $0.scalar <= scalar }) else { return offset }
    let inside = text.unicodeScalars.dropFirst(piece.scalar).prefix(scalar - piece.scalar)
    return piece.byte + inside.reduce(0) { $0 + UTF8.width($1) }
  }
}

/// A parser of a small subset of XML: elements, attributes, characters and comments. It refuses document types, so only the
/// five predefined entities of XML exist.
struct XMLReader {
  private static let depthLimit = 64
  private static let elementLimit = 500_000

  private let bytes: [UInt8]
  private var index = 0
  private var count = 0

  static func read(_ bytes: [UInt8]) throws -> XMLElement {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw ImportFault("the file is no UTF-8") }
    var reader = XMLReader(bytes: bytes)
    return try reader.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws -> XMLElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try skipMisc()
    guard byte == 0x3C else { throw fault("no element") }
    let root = try element(depth: 1)
    try skipMisc()
    guard index == bytes.count else { throw fault("there is text after the last element") }
    return root
  }

  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func fault(_ what: String) -> ImportFault {
    ImportFault("this XML cannot be read: \(what)", at: index)
  }

  private func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
  }

  private mutating func skipBlanks() {
    while isBlank(byte) { index += 1 }
  }

  /// Moves to the position after the next occurrence of a text. Throws if the text does not occur.
  private mutating func skip(behind end: StaticString) throws {
    while index < bytes.count, !isNext(end) { index += 1 }
    guard index < bytes.count else { throw fault("the file ends too early") }
    index += end.utf8CodeUnitCount
  }

  /// Skips white space, comments and processing instructions.
  private mutating func skipMisc() throws {
    while true {
      skipBlanks()
      if isNext("<!--") {
        try skip(behind: "-->")
      } else if isNext("<?") {
        try skip(behind: "?>")
      } else if isNext("<!") {
        throw fault("a document type, which may declare entities, is not read; remove `<!DOCTYPE …>`")
      } else {
        return
      }
    }
  }

  private mutating func element(depth: Int) throws -> XMLElement {
    count += 1
    guard depth <= Self.depthLimit, count <= Self.elementLimit else {
      throw fault("more than \(Self.elementLimit) elements, or elements nested more than \(Self.depthLimit) levels deep")
    }
    let start = index
    index += 1
    let written = try name()
    var element = XMLElement(name: Self.local(written), offset: start)
    var keys: Set<String> = []
    while true {
      skipBlanks()
      if isNext("/>") {
        index += 2
        return element
      }
      if byte == 0x3E { break }
      let key = try name()
      guard keys.insert(key).inserted else { throw fault("the attribute `\(key)` is written twice") }
      skipBlanks()
      guard byte == 0x3D else { throw fault("an attribute without a value") }
      index += 1
      skipBlanks()
      let value = try attributeValue()
      if key.contains(":") { element.foreign[Self.local(key)] = value } else { element.attributes[key] = value }
    }
    index += 1
    try content(of: &element, named: written, depth)
    return element
  }

  private mutating func content(of element: inout XMLElement, named written: String, _ depth: Int) throws {
    while true {
      let start = index
      while index < bytes.count, byte != 0x3C { index += 1 }
      try append(start..<index, to: &element)
      guard index < bytes.count else { throw fault("`\(written)` is not closed") }
      if isNext("</") {
        index += 2
        guard try name() == written else { throw fault("another element than `\(written)` is closed") }
        skipBlanks()
        guard byte == 0x3E else { throw fault("`>` is missing") }
        index += 1
        return
      }
      if isNext("<!--") {
        try skip(behind: "-->")
      } else if isNext("<![CDATA[") {
        index += 9
        let begin = index
        try skip(behind: "]]>")
        element.append(String(decoding: bytes[begin..<(index - 3)], as: UTF8.self), at: begin)
      } else if isNext("<?") {
        try skip(behind: "?>")
      } else if isNext("<!") {
        throw fault("a declaration inside an element")
      } else {
        element.children.append(try self.element(depth: depth + 1))
      }
    }
  }

  /// Appends characters to an element, with a new piece after each entity.
  private func append(_ range: Range<Int>, to element: inout XMLElement) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      let isEntity = bytes[start] == 0x26
      let end = isEntity ? bytes[start..<range.upperBound].firstIndex(of: 0x3B).map { $0 + 1 } : nil
      let next = end ?? bytes[(start + (isEntity ? 1 : 0))..<range.upperBound].firstIndex(of: 0x26) ?? range.upperBound
      element.append(try unescaped(start..<next), at: start)
      start = next
    }
  }

  private mutating func name() throws -> String {
    let start = index
    while index < bytes.count, ![0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E, 0x3D, 0x3C, 0x22, 0x27].contains(byte) { index += 1 }
    guard index > start else { throw fault("a name is missing") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

  private mutating func attributeValue() throws -> String {
    let quote = byte
    guard quote == 0x22 || quote == 0x27 else { throw fault("an attribute without quotes") }
    index += 1
    let start = index
    while index < bytes.count, byte != quote { index += 1 }
    guard index < bytes.count else { throw fault("an attribute is not closed") }
    defer { index += 1 }
    return try unescaped(start..<index)
  }

  private func unescaped(_ range: Range<Int>) throws -> String {
    guard bytes[range].contains(0x26) else { return String(decoding: bytes[range], as: UTF8.self) }
    var result: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard bytes[position] == 0x26 else {
        result.append(bytes[position])
        position += 1
        continue
      }
      guard let end = bytes[position..<min(range.upperBound, position + 12)].firstIndex(of: 0x3B) else {
        throw fault("a single `&`")
      }
      let word = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
      guard let meant = Self.character(word) else { throw fault("`&\(word);` is unknown") }
      result += Array(meant.utf8)
      position = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func character(_ word: String) -> String? {
    switch word {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard word.hasPrefix("#") else { return nil }
      let digits = word.dropFirst()
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map { String($0) }
    }
  }
}
