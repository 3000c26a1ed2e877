package import TruthsFraming
package import TruthsJSON
import TruthsText

/// A message from a client of the Debug Adapter Protocol, parsed from a frame.
package enum DebugMessage: Sendable {
  case request(sequence: Int, command: String, arguments: JSONValue)
  /// A response to a request of the adapter, which sends none, or an event; both are ignored.
  case ignored
  /// Input that is not a valid message, with a description of the fault.
  case fault(String)

  /// Maximum size of a message in bytes. Only requests that set breakpoints with conditions may be large.
  package static let contentLimit = 4 << 20
  private static let limits = JSONLimits.message(depth: 100, bytes: contentLimit, nodes: 200_000)

  package init(_ frame: FrameReader.Frame) {
    switch frame {
    case .fault(let text): self = .fault(text)
    case .content(let bytes): self.init(bytes)
    }
  }

  private init(_ bytes: [UInt8]) {
    let file = SourceFile(id: FileID(0), path: "", bytes: SurrogateEscapes.mended(bytes))
    guard case .success(let located) = JSONReader.read(file, limits: Self.limits), let message = located.value.objectValue else {
      self = .fault("a message is one object of JSON")
      return
    }
    switch message["type"]?.stringValue {
    case "request":
      guard let sequence = message["seq"]?.wholeNumber, let command = message["command"]?.stringValue else {
        self = .fault("a request has a whole number `seq` and a text `command`")
        return
      }
      self = .request(sequence: sequence, command: command, arguments: message["arguments"] ?? .object([:]))
    case "response", "event": self = .ignored
    default: self = .fault("the `type` of a message is `request`, `response` or `event`")
    }
  }
}

/// The reason why a request has no result.
struct DebugFault: Error {
  let message: String
  /// Whether an expression was evaluated and has no value.
  let isMissingValue: Bool

  init(_ message: String, isMissingValue: Bool = false) {
    self.message = message
    self.isMissingValue = isMissingValue
  }
}

extension JSONValue {
  static func int(_ number: Int) -> JSONValue { .number(Decimal(number)) }

  var wholeNumber: Int? {
    if case .number(let number) = self { return number.intValue }
    return nil
  }

  var isTrue: Bool { self == .boolean(true) }
}
