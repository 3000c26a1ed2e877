/// Whether a byte is a space, tab, line feed or carriage return.
@inlinable
package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

extension BidirectionalCollection {
  /// Returns the collection without the elements at its end that satisfy a condition.
  @inlinable
  package func trimmingSuffix(while isDropped: (Element) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, isDropped(self[index(before: end)]) { formIndex(before: &end) }
    return self[..<end]
  }

  /// Returns the collection without the elements at both ends that satisfy a condition.
  @inlinable
  package func trimming(while isDropped: (Element) -> Bool) -> SubSequence {
    trimmingSuffix(while: isDropped).drop(while: isDropped)
  }
}
