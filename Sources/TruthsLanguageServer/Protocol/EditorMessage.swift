import TruthsDiagnostics
package import TruthsFraming
package import TruthsJSON
import TruthsText

/// A message from the client (JSON-RPC 2.0), parsed from a frame.
package enum EditorMessage: Sendable {
  case request(id: JSONValue, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  /// A response to a request of the server.
  case response(id: JSONValue)
  /// Input that is not a valid message, with the error response for it.
  case fault(ResponseError, id: JSONValue)

  /// The limits on the size of a message. They are generous, because a message may hold a whole file as one text.
  private static let limits = JSONLimits(depth: 200, bytes: 128 << 20, nodes: 4_000_000)

  /// Parses a frame; a fault becomes ``fault(_:id:)``.
  package init(_ frame: FrameReader.Frame) {
    switch frame {
    case .fault(let text): self = .fault(ResponseError(.parseError, text), id: .null)
    case .content(let bytes): self.init(bytes)
    }
  }

  private init(_ bytes: [UInt8]) {
    let file = SourceFile(id: FileID(0), path: "", bytes: SurrogateEscapes.mended(bytes))
    let value: JSONValue
    switch JSONReader.read(file, limits: Self.limits) {
    case .success(let located): value = located.value
    case .failure(let diagnostic):
      self = .fault(ResponseError(.parseError, diagnostic.message), id: .null)
      return
    }
    guard let object = value.objectValue else {
      self = .fault(ResponseError(.invalidRequest, "a message is one object of JSON"), id: .null)
      return
    }
    let id = object["id"].flatMap { $0.isIdentifier ? $0 : nil }
    if let method = object["method"]?.stringValue {
      let parameters = object["params"] ?? .null
      if object["id"] == nil {
        self = .notification(method: method, parameters: parameters)
      } else if let id {
        self = .request(id: id, method: method, parameters: parameters)
      } else {
        self = .fault(ResponseError(.invalidRequest, "the id of a request is a text or a whole number"), id: .null)
      }
    } else if let id, object["result"] != nil || object["error"] != nil {
      self = .response(id: id)
    } else {
      self = .fault(ResponseError(.invalidRequest, "a message without `method` is none"), id: id ?? .null)
    }
  }
}

extension JSONValue {
  /// Whether the value can be the id of a request: a text or a whole number.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .string: true
    case .number(let number): number.intValue != nil
    default: false
    }
  }
}
