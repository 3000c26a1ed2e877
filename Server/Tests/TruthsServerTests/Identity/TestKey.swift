import Crypto
import CryptoExtras
import Foundation

/// A key of an issuer, made for the tests. Tokens are written and signed without the library that the server reads them with.
enum TestKey: Sendable {
  case ed25519(Curve25519.Signing.PrivateKey)
  case p256(P256.Signing.PrivateKey)
  case rsa(_RSA.Signing.PrivateKey)
  case secret(SymmetricKey)

  /// One of each algorithm, by its id.
  static let all: [String: TestKey] = [
    "ed": .ed25519(Curve25519.Signing.PrivateKey()), "ec": .p256(P256.Signing.PrivateKey()), "rsa": makeRSA(),
    "oct": .secret(SymmetricKey(size: .bits256)),
  ]

  /// Others, of the same kinds.
  static let others: [String: TestKey] = [
    "ed": .ed25519(Curve25519.Signing.PrivateKey()), "ec": .p256(P256.Signing.PrivateKey()), "rsa": makeRSA(),
    "oct": .secret(SymmetricKey(size: .bits256)),
  ]

  private static func makeRSA() -> TestKey {
    guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { preconditionFailure("no key of RSA") }
    return .rsa(key)
  }

  var algorithm: String {
    switch self {
    case .ed25519: "EdDSA"
    case .p256: "ES256"
    case .rsa: "RS256"
    case .secret: "HS256"
    }
  }

  func signature(of text: String) throws -> Data {
    let bytes = Data(text.utf8)
    switch self {
    case .ed25519(let key): return Data(try key.signature(for: bytes))
    case .p256(let key): return try key.signature(for: bytes).rawRepresentation
    case .rsa(let key): return try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
    case .secret(let key): return Data(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }
  }

  /// The bytes of the public key; empty for a secret.
  var publicBytes: Data {
    switch self {
    case .ed25519(let key): key.publicKey.rawRepresentation
    case .p256(let key): key.publicKey.rawRepresentation
    case .rsa(let key): (try? key.publicKey.getKeyPrimitives().modulus) ?? Data()
    case .secret: Data()
    }
  }

  /// The JSON Web Key.
  func members(id: String) throws -> [String: String] {
    switch self {
    case .ed25519:
      return ["kid": id, "kty": "OKP", "crv": "Ed25519", "x": publicBytes.base64URL]
    case .p256:
      let (x, y) = (publicBytes.prefix(32).base64URL, publicBytes.suffix(32).base64URL)
      return ["kid": id, "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "x": x, "y": y]
    case .rsa(let key):
      let primitives = try key.publicKey.getKeyPrimitives()
      return ["kid": id, "kty": "RSA", "n": primitives.modulus.base64URL, "e": primitives.publicExponent.base64URL]
    case .secret(let key):
      return ["kid": id, "kty": "oct", "alg": "HS256", "k": key.withUnsafeBytes { Data($0) }.base64URL]
    }
  }

  /// A key set of several.
  static func set(of keys: [String: TestKey]) throws -> Data {
    let members = try keys.sorted { $0.key < $1.key }.map { try $0.value.members(id: $0.key) }
    return try JSONSerialization.data(withJSONObject: ["keys": members])
  }
}

/// A token before it is signed.
struct TestToken {
  var header: [String: Any]
  var claims: [String: Any]

  /// One that counts, of an actor of the shop.
  init(_ id: String = "ed", _ key: TestKey? = nil, now: Date = Date()) {
    header = ["alg": (key ?? TestKey.all[id])?.algorithm ?? "", "kid": id, "typ": "JWT"]
    claims = [
      "iss": "https://id.example", "aud": "truths", "exp": Int(now.timeIntervalSince1970) + 600, "sub": "ann", "device": "desk",
      "org": "acme", "roles": ["clerk"],
    ]
  }

  /// Returns a copy with a claim, or without it where the value is `nil`.
  func with(_ claim: String, _ value: Any?) -> TestToken {
    var token = self
    token.claims[claim] = value
    return token
  }

  /// Header and claims, the part that is signed.
  func unsigned() throws -> String {
    let parts = try [header, claims].map { try JSONSerialization.data(withJSONObject: $0).base64URL }
    return parts.joined(separator: ".")
  }

  /// The token, signed by the key that its header names, or another one.
  func text(by key: TestKey? = nil) throws -> String {
    let unsigned = try unsigned()
    guard let key = key ?? (header["kid"] as? String).flatMap({ TestKey.all[$0] }) else { return unsigned + "." }
    return try unsigned + "." + key.signature(of: unsigned).base64URL
  }
}

extension Data {
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
