import HTTPTypes

/// The error that a token does not identify a speaker.
struct TokenFault: Error, Hashable, CustomStringConvertible {
  /// The reason, without the token itself, because it is logged.
  let description: String
  /// Whether expiry is the token's only fault.
  let isExpired: Bool

  init(_ description: String, isExpired: Bool = false) { (self.description, self.isExpired) = (description, isExpired) }

  /// The response that RFC 6750 §3 requires.
  var problem: HTTPProblem {
    // A quoted `error_description` allows printable ASCII without quotes and backslashes.
    let plain = String(
      description.map { (character) -> Character in
        guard let byte = character.asciiValue, 0x20...0x7E ~= byte, character != "\"", character != "\\" else { return "?" }
        return character
      })
    let challenge = "Bearer error=\"invalid_token\", error_description=\"\(plain)\""
    return HTTPProblem(.badToken, "the token is refused: \(description)", headers: [.wwwAuthenticate: challenge])
  }
}
