import TruthsJSON
import TruthsText

/// The changes that an input makes to a ledger: the first byte tells how much the forger knows, and each change takes seven
/// bytes.
struct Alteration {
  private var input: ArraySlice<UInt8>
  private(set) var file: [UInt8]
  /// Whether entries get new sequences and ids.
  private(set) var isRenumbered = false
  /// Whether everything that can be recomputed is.
  private(set) var isForged = false

  init(_ input: [UInt8], of lines: [[UInt8]]) {
    self.input = input[...]
    file = Array(lines.joined(separator: [0x0A])) + [0x0A]
    if let first = self.input.popFirst() { (isRenumbered, isForged) = (first & 3 == 1, first & 3 == 2) }
  }

  /// Makes the changes in order, each on the result of the one before.
  mutating func run() {
    while input.count >= 7 {
      let change = Array(input.prefix(7))
      input.removeFirst(7)
      let first = Int(change[1]) << 8 | Int(change[2])
      let second = Int(change[3]) << 8 | Int(change[4])
      if change[0] % 12 < 7 {
        changeBytes(change[0] % 12, at: first, from: second, value: change[5], count: Int(change[6]) % 64 + 1)
      } else {
        changeLines(change[0] % 12, at: first, to: second)
      }
    }
  }

  private mutating func changeBytes(_ kind: UInt8, at first: Int, from second: Int, value: UInt8, count: Int) {
    guard !file.isEmpty, file.count < 1 << 16 else { return }
    let place = first % file.count
    let other = second % file.count
    let copied = Array(file[other..<min(file.count, other + count)])
    switch kind {
    case 0: file[place] = value
    case 1: file[place] ^= 1 << (value % 8)
    case 2: file.removeSubrange(place..<min(file.count, place + count))
    case 3: file.insert(value, at: place)
    case 4: file.replaceSubrange(place..<min(file.count, place + copied.count), with: copied)
    case 5: file.insert(contentsOf: copied, at: place)
    default: file.replaceSubrange(token(at: place), with: Array(file[token(at: other)]))
    }
  }

  /// Returns the range of the text or number at a place, or of the next one after it. So a change replaces a hash by a hash, and
  /// an amount by an amount.
  private func token(at place: Int) -> Range<Int> {
    let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") }
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let start = file[place...].firstIndex(where: { isQuote($0) || isDigit($0) }) else { return place..<place }
    let rest = file[(start + 1)...]
    if isQuote(file[start]) { return start..<(rest.firstIndex(where: isQuote).map { $0 + 1 } ?? file.count) }
    return start..<(rest.firstIndex { !isDigit($0) } ?? file.count)
  }

  private mutating func changeLines(_ kind: UInt8, at first: Int, to second: Int) {
    var lines = file.split(separator: 0x0A).map { Array($0) }
    guard !lines.isEmpty, file.count < 1 << 16 else { return }
    let place = first % lines.count
    let other = second % lines.count
    switch kind {
    case 7: lines.remove(at: place)
    case 8: lines.insert(lines[place], at: other)
    case 9: lines.swapAt(place, other)
    case 10: lines.insert(lines.remove(at: place), at: other)
    default:
      // A short form has neither an id nor a hash, so only its content can be wrong.
      let entry = try? JSONReader.read(SourceFile(lines[place])).get().value
      if let payload = entry?["payload"] { lines[place] = payload.canonical() }
    }
    file = Array(lines.joined(separator: [0x0A])) + [0x0A]
  }
}
