import Truths

/// The error that an identities file or a key set is invalid.
struct IdentityFault: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Returns the members of an object that allows only the known ones.
  ///
  /// - Parameter path: location in the file, for messages.
  /// - Throws: ``IdentityFault`` where it is not an object or has an unknown member: a misspelt limit would have no effect.
  static func members(
    of value: ClaimValue?, known names: [String], _ path: String
  ) throws(IdentityFault) -> [String: ClaimValue] {
    guard let members = value?.object else { throw IdentityFault("\(path) is not an object") }
    // The first in byte order, so that a faulty file gives the same message each time.
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      let nearest = Tool.nearestName(to: unknown, among: names)
      let list = names.map { "`\($0)`" }.joined(separator: ", ")
      let help = nearest.map { "did you mean `\($0)`?" } ?? "it may have \(list)"
      throw IdentityFault("\(path) has a member `\(Tool.visible(unknown))`; \(help)")
    }
    return members
  }
}
