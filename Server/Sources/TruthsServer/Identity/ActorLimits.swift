/// Request limits of an actor; `nil` means unlimited.
struct ActorLimits: Hashable, Sendable {
  var bodyBytes: Int?
  var requestsPerSecond: Int?
  var openRuns: Int?
  var streams: Int?

  init() {}

  /// - Parameter path: location in the file, for messages.
  /// - Throws: ``IdentityFault``.
  init(_ value: ClaimValue, _ path: String) throws(IdentityFault) {
    let known = ["body_bytes", "requests_per_second", "open_runs", "streams"]
    let members = try IdentityFault.members(of: value, known: known, path)
    bodyBytes = try Self.count("body_bytes", in: members, path)
    requestsPerSecond = try Self.count("requests_per_second", in: members, path)
    openRuns = try Self.count("open_runs", in: members, path)
    streams = try Self.count("streams", in: members, path)
  }

  /// Returns the larger limit of each kind, for actors to which several limits apply.
  func merging(_ other: ActorLimits) -> ActorLimits {
    var merged = self
    merged.bodyBytes = Self.largest(bodyBytes, other.bodyBytes)
    merged.requestsPerSecond = Self.largest(requestsPerSecond, other.requestsPerSecond)
    merged.openRuns = Self.largest(openRuns, other.openRuns)
    merged.streams = Self.largest(streams, other.streams)
    return merged
  }

  private static func largest(_ one: Int?, _ other: Int?) -> Int? { [one, other].compactMap(\.self).max() }

  private static func count(
    _ name: String, in members: [String: ClaimValue], _ path: String
  ) throws(IdentityFault) -> Int? {
    guard let value = members[name] else { return nil }
    guard let number = value.wholeNumber, 1...1_000_000_000 ~= number else {
      throw IdentityFault("\(path).\(name) is not a whole number from 1 to 1000000000")
    }
    return number
  }
}
