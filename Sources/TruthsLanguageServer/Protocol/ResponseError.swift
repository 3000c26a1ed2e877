import TruthsJSON
import TruthsText

/// An error response: the reason why a request has no result.
package struct ResponseError: Error, Equatable, Sendable {
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  package var code: Code
  package var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func parameters(of method: String, lack what: String) -> ResponseError {
    ResponseError(.invalidParams, "\(method): `\(what)` is missing or of another type")
  }

  var json: JSONValue { .object(["code": .number(Decimal(code.rawValue)), "message": .text(message)]) }
}

/// The JSON-RPC 2.0 messages that the server sends.
enum JSONRPCMessage {
  static func response(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
    .object(["jsonrpc": .text("2.0"), "id": id, "result": result])
  }

  static func failure(_ id: JSONValue, _ error: ResponseError) -> JSONValue {
    .object(["jsonrpc": .text("2.0"), "id": id, "error": error.json])
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .object(["jsonrpc": .text("2.0"), "method": .text(method), "params": parameters])
  }

  static func request(_ id: String, _ method: String, _ parameters: JSONValue) -> JSONValue {
    .object(["jsonrpc": .text("2.0"), "id": .text(id), "method": .text(method), "params": parameters])
  }
}
