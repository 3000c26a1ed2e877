import Truths

/// A file of identities, or a key set, that is not read.
struct IdentityFault: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// The members of an object that may have some members and no others.
  ///
  /// - Parameter place: where it stands, for messages.
  /// - Throws: ``IdentityFault`` where it is no object, or has another member: a misspelt limit would not limit.
  static func members(
    of value: ClaimValue?, known: [String], _ place: String
  ) throws(IdentityFault) -> [String: ClaimValue] {
    guard let members = value?.object else { throw IdentityFault("\(place) is not an object") }
    // The first in byte order, so that a file at fault is told the same each time.
    if let unknown = members.keys.filter({ !known.contains($0) }).min() {
      let nearest = Tool.nearestName(to: unknown, among: known)
      let names = known.map { "`\($0)`" }.joined(separator: ", ")
      let help = nearest.map { "did you mean `\($0)`?" } ?? "it may have \(names)"
      throw IdentityFault("\(place) has a member `\(Tool.visible(unknown))`; \(help)")
    }
    return members
  }
}
