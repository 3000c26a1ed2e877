import TruthsDiagnostics
import TruthsText

extension JSONScanner {
  /// Something stands at the next byte that may not stand there; at the end, what is open is not closed.
  func unexpected(wanted: String) -> Diagnostic {
    guard index < end else { return truncated() }
    if bytes[index] >= 0x80 {
      do throws(Diagnostic) { _ = try lengthOfScalar(openedAt: index) } catch { return error }
    }
    let length = lengthOfFound()
    return MalformedJSON.unexpected(
      excerpt(index, index + length), wanted: wanted, at: span(index, index + length), help: help(wanted: wanted))
  }

  /// Something stands behind the value.
  func trailing() -> Diagnostic {
    if bytes[index] >= 0x80 {
      do throws(Diagnostic) { _ = try lengthOfScalar(openedAt: index) } catch { return error }
    }
    let length = lengthOfFound()
    if case .line = unit {
      return MalformedJSON.trailing(excerpt(index, index + length), isLine: true, at: span(index, index + length))
    }
    return MalformedJSON.trailing(excerpt(index, index + length), isLine: false, at: span(index, index + length))
  }

  /// The data ends too early.
  func truncated(inTextAt textStart: Int? = nil) -> Diagnostic {
    var opened = open.last.map { (what: $0.what, at: span($0.start, $0.start + 1)) }
    if let textStart { opened = ("text", span(textStart, textStart + 1)) }
    var last = end
    while last > start, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[last - 1]) { last -= 1 }
    switch unit {
    case .document: return TruncatedJSON.document(opened: opened, end: span(last, last))
    case .line(let isLast): return TruncatedJSON.line(opened: opened, isLast: isLast, end: span(last, last))
    }
  }

  func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// The characters of a range for a message, cut where they are many.
  func excerpt(_ start: Int, _ end: Int) -> String {
    let text = String(decoding: bytes[start..<min(end, start + 40)], as: UTF8.self)
    return end > start + 40 ? text + "…" : text
  }

  /// A whole word, or one character.
  private func lengthOfFound() -> Int {
    var length = 0
    while index + length < end, isWordByte(bytes[index + length]) { length += 1 }
    return length > 0 ? length : scalarLength(at: index)
  }

  /// How to mend what people write most often where JSON wants something else.
  private func help(wanted: String) -> String? {
    switch bytes[index] {
    case UInt8(ascii: "'"): return "names and texts stand in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "JSON has no comments"
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return followsComma ? "remove the comma before it" : nil
    default: break
    }
    let word = excerpt(index, index + lengthOfFound())
    switch word {
    case "True", "TRUE": return "write `true`"
    case "False", "FALSE": return "write `false`"
    case "None", "nil", "NULL", "Null", "undefined": return "write `null`, or leave the member out"
    case "NaN", "Infinity", "-Infinity", "+Infinity": return "JSON has no such number; leave the member out"
    default: return wanted == "a name in double quotes" && isWordByte(bytes[index]) ? "write `\"\(word)\"`" : nil
    }
  }

  private var followsComma: Bool {
    var place = index - 1
    while place > start, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place -= 1 }
    return place >= start && bytes[place] == UInt8(ascii: ",")
  }
}
