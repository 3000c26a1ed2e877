import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// Something that a session was told, with its moment in milliseconds since 1970.
package struct SessionInput: Hashable, Sendable {
  package var moment: Int
  package var content: Content

  package init(moment: Int, _ content: Content) {
    self.moment = moment
    self.content = content
  }

  /// What can change a session.
  package enum Content: Hashable, Sendable {
    /// - `by`: the actor that is known to propose.
    /// - `for`: whom that actor is known to act for.
    case propose(JSONObject, by: JSONObject?, for: String?)
    case control(ControlMessage, by: JSONObject?)
    /// Time went by, and a budget of time was looked at.
    case tick
    /// Another truth set came into force: its place among those that the session had.
    case reload(Int)
  }
}

extension Session {
  /// The same session told the same things again, over the context that it began with.
  package func replayed() -> Session {
    let first = procedures.first ?? procedure
    var session = Session(procedure: first, context: initialContext.unobserved, start: start, options: options)
    for input in inputs {
      switch input.content {
      case .propose(let proposal, let actor, let person):
        _ = session.propose(proposal, by: actor, for: person, at: input.moment)
      case .control(let message, let actor): _ = session.control(message, by: actor, at: input.moment)
      case .tick: session.tick(at: input.moment)
      case .reload(let place): if procedures.indices.contains(place) { session.reload(procedures[place], at: input.moment) }
      }
    }
    return session
  }

  /// Everything that the session told, as bytes: canonical JSON, one event a line.
  package var transcript: [UInt8] { Array(log.map { JSONValue.object($0.json).canonical() }.joined(separator: [0x0A])) }
}

/// What a session is run with.
package struct SessionOptions: Hashable, Sendable {
  /// The largest gap between a client's `seq` and the stream's that is answered with a delta.
  package var maxResumeGap: Int
  /// How many recent events go with a snapshot.
  package var recentEvents: Int

  /// 10,000 events (contract §13.6).
  package static let standardResumeGap = 10_000

  package init(maxResumeGap: Int = SessionOptions.standardResumeGap, recentEvents: Int = 100) {
    self.maxResumeGap = max(0, maxResumeGap)
    self.recentEvents = max(0, recentEvents)
  }
}

/// The budgets in effect (contract §8.2). Those of a run decide (runs §3.7); those of time, tokens and cost never do:
/// past one, the session pauses.
package struct SessionBudget: Hashable, Sendable {
  /// The limits of one run.
  package var run = Budget.standard
  /// How long the session may go on before it pauses; counted from its beginning, and anew from each `resume`.
  package var maxSeconds: Int?
  package var maxTokens: Int?
  /// In units of whoever reports the spending.
  package var maxCost: Int?
  /// Reported so far.
  package private(set) var spentTokens = 0
  package private(set) var spentCost = 0

  package init() {}

  /// Takes the members of an `update_budget`: `max_cycles`, `max_steps`, `max_facts`, `max_work`, `max_seconds`, `max_tokens`,
  /// `max_cost` set a limit (`null` takes one of the last three away); `spent_tokens` and `spent_cost` add to what was spent.
  /// Whole numbers from 0.
  ///
  /// - Returns: What is wrong, for people; `nil` where the members were taken. Of a message at fault nothing is taken.
  package mutating func update(_ members: JSONObject) -> String? {
    guard !members.members.isEmpty else { return "update_budget names no budget" }
    var updated = self
    for member in members.members {
      if let fault = updated.set(member.name.string, member.value) { return fault }
    }
    self = updated
    return nil
  }

  private mutating func set(_ name: String, _ value: JSONValue) -> String? {
    guard SessionBudget.names.contains(name) else {
      let nearest = nearestName(to: name, among: SessionBudget.names)
      return "unknown budget `\(name)`" + (nearest.map { ", did you mean `\($0)`?" } ?? "")
    }
    if value == .null, ["max_seconds", "max_tokens", "max_cost"].contains(name) { return clear(name) }
    guard let number = value.integerValue, number >= 0, number <= SessionBudget.largest else {
      return "`\(name)` is not a whole number from 0 to \(SessionBudget.largest)"
    }
    switch name {
    case "max_cycles": run.maxCycles = number
    case "max_steps": run.maxSteps = number
    case "max_facts": run.maxFacts = number
    case "max_work": run.maxWork = number
    case "max_seconds": maxSeconds = number
    case "max_tokens": maxTokens = number
    case "max_cost": maxCost = number
    case "spent_tokens": spentTokens = min(SessionBudget.largest, spentTokens + number)
    default: spentCost = min(SessionBudget.largest, spentCost + number)
    }
    return nil
  }

  private mutating func clear(_ name: String) -> String? {
    switch name {
    case "max_seconds": maxSeconds = nil
    case "max_tokens": maxTokens = nil
    default: maxCost = nil
    }
    return nil
  }

  /// The budget of tokens or cost that is used up, for people; `nil` where none is.
  var exceeded: String? {
    if let maxTokens, spentTokens > maxTokens { return "token budget: \(spentTokens) of \(maxTokens) spent" }
    if let maxCost, spentCost > maxCost { return "cost budget: \(spentCost) of \(maxCost) spent" }
    return nil
  }

  /// What is in effect, as the handshake tells it; budgets without a limit are left out, and so is that of work, which decides
  /// nothing.
  static let record = JSONRecord<SessionBudget>([
    .required("max_cycles", .count, "A limit of one run.") { $0.run.maxCycles },
    .required("max_steps", .count, "A limit of one run.") { $0.run.maxSteps },
    .required("max_facts", .count, "A limit of one run.") { $0.run.maxFacts },
    .optional("max_seconds", .count, "A limit of the session.") { $0.maxSeconds },
    .optional("max_tokens", .count, "A limit of the session.") { $0.maxTokens },
    .optional("max_cost", .count, "A limit of the session.") { $0.maxCost },
  ])

  private static let largest = 1_000_000_000_000

  /// What an `update_budget` may name.
  package static let names = [
    "max_cycles", "max_steps", "max_facts", "max_work", "max_seconds", "max_tokens", "max_cost", "spent_tokens", "spent_cost",
  ]
}

/// What a session knows of a client, as long as it is connected.
struct ConnectedClient: Hashable, Sendable {
  /// What it is connected over; `nil` where nobody said.
  var transport: TransportKind?
  /// Whom it speaks as: who was known when its connection was opened, else the actor of its handshake.
  private(set) var actor: JSONObject?
  /// Whom it acts for, where its handshake names somebody: then nothing that it proposes is for anybody else.
  private(set) var onBehalfOf: String?

  init(transport: TransportKind? = nil, actor: JSONObject? = nil) {
    self.transport = transport
    self.actor = actor
  }

  /// Takes who speaks, and for whom, from a handshake.
  ///
  /// - Returns: What is wrong with it, for people; then the client is whom it was before.
  mutating func take(_ request: JSONObject) -> String? {
    var client = self
    if let given = request["actor"], given != .null, let fault = client.take(actor: given) { return fault }
    if let given = request["on_behalf_of"], given != .null, let fault = client.take(onBehalfOf: given) { return fault }
    self = client
    return nil
  }

  private mutating func take(onBehalfOf given: JSONValue) -> String? {
    guard let person = given.stringValue else { return "`on_behalf_of` is not a text; it is a user_id such as \"ann\"" }
    if let fault = Identifier.fault(in: person) { return "`on_behalf_of` \(fault)" }
    guard actor != nil else { return "`on_behalf_of` without `actor`: it is the actor who acts for somebody" }
    if let onBehalfOf, Text(onBehalfOf) != Text(person) {
      return "the handshake says on_behalf_of \(person), and the session knows \(onBehalfOf); open another connection"
    }
    onBehalfOf = person
    return nil
  }

  private mutating func take(actor given: JSONValue) -> String? {
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: given))
    guard faults.isEmpty, let actor = given.objectValue else {
      return faults.text + "; an actor is such as \(Self.example)"
    }
    if let known = self.actor, let difference = KnownActor.difference(of: actor, from: known, claimedBy: "the handshake") {
      return difference + "; a connection is one actor's: open another"
    }
    self.actor = actor
    return nil
  }

  /// Why a client that never shook hands is refused.
  static let unknown =
    "the session does not know who you are: shake hands first, such as {\"request\": \"capabilities\", \"device_id\": "
    + "\"ios:abc123\", \"app_version\": \"1.0.0\", \"actor\": \(example)}"

  private static let example =
    "{\"type\": \"user\", \"user_id\": \"ann\", \"device_id\": \"ios:abc123\", \"org_id\": \"acme\", "
    + "\"roles\": [\"accountant\"]}"
}
