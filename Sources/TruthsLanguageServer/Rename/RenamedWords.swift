/// Names in free text with their replacements. A name counts where it is a whole word.
struct RenamedWords {
  private let pairs: [(old: [UInt8], new: [UInt8])]

  /// - Parameter names: pairs of an old and a new name.
  init(_ names: [(old: String, new: String)]) {
    // The longest name comes first, so that a name inside of a longer one is not replaced.
    pairs = names.map { (Array($0.old.utf8), Array($0.new.utf8)) }.sorted { $0.old.count > $1.old.count }
  }

  /// Returns a text with the new names in place of the old ones.
  func replaced(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if let pair = pairs.first(where: { Self.stands($0.old, in: bytes, at: place) }) {
        result += pair.new
        place += pair.old.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether one text becomes the other by replacing some or all old names.
  func lead(from old: String, to new: String) -> Bool {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    var (here, there) = (0, 0)
    while here < before.count {
      if let pair = pairs.first(where: {
        Self.stands($0.old, in: before, at: here) && Self.stands($0.new, in: after, at: there)
      }) {
        here += pair.old.count
        there += pair.new.count
      } else if there < after.count, before[here] == after[there] {
        here += 1
        there += 1
      } else {
        return false
      }
    }
    return there == after.count
  }

  /// Returns whether some bytes contain an old or a new name.
  func stand(in bytes: ArraySlice<UInt8>) -> Bool {
    let names = pairs.flatMap { [$0.old, $0.new] }
    return bytes.indices.contains { place in
      names.contains { bytes[place] == $0.first && bytes[place...].starts(with: $0) }
    }
  }

  private static func stands(_ name: [UInt8], in bytes: [UInt8], at place: Int) -> Bool {
    guard place < bytes.count, bytes[place...].starts(with: name) else { return false }
    let end = place + name.count
    return (place == 0 || !isOfName(bytes[place - 1])) && (end == bytes.count || !isOfName(bytes[end]))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
