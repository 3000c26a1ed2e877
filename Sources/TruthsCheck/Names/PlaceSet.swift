/// Places in a table, a bit for each: what many parts of a check name is put together a word at a time. Words before the first
/// place are left out, so that a part that names one place of a large table has one word.
struct PlaceSet {
  private var words: [UInt64] = []
  /// How many words are left out before the first.
  private var offset = 0

  mutating func insert(_ place: Int) {
    guard place >= 0 else { return }
    let (word, bit) = place.quotientAndRemainder(dividingBy: 64)
    makeRoom(from: word, to: word)
    words[word - offset] |= 1 << UInt64(bit)
  }

  private mutating func makeRoom(from first: Int, to last: Int) {
    if words.isEmpty { offset = first }
    if first < offset {
      words.insert(contentsOf: repeatElement(0, count: offset - first), at: 0)
      offset = first
    }
    while words.count <= last - offset { words.append(0) }
  }

  func contains(_ place: Int) -> Bool {
    let (word, bit) = place.quotientAndRemainder(dividingBy: 64)
    return place >= 0 && word >= offset && word - offset < words.count && words[word - offset] & 1 << UInt64(bit) != 0
  }

  mutating func formUnion(_ other: PlaceSet) {
    if other.words.isEmpty { return }
    makeRoom(from: other.offset, to: other.offset + other.words.count - 1)
    for (index, word) in other.words.enumerated() { words[other.offset + index - offset] |= word }
  }
}
