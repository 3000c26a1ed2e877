import HTTPTypes

/// A token that does not say who speaks.
struct TokenFault: Error, Hashable, CustomStringConvertible {
  /// What is wrong with it, and never what it is: logs have it.
  let description: String
  /// Whether it is good but for its end.
  let isExpired: Bool

  init(_ description: String, isExpired: Bool = false) { (self.description, self.isExpired) = (description, isExpired) }

  /// The answer of RFC 6750 §3.
  var problem: HTTPProblem {
    // A quoted description holds printable ASCII without quotes and backslashes.
    let plain = String(
      description.map { (character) -> Character in
        guard let byte = character.asciiValue, 0x20...0x7E ~= byte, character != "\"", character != "\\" else { return "?" }
        return character
      })
    let challenge = "Bearer error=\"invalid_token\", error_description=\"\(plain)\""
    return HTTPProblem(.badToken, "the token is refused: \(description)", headers: [.wwwAuthenticate: challenge])
  }
}
