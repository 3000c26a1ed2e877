import Foundation
import Truths

/// A token in the compact form of RFC 7515 §3.1, before its signature is checked.
struct BearerToken {
  let algorithm: String
  let keyID: String
  let claims: [String: ClaimValue]
  let signed: [UInt8]
  let signature: [UInt8]

  /// - Throws: ``TokenFault`` about a malformed token, or about a header that the server does not support.
  init(_ text: String) throws(TokenFault) {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false)
    guard segments.count == 3, let header = Self.object(segments[0]), let claims = Self.object(segments[1]),
      let signature = Base64URL.bytes(segments[2])
    else { throw TokenFault("it is malformed: a header, claims and a signature in base64url, with dots between") }
    guard let algorithm = header["alg"]?.text else { throw TokenFault("its header has no `alg`") }
    guard VerificationKey.algorithms.contains(algorithm) else {
      let names = VerificationKey.algorithms.joined(separator: ", ")
      throw TokenFault("its `alg` is `\(Tool.visible(algorithm))`; tokens are signed by \(names)")
    }
    guard header["crit"] == nil else { throw TokenFault("its header has `crit`, and no extension is read") }
    guard let keyID = header["kid"]?.text else { throw TokenFault("its header has no `kid`, which names the key") }
    (self.algorithm, self.keyID, self.claims) = (algorithm, keyID, claims)
    (signed, self.signature) = (Array("\(segments[0]).\(segments[1])".utf8), signature)
  }

  private static func object(_ part: Substring) -> [String: ClaimValue]? {
    Base64URL.bytes(part).flatMap { ClaimValue(json: Data($0)) }?.object
  }
}

/// The base64url encoding of RFC 4648 §5 without padding.
enum Base64URL {
  /// - Returns: `nil` where a character is outside the alphabet, or where the length is invalid.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var standard: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: standard.append(byte)
      }
    }
    guard standard.count % 4 != 1 else { return nil }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(standard)).map { Array($0) }
  }
}
