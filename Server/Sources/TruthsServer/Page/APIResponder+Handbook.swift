import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Truths
import TruthsServerCore

/// Explains the rules in force to people.
extension APIResponder {
  /// Returns the index of the handbook, or one of its chapters; status 304 where the client has it already.
  func handbook(_ chapter: String?, _ request: Request) async throws -> Response {
    let (host, actor) = (self.host, self.actor)
    let truths = try await host.read { $0.rulesHash }
    let files = try await site.handbook.files(of: truths) {
      try await host.answer(by: actor) { questions, _ in try questions.handbook() }
    }
    var file = files.index
    if let chapter {
      guard let found = files.chapters[chapter] else {
        throw HTTPProblem(.notFound, "the handbook has no chapter `\(Tool.visible(chapter))`; its index names them")
      }
      file = found
    }
    if request.hasTag(file.tag) { return Response(status: .notModified, headers: [.eTag: file.tag]) }
    let headers: HTTPFields = [.eTag: file.tag, .contentType: file.type, .cacheControl: "no-cache"]
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}
