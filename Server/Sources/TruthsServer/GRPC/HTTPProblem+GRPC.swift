import GRPCCore
import GRPCProtobuf
import HTTPTypes
import SwiftProtobuf
import Truths

/// A problem as a call ends with it.
extension HTTPProblem {
  /// The status of gRPC that stands for that of HTTP.
  var rpcCode: RPCError.Code {
    switch code.status {
    case .unauthorized: .unauthenticated
    case .forbidden: .permissionDenied
    case .notFound: .notFound
    case .contentTooLarge, .tooManyRequests: .resourceExhausted
    case .serviceUnavailable: .unavailable
    case .internalServerError: .internalError
    default: .invalidArgument
    }
  }

  /// How many bytes of a document, and of a text, a call ends with: clients take some 8 KB of metadata.
  private static let (mostDocument, mostText) = (3_000, 500)

  /// The status, and the document as `google.protobuf.Struct` in its details (`google.rpc.Status`). What makes the document too
  /// large is left out.
  var rpcError: RPCError {
    let message = Self.beginning(of: detail)
    let whole = json
    let document = whole.count <= Self.mostDocument ? whole : HTTPProblem(code, message).json
    var details: [ErrorDetails] = []
    if let problem = try? Google_Protobuf_Struct(jsonUTF8Bytes: document),
      let packed = try? Google_Protobuf_Any(message: problem)
    {
      details = [.any(packed)]
    }
    let status = GoogleRPCStatus(code: rpcCode, message: message, details: details)
    return RPCError(code: rpcCode, message: message, metadata: status.rpcErrorMetadata)
  }

  private static func beginning(of text: String) -> String {
    guard text.utf8.count > mostText else { return text }
    var beginning = ""
    for character in text {
      guard beginning.utf8.count + character.utf8.count <= mostText else { break }
      beginning.append(character)
    }
    return beginning + " …"
  }
}
