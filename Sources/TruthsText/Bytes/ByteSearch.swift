/// Looks for bytes in others in linear time, whatever both are (Knuth, Morris, Pratt: Fast pattern matching in strings, SIAM J.
/// Comput. 6, 1977).
package struct ByteSearch: Sendable {
  private let piece: [UInt8]
  /// By place, how long the longest beginning of the piece is that ends there and is not all of it.
  private let borders: [Int]

  /// - Complexity: O(size of the piece).
  package init(for piece: [UInt8]) {
    self.piece = piece
    var borders = [Int](repeating: 0, count: piece.count)
    var length = 0
    for place in piece.indices.dropFirst() {
      while length > 0, piece[place] != piece[length] { length = borders[length - 1] }
      if piece[place] == piece[length] { length += 1 }
      borders[place] = length
    }
    self.borders = borders
  }

  /// The place behind the first occurrence that begins at or behind a place; `nil` where there is none. Nothing is everywhere.
  ///
  /// - Complexity: O(bytes behind the place).
  package func end(in whole: [UInt8], from start: Int) -> Int? {
    if piece.isEmpty { return start }
    var matched = 0
    var place = start
    while place < whole.count {
      while matched > 0, whole[place] != piece[matched] { matched = borders[matched - 1] }
      if whole[place] == piece[matched] { matched += 1 }
      place += 1
      if matched == piece.count { return place }
    }
    return nil
  }
}
