import TruthsJSON
import TruthsProtocol
import TruthsText

/// A JSON-RPC 2.0 request, one per line (server §8), and the lines that answer it.
public struct RunCall: Sendable {
  /// The name of the requested method.
  public let method: String
  private let parameters: JSONObject?
  /// The request's id; `nil` where no answer is expected.
  private let id: JSONValue?

  /// The JSON-RPC error codes of refused requests.
  public enum FaultCode: Int, Sendable {
    /// The line is not JSON.
    case parse = -32_700
    /// The line is not a request.
    case request = -32_600
    /// The method is unknown.
    case method = -32_601
    /// The parameters do not fit the method.
    case params = -32_602
    /// The request was understood and refused; the problem says why.
    case refused = -32_000
  }

  /// The error that a line is not a request.
  public struct Fault: Error, Sendable {
    /// The JSON-RPC error code.
    public let code: FaultCode
    /// The problem and how to fix it.
    public let fault: RunMessageFault
    fileprivate let id: JSONValue?
  }

  /// Reads a request from one line of JSON-RPC.
  ///
  /// - Parameter line: one line, without its line break.
  /// - Throws: ``Fault`` where the line is not a request.
  public init(_ line: [UInt8]) throws(Fault) {
    let example = #"such as {"jsonrpc": "2.0", "id": 1, "method": "propose", "params": {"action": "place_order"}}"#
    let object: JSONObject
    do throws(RunMessageFault) {
      object = try RunMessage.object(line, "line")
    } catch {
      guard error.findings == nil else { throw Fault(code: .parse, fault: error, id: nil) }
      throw Fault(code: .request, fault: RunMessageFault("a line is one request, a JSON object, \(example)"), id: nil)
    }
    let id = object["id"]
    switch id {
    case nil, .null, .string, .number: break
    default: throw Fault(code: .request, fault: RunMessageFault("`id` is a text, a number or null"), id: nil)
    }
    guard object.text("jsonrpc") == "2.0", let method = object.text("method") else {
      let fault = RunMessageFault("a request has `jsonrpc`, which is \"2.0\", and a `method`, \(example)")
      throw Fault(code: .request, fault: fault, id: id)
    }
    let params = object["params"]
    if let params, params.objectValue == nil {
      throw Fault(code: .params, fault: RunMessageFault("`params` is an object: parameters go by their names"), id: id)
    }
    (self.method, self.id, parameters) = (method, id, params?.objectValue)
  }

  /// Whether no answer is expected, because the request has no `id`.
  public var isNotification: Bool { id == nil }

  /// Whether the method is a message of sessions §1.
  public var isMessage: Bool { Self.messages.contains(method) }

  /// Returns the request as a message.
  ///
  /// - Throws: a fault where its parameters are invalid.
  public func message() throws(RunMessageFault) -> RunMessage {
    if method == "capabilities" { return RunMessage(message: parameters.map { ClientMessage.handshake($0) } ?? .capabilities) }
    let parameters = parameters ?? JSONObject()
    switch method {
    case "propose": return try RunMessage.proposal(parameters)
    case "control": return try RunMessage.control(parameters)
    default: return try RunMessage.frame([method: .object(parameters)])
    }
  }

  /// Whether the method is a question (server §11.1).
  public var isQuestion: Bool { Self.questions.contains(method) }

  /// Returns the request as a question.
  ///
  /// - Throws: a fault where its parameters are invalid.
  public func question() throws(RunMessageFault) -> RunQuestion {
    let parameters = parameters ?? JSONObject()
    return try method == "suggest" ? .next(parameters) : .about(parameters)
  }

  /// Names of the methods that are questions.
  public static let questions = ["dry_run", "why_not", "suggest"]

  /// Names of the methods that are messages.
  public static let messages = ["capabilities", "propose", "control", "resume", "range", "snapshot"]

  /// Returns the line of an answer.
  ///
  /// - Parameter result: the result as JSON.
  public func line(result: [UInt8]) -> [UInt8] {
    Array("{\"id\":".utf8) + (id ?? .null).canonical() + Array(",\"jsonrpc\":\"2.0\",\"result\":".utf8) + result
      + Array("}\n".utf8)
  }

  /// Returns the line of a refusal.
  public func line(_ code: FaultCode, _ problem: RunProblem) -> [UInt8] { Self.line(code, problem, id: id) }

  /// Returns the line that answers an invalid request.
  public static func line(_ fault: Fault, _ problem: RunProblem) -> [UInt8] { line(fault.code, problem, id: fault.id) }

  /// Returns the line that answers a line that was not read, such as one that is too long.
  public static func line(unread problem: RunProblem) -> [UInt8] { line(.request, problem, id: nil) }

  /// Returns the line of a notification.
  ///
  /// - Parameter params: a JSON object.
  public static func notification(_ method: String, _ params: [UInt8]) -> [UInt8] {
    Array("{\"jsonrpc\":\"2.0\",\"method\":".utf8) + JSONValue.text(method).canonical() + Array(",\"params\":".utf8) + params
      + Array("}\n".utf8)
  }

  private static func line(_ code: FaultCode, _ problem: RunProblem, id: JSONValue?) -> [UInt8] {
    let error: JSONObject = [
      "code": .integer(code.rawValue), "message": problem.object["detail"] ?? .null, "data": .object(problem.object),
    ]
    let answer: JSONObject = ["id": id ?? .null, "jsonrpc": .text("2.0"), "error": .object(error)]
    return JSONValue.object(answer).canonical() + [0x0A]
  }
}
