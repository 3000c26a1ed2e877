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
  private static let limits = JSONLimits.message(depth: 200, bytes: 128 << 20, nodes: 4_000_000)

  /// Parses a frame; a fault becomes ``fault(_:id:)``.
  package init(_ frame: FrameReader.Frame) {
    switch frame {
    case .fault(let text): self = .fault(ResponseError(.parseError, text), id: .null)
    case .content(let bytes): self.init(bytes)
    }
  }

  private init(_ bytes: [UInt8]) {
    let file = SourceFile(id: FileID(0), path: "", bytes: SurrogateEscapes.mended(bytes))
    let located: LocatedJSON
    switch JSONReader.read(file, limits: Self.limits) {
    case .success(let read): located = read
    case .failure(let diagnostic):
      self = .fault(ResponseError(.parseError, diagnostic.message), id: .null)
      return
    }
    guard let object = located.value.objectValue else {
      self = .fault(ResponseError(.invalidRequest, "a message is one object of JSON"), id: .null)
      return
    }
    let id = located.member("id")?.value.identifier(in: file)
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

extension LocatedJSON {
  /// Returns the value as the id of a request, which is a text or a whole number; `nil` for any other value. The response has the
  /// same id, so a number is taken as it is written, and not as the nearest one within the limits of data.
  fileprivate func identifier(in file: SourceFile) -> JSONValue? {
    switch value {
    case .string: value
    case .number(let number):
      (Int(file.text(span)) ?? number.intValue.flatMap { $0.magnitude < 999_999_999_999_999 ? $0 : nil }).map { .int($0) }
    default: nil
    }
  }
}
