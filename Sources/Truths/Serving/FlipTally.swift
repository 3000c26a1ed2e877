import TruthsAnswers
import TruthsJSON
import TruthsRuntime
import TruthsText

/// Counts changed decisions by organisation, and keeps the last of them. Its memory is bounded.
struct FlipTally: Sendable {
  /// A kind of change, with its intent.
  struct Kind: Hashable, Sendable {
    var action: Text
    var kind: FlipKind
    var from: RunEnding
    var to: RunEnding
  }

  private struct Flips {
    var counts: [Kind: Int] = [:]
    var latest: [Flip] = []
  }

  private(set) var decided = 0
  private(set) var undecided = 0
  private(set) var flipCount = 0
  private let mostKept: Int
  private var keptCount = 0
  private var byOrganisation: [Text?: Flips] = [:]

  /// Maximum number of organisations with individual counts. For further organisations, only the total number of changes counts.
  private static let mostOrganisations = 1_000
  /// Maximum number of changes kept for all organisations together.
  private static let mostKeptInAll = 10_000
  /// Maximum length of a reason or of a client-made id, in Unicode scalars.
  private static let mostScalars = 500
  /// Maximum size of a fact's JSON in bytes.
  private static let mostFactBytes = 1_000

  /// - Parameter mostKept: number of changes kept for each organisation.
  init(mostKept: Int) { self.mostKept = mostKept }

  /// The organisations with changed decisions, in byte order; decisions without an organisation first.
  var organisations: [String?] { byOrganisation.keys.sorted { ($0 ?? Text("")) < ($1 ?? Text("")) }.map { $0?.string } }

  mutating func count(decided: Int, undecided: Int) {
    self.decided += decided
    self.undecided += undecided
  }

  mutating func count(_ flip: Flip, of organisation: String?) {
    var flip = flip
    flipCount += 1
    let name = organisation.map { Text($0) }
    guard byOrganisation[name] != nil || byOrganisation.count < Self.mostOrganisations else { return }
    flip.reason = Self.shortened(flip.reason)
    flip.proposalID = Self.shortened(flip.proposalID)
    flip.oldFacts.removeAll(where: Self.isLarge)
    flip.newFacts.removeAll(where: Self.isLarge)
    var flips = byOrganisation.removeValue(forKey: name) ?? Flips()
    flips.counts[Kind(action: Text(flip.action), kind: flip.kind, from: flip.from, to: flip.to), default: 0] += 1
    if flips.latest.count == mostKept || keptCount == Self.mostKeptInAll && !flips.latest.isEmpty {
      flips.latest.removeFirst()
      keptCount -= 1
    }
    if keptCount < Self.mostKeptInAll {
      flips.latest.append(flip)
      keptCount += 1
    }
    byOrganisation[name] = flips
  }

  /// Returns the kept changes of some organisations, in order of sequence.
  func latestFlips(of organisations: [String?]) -> [Flip] {
    chosen(organisations).flatMap(\.latest).sorted { $0.sequence < $1.sequence }
  }

  /// Returns the number of changes of each kind for some organisations, in order of intent and outcomes.
  func counts(of organisations: [String?]) -> [(kind: Kind, count: Int)] {
    var all: [Kind: Int] = [:]
    for flips in chosen(organisations) { all.merge(flips.counts, uniquingKeysWith: +) }
    let order: (Kind) -> (Text, String, String, String) = {
      ($0.action, $0.kind.rawValue, $0.from.rawValue, $0.to.rawValue)
    }
    return all.sorted { order($0.key) < order($1.key) }.map { ($0.key, $0.value) }
  }

  private func chosen(_ organisations: [String?]) -> [Flips] {
    organisations.compactMap { byOrganisation[$0.map { Text($0) }] }
  }

  /// Returns whether a fact is too large to keep.
  private static func isLarge(_ fact: JSONObject) -> Bool { JSONValue.object(fact).canonical().count > mostFactBytes }

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: mostScalars, limitedBy: scalars.endIndex), end < scalars.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }
}
