/// Converts the reference's Markdown for a terminal: removes the names of tests in brackets, and the targets of links.
struct ReferenceText {
  private var written: [UInt8] = []

  init(_ markdown: String) {
    let bytes = Array(markdown.utf8)
    var position = 0
    while position < bytes.count {
      if let end = Self.endOfCode(in: bytes, at: position) {
        written += bytes[position..<end]
        position = end
      } else if bytes[position] == UInt8(ascii: "["), let close = bytes[position...].firstIndex(of: UInt8(ascii: "]")) {
        let inside = bytes[(position + 1)..<close]
        if close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "("),
          let end = bytes[close...].firstIndex(of: UInt8(ascii: ")"))
        {
          written += inside.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
          position = end + 1
        } else if Self.areTests(inside) {
          while let last = written.last, last == UInt8(ascii: " ") { written.removeLast() }
          position = close + 1
          // Where a line holds only names of tests, its line break is removed too.
          let isWholeLine = written.last == UInt8(ascii: "\n") && position < bytes.count && bytes[position] == UInt8(ascii: "\n")
          if isWholeLine { position += 1 }
        } else {
          written.append(bytes[position])
          position += 1
        }
      } else {
        written.append(bytes[position])
        position += 1
      }
    }
  }

  /// The converted text, with at most one empty line in a row.
  var text: String {
    var lines: [Substring] = []
    for line in String(decoding: written, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty, lines.last?.isEmpty == true { continue }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the end of a code block or code span that begins at an index.
  private static func endOfCode(in bytes: [UInt8], at place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "`") else { return nil }
    let length = bytes[place...].prefix { $0 == UInt8(ascii: "`") }.count
    var next = place + length
    while next < bytes.count {
      guard bytes[next] == UInt8(ascii: "`") else {
        next += 1
        continue
      }
      let found = bytes[next...].prefix { $0 == UInt8(ascii: "`") }.count
      next += found
      if found == length { return next }
    }
    return nil
  }

  /// Returns whether brackets hold names of tests: `Suite.test, Corpus/run/causes.txt` or `no test`.
  private static func areTests(_ inside: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: inside, as: UTF8.self)
    if text == "no test" { return true }
    let names = text.split { ", \n".contains($0) }
    return !names.isEmpty
      && names.allSatisfy { name in
        let isPath = name.utf8.contains(UInt8(ascii: "/"))
        let isPlain = name.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "./_-+".utf8.contains(byte)
        }
        return isPlain && (isPath || name.utf8.first.map { (0x41...0x5A).contains($0) } == true)
      }
  }
}
