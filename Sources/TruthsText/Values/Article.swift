/// Indefinite articles, for messages.
extension String {
  /// The word with its indefinite article: "a pack", "an intent".
  package var withArticle: String { "\(article) \(self)" }

  /// The name in backticks with its indefinite article: "an `employee.hired`".
  package var quotedWithArticle: String { "\(article) `\(self)`" }

  private var article: String {
    guard let first = unicodeScalars.first else { return "a" }
    // `unit`, `user` and `euro` begin with the sound of "you".
    let soundsLikeYou = ["eu", "uni", "use", "usa", "usu"].contains { hasPrefix($0) }
    return "aeiouAEIOU".unicodeScalars.contains(first) && !soundsLikeYou ? "an" : "a"
  }
}
