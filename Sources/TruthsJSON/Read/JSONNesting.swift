/// How deep JSON is nested, told from its text alone.
package enum JSONNesting {
  /// The most objects and lists that are open at once.
  ///
  /// - Parameter json: values without a fault, one or several behind one another.
  /// - Complexity: O(n) in the number of bytes.
  package static func depth(of json: some Sequence<UInt8>) -> Int {
    var (open, deepest) = (0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in json {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        deepest = max(deepest, open)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      default: break
      }
    }
    return deepest
  }
}
