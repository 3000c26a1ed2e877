import TruthsDiagnostics

/// An id of two names or more with dots between, the first of them a pack's.
struct LegalID {
  let pack: String
  /// The names behind the pack's.
  let rest: [String]

  /// - Parameter noun: what the id is of, `truth`.
  init(_ text: String, of noun: String) throws(BeginningFault) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count > 1 else {
      throw BeginningFault("`\(visible(text))` does not say which pack the \(noun) belongs to: write `PACK.\(visible(text))`")
    }
    for name in names { try Self.check(name, in: text) }
    pack = names[0]
    rest = Array(names.dropFirst())
  }

  /// The id behind the pack's name as one name.
  var name: String { rest.joined(separator: "_") }

  /// The whole id.
  var text: String { ([pack] + rest).joined(separator: ".") }

  /// A name is a small letter, then letters, digits and `_` (language.md §2).
  static func check(_ name: String, in whole: String) throws(BeginningFault) {
    let bytes = Array(name.utf8)
    let isLegal =
      bytes.first.map { (0x61...0x7A).contains($0) } == true
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    guard bytes.count <= 100 else {
      throw BeginningFault("a name of more than 100 letters makes a file that some systems refuse")
    }
    guard isLegal else {
      let place = name.utf8.elementsEqual(whole.utf8) ? "" : " in `\(visible(whole))`"
      throw BeginningFault(
        "`\(visible(name))`\(place) is no name: a name begins with a small letter and holds letters, digits and `_`")
    }
  }
}
