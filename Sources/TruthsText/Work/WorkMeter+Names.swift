extension WorkMeter {
  /// Names that near names are looked for among, of all that one reading of data tells (limits §2): a step each.
  ///
  /// The limit is the same for everybody, and not a part of a run's: what a proposal is rejected for is recorded.
  ///
  /// - Parameter isLimited: false where a decision is made again by a version of the language that had no limit.
  package static func ofNames(isLimited: Bool = true) -> WorkMeter { WorkMeter(limit: isLimited ? 100_000 : .max) }

  /// The nearest of some names; `nil` also where more names would be looked through than there may be.
  package func nearestName(to name: String, among names: @autoclosure () -> [String]) -> String? {
    guard left > 0 else { return nil }
    let names = names()
    spend(names.count)
    return isExceeded ? nil : TruthsText.nearestName(to: name, among: names)
  }
}
