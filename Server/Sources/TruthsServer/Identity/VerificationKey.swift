import Foundation
import JWTKit
import Truths

/// A key for checking token signatures.
struct VerificationKey: Sendable {
  /// The supported algorithms. Each key is for one of them.
  static let algorithms = ["EdDSA", "ES256", "RS256", "HS256"]

  let algorithm: String
  private let verifier: any JWTAlgorithm

  /// Returns whether this key signed a token.
  ///
  /// The key determines the algorithm. The token's `alg` is only compared, so it cannot choose how the signature is read.
  func verifies(_ token: BearerToken) -> Bool {
    token.algorithm == algorithm && (try? verifier.verify(token.signature, signs: token.signed)) == true
  }

  /// Returns the keys of a JSON Web Key Set (RFC 7517 §5), by id. Keys for other purposes or algorithms are ignored.
  ///
  /// - Throws: ``IdentityFault`` where it is not a key set or has no usable key, or where a key is malformed, private, without
  ///   an id, or has the id of another key.
  static func keys(in set: Data, _ path: String) async throws(IdentityFault) -> [String: VerificationKey] {
    guard let values = ClaimValue(json: set)?.object?["keys"]?.list else {
      throw IdentityFault("\(path): it is no key set, such as {\"keys\": [{\"kty\": \"OKP\", \"crv\": \"Ed25519\", …}]}")
    }
    var keys: [String: VerificationKey] = [:]
    for (index, value) in values.enumerated() {
      guard let members = value.object, let algorithm = algorithm(of: members) else { continue }
      let name = "\(path): key \(index + 1)"
      guard let id = members["kid"]?.text, !id.isEmpty else {
        throw IdentityFault("\(name) has no `kid`, which tokens name it by")
      }
      let key = try await VerificationKey(members, algorithm, id: id, name)
      guard keys.updateValue(key, forKey: id) == nil else {
        throw IdentityFault("\(name) has the `kid` `\(Tool.visible(id))` of a key before it")
      }
    }
    guard !keys.isEmpty else {
      throw IdentityFault("\(path): no key of it verifies tokens; those of Ed25519, P-256, RSA and `oct` do")
    }
    return keys
  }

  private init(
    _ members: [String: ClaimValue], _ algorithm: String, id: String, _ name: String
  ) async throws(IdentityFault) {
    let (identifier, collection) = (JWKIdentifier(string: id), JWTKeyCollection())
    let x = members["x"]?.text
    if algorithm != "HS256", members["d"] != nil {
      throw IdentityFault("\(name) is a private key; a server is given the public part, without `d`")
    }
    do {
      switch algorithm {
      case "EdDSA":
        try await collection.add(jwk: .octetKeyPair(.eddsa, identifier: identifier, x: x, y: nil, curve: .ed25519))
      case "ES256":
        try await collection.add(jwk: .ecdsa(.es256, identifier: identifier, x: x, y: members["y"]?.text, curve: .p256))
      case "RS256":
        let (modulus, exponent) = (members["n"]?.text, members["e"]?.text)
        try await collection.add(jwk: .rsa(.rs256, identifier: identifier, modulus: modulus, exponent: exponent))
      default:
        // RFC 7518 §3.2 requires a secret at least as long as the hash.
        guard let secret = members["k"]?.text.flatMap(Base64URL.bytes), secret.count >= 32 else {
          throw IdentityFault("\(name) has no `k` of 32 bytes or more in base64url")
        }
        await collection.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256, kid: identifier)
      }
      verifier = try await collection.getKey(for: identifier)
    } catch let fault as IdentityFault {
      throw fault
    } catch {
      throw IdentityFault("\(name) is no key of its type: \(error)")
    }
    self.algorithm = algorithm
  }

  /// Returns the signature algorithm of a key; `nil` where the server does not use the key.
  private static func algorithm(of members: [String: ClaimValue]) -> String? {
    if let use = members["use"]?.text, use != "sig" { return nil }
    if let operations = members["key_ops"]?.texts, !operations.contains("verify") { return nil }
    let algorithm: String
    switch (members["kty"]?.text, members["crv"]?.text) {
    case ("OKP", "Ed25519"): algorithm = "EdDSA"
    case ("EC", "P-256"): algorithm = "ES256"
    case ("RSA", _): algorithm = "RS256"
    case ("oct", _): algorithm = "HS256"
    default: return nil
    }
    guard let named = members["alg"]?.text else { return algorithm }
    return named == algorithm ? algorithm : nil
  }
}
