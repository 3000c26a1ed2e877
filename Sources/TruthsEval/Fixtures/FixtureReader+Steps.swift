import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Reading of a scenario's steps.
///
/// A step is an object with one step name. The client `as` may be beside the step name or inside its value. A step without
/// arguments may be written as its name alone, such as `"disconnect"`.
extension FixtureReader {
  mutating func steps(_ json: LocatedJSON) -> [ScenarioStep]? {
    guard let elements = list(json, "scenario") else { return nil }
    clients = []
    faultClients = []
    let steps = elements.enumerated().compactMap { step($0.element, path: "scenario[\($0.offset)]") }
    // A fault may come before its client connects. A fault for a client that never connects would have no effect.
    for client in faultClients {
      guard let name = client.stringValue, !clients.contains(name) else { continue }
      findings.append(UnknownFixtureClient.never(name, known: clients, at: client.span))
    }
    return steps
  }

  private mutating func step(_ json: LocatedJSON, path: String) -> ScenarioStep? {
    if let name = json.stringValue {
      return step(named: name, at: json.span, arguments: LocatedJSON(.object([]), at: json.span), client: nil, path: path)
    }
    guard let members = object(json, path) else { return nil }
    let named = members.filter { $0.name != "as" }
    guard named.count == 1, let member = named.first else {
      findings.append(FixtureStep.notOne(named.map(\.name.string), at: json.span))
      return nil
    }
    let client = json.member("as").flatMap { text($0.value, "\(path).as") == nil ? nil : $0.value }
    let place = "\(path).\(member.name)"
    return step(named: member.name.string, at: member.nameSpan, arguments: member.value, client: client, path: place)
  }

  private mutating func step(
    named word: String, at span: Span, arguments: LocatedJSON, client: LocatedJSON?, path: String
  ) -> ScenarioStep? {
    guard let name = ScenarioStep.Name(rawValue: word) else {
      findings.append(FixtureStep.unknown(word, known: ScenarioStep.Name.allCases.map(\.rawValue), at: span))
      // Its client counts as connected, so that later steps do not report the same mistake again.
      clients.append((client ?? arguments.member("as")?.value)?.stringValue ?? ScenarioStep.defaultClient)
      return nil
    }
    let within = name.takesClientWithin ? arguments.member("as")?.value : nil
    checkClients(client, within, of: name, at: span)
    let client = client ?? within
    note(client, of: name, at: span)
    let rest = name.takesClientWithin ? arguments.withoutClient : arguments
    guard let action = action(name, rest, path: path) else { return nil }
    return ScenarioStep(client: client?.stringValue, action: action, at: span)
  }

  /// Checks the client of a step. `as` may be beside the step name or inside its value, but not both with different names.
  /// `connect` requires `as`.
  private mutating func checkClients(_ beside: LocatedJSON?, _ within: LocatedJSON?, of name: ScenarioStep.Name, at span: Span) {
    if let within, let inner = text(within, "\(name.rawValue).as"), let outer = beside?.stringValue, inner != outer {
      findings.append(FixtureStep.twoClients(outer, inner, at: within.span))
    }
    guard name == .connect, beside == nil, within == nil else { return }
    findings.append(MissingFixtureField.missing("as", of: "step connect", at: span))
  }

  /// Records the client of a `connect` or `handshake` step. For other steps, checks that their client was recorded before.
  private mutating func note(_ client: LocatedJSON?, of name: ScenarioStep.Name, at span: Span) {
    let begins = name == .connect || (name == .handshake && (client != nil || clients.isEmpty))
    if begins {
      let word = client?.stringValue ?? ScenarioStep.defaultClient
      if !clients.contains(word) { clients.append(word) }
    } else if let client, let word = client.stringValue {
      if !clients.contains(word) { findings.append(UnknownFixtureClient.unknown(word, known: clients, at: client.span)) }
    } else if clients.isEmpty, name.needsClient {
      findings.append(UnknownFixtureClient.none(at: span))
    }
  }

  private mutating func action(_ name: ScenarioStep.Name, _ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    switch name {
    case .propose:
      checkProposal(json, path: path)
      return .propose(json)
    case .injectFact:
      check(json, .fact, path: path)
      return .injectFact(json)
    case .expect: return expectation(json, .view, path: path).map { .expect($0) }
    case .updateBudget: return updateBudget(json, path: path)
    case .fault: return fault(json, path: path)
    case .handshake: return handshake(json, path: path)
    case .connect: return connect(json, path: path)
    case .approve, .reject, .consent: return answer(name, json, path: path)
    case .advance: return advance(json, path: path)
    case .disconnect, .reconnect, .pause, .resume, .cancel, .replay: return bare(name, json, path: path)
    }
  }

  private mutating func connect(_ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    guard object(json, path) != nil else { return nil }
    checkFields(of: json, known: FixtureShape.arguments(of: .connect).names, place: "step connect")
    let actor = json.member("actor")?.value
    if let actor { check(actor, AssertionForm.actor, path: "\(path).actor") }
    let transport = json.member("transport")?.value
    if let transport, let name = text(transport, "\(path).transport"), TransportKind(name: name) == nil {
      let known = TransportKind.allCases.map(\.rawValue)
      findings.append(UnknownFixtureWord.unknown(name, as: "transport", known: known, at: transport.span))
    }
    return .connect(actor: actor, transport: transport?.stringValue)
  }

  private mutating func updateBudget(_ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    guard let members = object(json, path) else { return nil }
    checkFields(of: json, known: SessionBudget.names, place: "step update_budget")
    guard !members.isEmpty else {
      findings.append(FixtureStep.notTaken("update_budget names no budget", at: json.span))
      return nil
    }
    for member in members where SessionBudget.names.contains(member.name.string) {
      var budget = SessionBudget()
      guard let fault = budget.update([member.name.string: member.value.value]) else { continue }
      findings.append(FixtureStep.notTaken(fault, at: member.value.span))
    }
    return .updateBudget(json)
  }

  private mutating func handshake(_ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    guard object(json, path) != nil else { return nil }
    checkMembers(json, AssertionForm.handshake, place: "step handshake", path: path)
    return .handshake(json)
  }

  /// Reads a fault. Each member is checked separately, so that a finding points to the faulty one.
  private mutating func fault(_ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    guard let members = object(json, path) else { return nil }
    checkFields(of: json, known: Fault.memberNames, place: "step fault")
    guard let kind = required("kind", of: json, "step fault"), let word = text(kind, "\(path).kind") else { return nil }
    let kinds = Fault.Kind.allCases.map(\.rawValue)
    guard kinds.contains(word) else {
      findings.append(UnknownFixtureWord.unknown(word, as: "kind of fault", known: kinds, at: kind.span))
      return nil
    }
    if let client = json.member("client")?.value { faultClients.append(client) }
    for member in members where Fault.memberNames.contains(member.name.string) {
      do {
        _ = try Fault(json: ["kind": .text(word), member.name.string: member.value.value], as: nil)
      } catch {
        findings.append(FixtureStep.notTaken(error.message, at: member.value.span))
      }
    }
    return .fault(json)
  }

  private mutating func answer(_ name: ScenarioStep.Name, _ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    guard object(json, path) != nil else { return nil }
    checkFields(of: json, known: FixtureShape.arguments(of: name).names, place: "step \(name.rawValue)")
    guard let id = required("proposal_id", of: json, "step \(name.rawValue)").flatMap({ text($0, "\(path).proposal_id") }) else {
      return nil
    }
    if name == .approve {
      if let truth = json.member("truth_id")?.value { check(truth, .truth, path: "\(path).truth_id") }
      return .approve(proposalID: id, truthID: json.member("truth_id")?.value.stringValue)
    }
    if name == .consent { return .consent(proposalID: id) }
    return required("why", of: json, "step reject").flatMap { text($0, "\(path).why") }.map { .reject(proposalID: id, why: $0) }
  }

  /// Reads how far the clock moves: seconds, or a length of time as a text.
  private mutating func advance(_ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    if let text = json.stringValue {
      if let span = TimeSpan(text: text), span >= .zero, span <= Simulation.longestDuration { return .advance(span) }
      let limits = "a length of time from `PT0S` to `\(Simulation.longestDuration.text)`, such as `PT36H` or `P30D`"
      findings.append(FixtureValue.beyond(path, limits: limits, at: json.span))
      return nil
    }
    guard json.members != nil else {
      findings.append(FixtureValue.notAnAdvance(path, found: json.form, at: json.span))
      return nil
    }
    checkFields(of: json, known: FixtureShape.arguments(of: .advance).names, place: "step advance")
    guard let seconds = required("seconds", of: json, "step advance") else { return nil }
    if case .number(let number) = seconds.kind, let milliseconds = Simulation.milliseconds(number),
      let span = TimeSpan(milliseconds: Int64(milliseconds))
    {
      return .advance(span)
    }
    let longest = Simulation.longestAdvance / 1_000
    findings.append(FixtureValue.beyond("\(path).seconds", limits: "a number of seconds from 0 to \(longest)", at: seconds.span))
    return nil
  }

  /// Reads a step without arguments. The values `{}`, `true` and `null` mean the same.
  private mutating func bare(_ name: ScenarioStep.Name, _ json: LocatedJSON, path: String) -> ScenarioStep.Action? {
    switch json.kind {
    case .null, .boolean(true): break
    default:
      guard object(json, path) != nil else { return nil }
      checkFields(of: json, known: FixtureShape.arguments(of: name).names, place: "step \(name.rawValue)")
    }
    return name.bareAction
  }
}

extension ScenarioStep.Name {
  /// Whether `as` may be inside the step's value. In a proposal, fact or budget, `as` would be one of their own fields.
  var takesClientWithin: Bool { self != .propose && self != .injectFact && self != .updateBudget }

  /// Whether a client takes the step. If false, the simulation takes it.
  fileprivate var needsClient: Bool { self != .advance && self != .fault && self != .replay }

  var bareAction: ScenarioStep.Action? {
    switch self {
    case .disconnect: .disconnect
    case .reconnect: .reconnect
    case .pause: .pause
    case .resume: .resume
    case .cancel: .cancel
    case .replay: .replay
    default: nil
    }
  }
}

extension ScenarioStep {
  /// The name of a client that begins with a handshake and gives no name.
  static let defaultClient = "client"

  var isExpectation: Bool {
    if case .expect = action { return true }
    return false
  }
}

extension LocatedJSON {
  fileprivate var withoutClient: LocatedJSON {
    members.map { members in LocatedJSON(.object(members.filter { $0.name != "as" }), at: span) } ?? self
  }
}

/// Checks of the forms of values; a wrong form is a finding.
extension FixtureReader {
  /// Reports the members of an object that are not among the known names.
  ///
  /// - Parameter place: the words for the object in messages.
  mutating func checkFields(of json: LocatedJSON, known: [String], place: String) {
    for member in json.members ?? [] where !known.contains(member.name.string) {
      findings.append(UnknownFixtureField.unknown(member.name.string, of: place, known: known, at: member.nameSpan))
    }
  }

  /// Returns a required member; if it is missing, reports that and returns `nil`.
  mutating func required(_ name: String, of json: LocatedJSON, _ place: String) -> LocatedJSON? {
    if let member = json.member(name) { return member.value }
    findings.append(MissingFixtureField.missing(name, of: place, at: json.span.opening))
    return nil
  }

  mutating func text(_ json: LocatedJSON, _ name: String) -> String? {
    if let text = json.stringValue, !text.isEmpty { return text }
    wrongForm(json, name, wanted: "a text")
    return nil
  }

  mutating func list(_ json: LocatedJSON, _ name: String) -> [LocatedJSON]? {
    if let elements = json.elements { return elements }
    wrongForm(json, name, wanted: "a list")
    return nil
  }

  mutating func object(_ json: LocatedJSON, _ name: String) -> [LocatedJSON.Member]? {
    if let members = json.members { return members }
    wrongForm(json, name, wanted: "an object")
    return nil
  }

  mutating func optionalText(_ name: String, of json: LocatedJSON) -> String? {
    json.member(name).flatMap { text($0.value, name) }
  }

  mutating func texts(_ name: String, of json: LocatedJSON) -> [String] {
    guard let member = json.member(name), let elements = list(member.value, name) else { return [] }
    return elements.enumerated().compactMap { text($0.element, "\(name)[\($0.offset)]") }
  }

  mutating func wrongForm(_ json: LocatedJSON, _ name: String, wanted: String) {
    findings.append(FixtureValue.wrongForm(name, wanted: wanted, found: json.form, at: json.span))
  }
}

extension LocatedJSON {
  /// The kind of the value in words for messages.
  var form: String {
    switch kind {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string(let text): text.string.isEmpty ? "an empty text" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
