import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Truths
import TruthsServerCore

/// Answers requests for the files of the page, for the sender, and for the vocabulary.
extension APIResponder {
  /// Returns a file of the page; status 304 where the browser has it already.
  func page(_ path: String, _ request: Request) throws(HTTPProblem) -> Response {
    guard let file = site.page.files[path] else {
      throw HTTPProblem(.notFound, "the page has no file `\(Tool.visible(path))`")
    }
    // The browser asks each time, since another version of the server has other files under the same names.
    var headers: HTTPFields = [.eTag: file.tag, .cacheControl: "no-cache", .contentSecurityPolicy: ServedPage.policy]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    if request.hasTag(file.tag) { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = file.type
    let response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// Returns who the sender of the request is.
  func sender() -> Response { Self.json(.ok, Array(#"{"actor":\#(actor)}"#.utf8)) }

  /// Returns what can be proposed under the rules in force; status 304 where the client has it already.
  func vocabulary(_ request: Request) async throws -> Response {
    // The hash of the rules leaves out summaries, which the vocabulary tells.
    let told = try await host.answer(by: actor) { questions, _ in questions.vocabulary() }
    let tag = ServedPage.strongTag(of: told)
    if request.hasTag(tag) { return Response(status: .notModified, headers: [.eTag: tag]) }
    var response = Self.json(.ok, told)
    response.headers[.eTag] = tag
    return response
  }
}

extension Request {
  /// Whether the client has what a tag names, by `If-None-Match` (RFC 9110 §13.1.2), which compares weakly.
  func hasTag(_ tag: String) -> Bool {
    let known = headers[.ifNoneMatch]?.split(separator: ",").map(Self.withoutSpaces) ?? []
    let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    return known.contains { $0 == "*" || ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == strong }
  }

  /// Returns an element of a list without the spaces and tabs around it, which RFC 9110 §5.6.1 allows.
  private static func withoutSpaces(_ element: Substring) -> Substring {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    var element = element.trimmingPrefix(while: isSpace)
    while element.last.map(isSpace) ?? false { element.removeLast() }
    return element
  }
}
