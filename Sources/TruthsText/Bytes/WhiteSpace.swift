/// Space, tab, line feed or carriage return.
@inlinable
package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

extension BidirectionalCollection {
  /// Without the elements at the end for which a condition holds.
  @inlinable
  package func trimmingSuffix(while isDropped: (Element) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, isDropped(self[index(before: end)]) { formIndex(before: &end) }
    return self[..<end]
  }

  /// Without the elements at both ends for which a condition holds.
  @inlinable
  package func trimming(while isDropped: (Element) -> Bool) -> SubSequence {
    trimmingSuffix(while: isDropped).drop(while: isDropped)
  }
}
