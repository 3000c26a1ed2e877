import TruthsText

/// The objects and lists around a position in JSON that is not yet valid, found by its quotes and brackets alone.
struct DataOutline {
  /// An object or list around the position, from the outside in.
  struct Frame {
    var isObject: Bool
    /// The member of the object whose value contains the position; `nil` where the position is in a name.
    var member: String?
    /// The members of the object with texts as their values; an empty text stands for any other value.
    var members: [String: String] = [:]
  }

  private(set) var frames: [Frame] = []
  /// The offset of the first character of the text around the position; `nil` where the position is in no text.
  private(set) var textStart: Int?
  /// Whether the text around the position is the name of a member.
  var isName: Bool { frames.last.map { $0.isObject && $0.member == nil } ?? false }

  /// - Complexity: O(n) in the size of the text.
  init(_ bytes: [UInt8], at offset: Int) {
    var open: [Frame] = []
    // The number of frames that contain the position, once it is reached; the members behind the position count too.
    var around: Int?
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        let end = Self.end(ofText: bytes, from: place)
        if around == nil, place < offset, offset <= end {
          (textStart, frames, around) = (place + 1, open, open.count)
          // A text after a member's name is its value, not a name.
          if let last = open.indices.last, open[last].isObject { open[last].member = open[last].member ?? "" }
        } else {
          Self.take(String(decoding: bytes[(place + 1)..<max(place + 1, end)], as: UTF8.self), &open)
        }
        place = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if let last = open.indices.last, let member = open[last].member {
          open[last].members[member] = open[last].members[member] ?? ""
        }
        open.append(Frame(isObject: byte == UInt8(ascii: "{")))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let closed = open.popLast(), let count = around, open.count < count {
          frames[open.count].members = closed.members
          around = open.count
          if open.isEmpty { return }
        }
      case UInt8(ascii: ","): if let last = open.indices.last { open[last].member = nil }
      case UInt8(ascii: "\n"):
        // In a file of lines each line is a document.
        if open.isEmpty, around != nil { return }
      default: break
      }
      place += 1
      if around == nil, place > offset { (frames, around) = (open, open.count) }
    }
    for (index, frame) in open.prefix(around ?? 0).enumerated() { frames[index].members = frame.members }
  }

  /// Records a text: the name of a member, or its value.
  private static func take(_ text: String, _ open: inout [Frame]) {
    guard let last = open.indices.last, open[last].isObject else { return }
    if let member = open[last].member {
      open[last].members[member] = text
    } else {
      open[last].member = text
      open[last].members[text] = open[last].members[text] ?? ""
    }
  }

  /// Returns the offset of the quote that ends a text, or the end of its line.
  private static func end(ofText bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != 0x22, bytes[place] != 0x0A { place += bytes[place] == 0x5C ? 2 : 1 }
    return min(place, bytes.count)
  }
}
