import GRPCCore
import GRPCProtobuf
import HTTPTypes
import SwiftProtobuf
import Truths

/// Turns a problem into the error status of a gRPC call.
extension HTTPProblem {
  /// The gRPC status code that corresponds to the HTTP status.
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

  /// Size limits of the problem document and of the text, in bytes: clients accept about 8 KB of metadata.
  private static let (mostDocument, mostText) = (3_000, 500)

  /// The gRPC status, with the problem document as `google.protobuf.Struct` in its details (`google.rpc.Status`). A document
  /// that is too large is reduced to its code and text.
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
