/// Places in a table, a bit for each: what many parts of a check name is put together a word at a time.
struct PlaceSet {
  private var words: [UInt64] = []

  mutating func insert(_ place: Int) {
    guard place >= 0 else { return }
    let (word, bit) = place.quotientAndRemainder(dividingBy: 64)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(bit)
  }

  func contains(_ place: Int) -> Bool {
    let (word, bit) = place.quotientAndRemainder(dividingBy: 64)
    return place >= 0 && word < words.count && words[word] & 1 << UInt64(bit) != 0
  }

  mutating func formUnion(_ other: PlaceSet) {
    while words.count < other.words.count { words.append(0) }
    for (index, word) in other.words.enumerated() where word != 0 { words[index] |= word }
  }
}
