import TruthsJSON

/// What a client found when it looked whether entries are attributable (contract §4.2, §7.3): a view says `true` only of what it
/// has seen, so each of the three is `false` before there is anything to look at.
package struct Audit: Hashable, Sendable {
  private var entries = 0
  private var withoutActor = 0
  private var traces = 0
  private var withoutTruth = 0
  /// Entries that share their run with an earlier one.
  private var related = 0
  private var unlinked = 0

  init() {}

  /// Every trace entry seen names the truth that it is about, on its envelope and in its payload, and there is one.
  package var areTruthIDsPresent: Bool { traces > 0 && withoutTruth == 0 }

  /// Every entry seen has an actor with a type and a user id, and there is one.
  package var areActorsPresent: Bool { entries > 0 && withoutActor == 0 }

  /// All entries of each run seen have one correlation id, and there is a run with two entries or more.
  package var isCorrelationLinked: Bool { related > 0 && unlinked == 0 }

  mutating func countEntry(_ entry: JSONObject, runCorrelation: String, isFirstOfRun: Bool) {
    entries += 1
    let actor = entry.object("actor")
    if (actor?.text("type") ?? "").isEmpty || (actor?.text("user_id") ?? "").isEmpty { withoutActor += 1 }
    if !isFirstOfRun { related += 1 }
    let correlation = entry.text("correlation_id") ?? ""
    if correlation.isEmpty || correlation != runCorrelation { unlinked += 1 }
  }

  mutating func countTrace(_ entry: JSONObject) {
    traces += 1
    let ids = [entry.text("truth_id"), entry.object("payload")?.text("truth_id")]
    if ids.contains(where: { ($0 ?? "").isEmpty }) { withoutTruth += 1 }
  }

  var json: JSONObject {
    [
      "entries": .integer(entries), "without_actor": .integer(withoutActor), "traces": .integer(traces),
      "without_truth": .integer(withoutTruth), "related": .integer(related), "unlinked": .integer(unlinked),
    ]
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let entries = object.integer("entries"),
      let withoutActor = object.integer("without_actor"), let traces = object.integer("traces"),
      let withoutTruth = object.integer("without_truth"), let related = object.integer("related"),
      let unlinked = object.integer("unlinked")
    else { return nil }
    self.entries = entries
    self.withoutActor = withoutActor
    self.traces = traces
    self.withoutTruth = withoutTruth
    self.related = related
    self.unlinked = unlinked
  }
}
