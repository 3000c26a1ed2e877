import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A server that reads a body and answers with as many bytes as a decision has, to measure the cost of the library alone.
struct BareHandler: HTTPResponder {
  typealias Context = BasicRequestContext

  private static let answer = ByteBuffer(string: #"{"answer":""# + String(repeating: "x", count: 800) + #""}"#)

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    _ = try await request.body.collect(upTo: 1_000_000)
    return Response(
      status: .created, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: Self.answer))
  }

  /// Serves until it is ended.
  static func run(port: Int) async throws {
    var logger = Logger(label: "bare")
    logger.logLevel = .error
    let application = Application(
      responder: BareHandler(), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      logger: logger)
    try await application.runService()
  }
}
