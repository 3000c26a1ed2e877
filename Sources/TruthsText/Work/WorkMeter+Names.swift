/// Suggestions of names with limited work, for messages about data.
extension WorkMeter {
  /// Creates the meter for name suggestions while data is read once (limits §2). Each candidate name costs a step.
  ///
  /// The limit is the same for all runs and independent of a run's own limit, because messages of a rejection are recorded.
  ///
  /// - Parameter isLimited: false if a decision is replayed by a language version without this limit.
  package static func ofNames(isLimited: Bool = true) -> WorkMeter { WorkMeter(limit: isLimited ? 100_000 : .max) }

  /// Returns the candidate nearest to a name; `nil` if no candidate is near or the limit is exceeded.
  package func nearestName(to name: String, among names: @autoclosure () -> [String]) -> String? {
    guard left > 0 else { return nil }
    let names = names()
    spend(names.count)
    return isExceeded ? nil : TruthsText.nearestName(to: name, among: names)
  }
}
