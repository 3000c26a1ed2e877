import HTTPTypes

/// Reads the header `traceparent` of W3C Trace Context, which names the distributed trace of a request.
enum TraceParent {
  /// Returns the trace id, 32 hexadecimal digits; `nil` where the header is missing, repeated or malformed. Without an id the
  /// request starts its own trace, as the recommendation requires.
  static func traceID(in fields: HTTPFields) -> String? {
    guard let name = HTTPField.Name("traceparent") else { return nil }
    let values = fields[values: name]
    guard values.count == 1 else { return nil }
    return traceID(in: values[0])
  }

  static func traceID(in value: String) -> String? {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ isHexadecimal($0, count: $1) }) else { return nil }
    let (version, trace, parent) = (parts[0], parts[1], parts[2])
    // Later versions may append further parts; version 255 is invalid.
    guard version != "ff", version != "00" || parts.count == 4 else { return nil }
    guard trace.contains(where: { $0 != "0" }), parent.contains(where: { $0 != "0" }) else { return nil }
    return String(trace)
  }

  private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
  }
}
