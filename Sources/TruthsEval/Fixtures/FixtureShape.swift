package import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime

/// The form of fixtures (fixtures §2): the names that the reader knows, and the JSON Schema.
package enum FixtureShape {
  /// A file: one fixture, or a list of them.
  package static let file = JSONShape.choice(if: .list(.anything), then: .list(element), else: element)

  /// A fixture, or a background, which has a name and no id.
  private static let element = JSONShape.choice(
    if: .open([.required("name", .anything, "")]), then: .named("background") { .members(background) }, else: fixture)

  /// The members of a fixture with a proposal or a scenario.
  static let members: [JSONMember] = [
    .required("id", .text, "The name of the fixture, unique among all that are loaded."),
    .optional("description", .text, "The case that the fixture shows, for people."),
    .optional("tags", .list(.text), "Words for `--filter`; `skip: why` skips the fixture."),
    .optional(
      "packs", .list(.text),
      "The packs to run against, together with the packs that they use. Without it, all packs are loaded."),
    .optional("now", EntryForm.timestamp, "The moment of the proposal. For a scenario, the moment at which it begins."),
    .optional("background", .text, "The background that the fixture begins with. It is in the same folder or in one above."),
    .optional("policies", .map(), "Policies and their values."),
    .optional("context", .members(context), "The facts and documents before the proposal or scenario."),
    .optional("proposal", proposal, "The proposal to decide."),
    .optional("scenario", .list(step), "Steps of clients, instead of a proposal."),
    .optional("expected", expected, "The expected result. For a scenario, the expected result of its last decision."),
  ]

  /// Members of a background.
  static let background: [JSONMember] = [
    .required("name", .text, "The name of the background, for fixtures of this folder and of folders below."),
    .optional("description", .text, "The situation that the background sets up, for people."),
    .optional("now", EntryForm.timestamp, "The moment for fixtures that give none."),
    .optional("policies", .map(), "Policies and their values."),
    .optional("context", .members(context), "The facts and documents before the proposal or scenario."),
    .optional("actors", .map(AssertionForm.actor.shape), "People and systems by name, for `actor` and `connect`."),
  ]

  static let context: [JSONMember] = [
    .optional("facts", .list(ContextShape.line), "Facts and whole entries, in the order of the ledger."),
    .optional(
      "documents", .map(.either([.map(), .list(.anything), .text])),
      "The documents by name. Each is a document, or the path of its file from the fixture's folder."),
  ]

  private static let proposal = ProposalShape.received

  private static let fixture = JSONShape.named("fixture") {
    .choice(
      if: .open([.required("scenario", .anything, "")]), then: .members(with(["scenario"], without: "proposal")),
      else: .choice(
        if: .open([.required("expected", expectsRejectedForm, "")]),
        then: .members(with(["proposal", "expected"], without: "scenario", isFree: true)),
        else: .members(with(["proposal", "expected"], without: "scenario"))))
  }

  /// The shape of an `expected` that tests the rejection of unknown names. The proposal may then have any names.
  private static let expectsRejectedForm = JSONShape.open([.required("truth_id", .words(["converge.proposal.wellformed"]), "")])

  /// Returns the members of a fixture with some of them required and one forbidden.
  ///
  /// - Parameters:
  ///   - names: the members that are required.
  ///   - absent: the member that is forbidden.
  ///   - isFree: whether the proposal may be any object.
  private static func with(_ names: [String], without absent: String, isFree: Bool = false) -> [JSONMember] {
    members.filter { $0.name != absent }.map { member in
      if isFree, member.name == "proposal" { return .required(member.name, .map(), member.summary) }
      return names.contains(member.name) ? member.asRequired : member
    }
  }

  private static let expected = JSONShape.named("expected") { assertion(AssertionForm.ofDecision) }

  private static let view = JSONShape.named("view") { assertion(AssertionForm.ofView + [clientMember]) }

  private static let clientMember: AssertionForm.Member = ("as", .text, "The client that acts.")

  private static func assertion(_ members: [AssertionForm.Member]) -> JSONShape {
    var object = JSONObjectShape(members.shapes)
    object.least = 1
    return .object(object)
  }
}

extension FixtureShape {
  /// The shape of a step: an object, or the name of a step without arguments.
  private static let step = JSONShape.named("step") {
    let names = ScenarioStep.Name.allCases
    var object = JSONObjectShape([client] + names.map { .optional($0.rawValue, argument(of: $0), summary(of: $0)) })
    object.alternatives = [names.map(\.rawValue)]
    let bare = names.filter { $0.bareAction != nil || $0 == .handshake }.map(\.rawValue)
    return .choice(if: .text, then: .words(bare), else: .object(object))
  }

  private static let client = JSONMember.optional("as", .text, "The client that acts; the first client if left out.")

  private static func argument(of name: ScenarioStep.Name) -> JSONShape {
    switch name {
    case .propose: return proposal
    case .injectFact: return .map()
    case .expect: return view
    case .disconnect, .reconnect, .pause, .resume, .cancel, .replay:
      return .either([.null, .boolean, .members(arguments(of: name))])
    case .advance: return .either([.text, .members(arguments(of: name))])
    default: return .members(arguments(of: name))
    }
  }

  /// Returns the arguments of a step, with the names that the reader knows.
  static func arguments(of name: ScenarioStep.Name) -> [JSONMember] {
    switch name {
    case .propose, .injectFact, .expect: []
    case .disconnect, .reconnect, .pause, .resume, .cancel, .replay: [client]
    case .connect:
      [
        client, .optional("actor", AssertionForm.actor.shape, "The client's actor. Members that are left out are filled in."),
        .optional("transport", .text, "The transport of the connection."),
      ]
    case .approve:
      [client, answered, .optional("truth_id", .text, "The clause to approve, if the proposal waits for several.")]
    case .reject: [client, answered, .required("why", .text, "The reason for the denial.")]
    case .consent: [client, answered]
    case .advance: [client, .required("seconds", .number, "The number of seconds by which the clock moves.")]
    case .updateBudget:
      SessionBudget.names.map { .optional($0, JSONShape.count.orNull, "A limit of the session, or what was spent.") }
    case .fault: [client] + Fault.memberNames.map { fault($0) }
    case .handshake: [client] + AssertionForm.handshake.shapes
    }
  }

  private static let answered = JSONMember.required("proposal_id", .text, "The proposal that is answered.")

  private static func fault(_ name: String) -> JSONMember {
    switch name {
    case "kind": .required(name, .words(Fault.Kind.allCases.map(\.rawValue)), "The kind of fault.")
    case "client": .optional(name, .text, "The client that the fault affects; every client if left out.")
    case "event_type": .optional(name, .words(Event.Kind.allCases.map(\.rawValue)), "The type of the affected events.")
    case "seq": .optional(name, .count, "The affected event.")
    case "after": .optional(name, .count, "The number of matching events that pass before the fault begins.")
    case "count": .optional(name, .count, "The number of affected events.")
    case "seconds": .optional(name, .number, "The duration of the fault, in seconds.")
    case "transports": .optional(name, .list(.text), "The affected transports.")
    default: .optional(name, .anything, "")
    }
  }

  private static func summary(of name: ScenarioStep.Name) -> String {
    switch name {
    case .connect: "A client begins its session."
    case .disconnect: "The client goes offline. Its proposals are then queued."
    case .reconnect: "The client continues from its last `seq`."
    case .propose: "A proposal is sent, or queued."
    case .injectFact: "A fact arrives from outside."
    case .approve: "Grants an approval for which a proposal waits."
    case .reject: "Denies an approval for which a proposal waits."
    case .consent: "Consents to a proposal."
    case .pause: "Pauses the shown run if it waits, and the session otherwise."
    case .resume: "Goes on after a pause."
    case .cancel: "Cancels the shown run if it waits, and every waiting run otherwise."
    case .updateBudget: "Sets limits of the session."
    case .advance: "Moves the clock."
    case .fault: "Sets up a network fault."
    case .handshake: "Asks for the capabilities."
    case .replay: "The session is read again from the beginning."
    case .expect: "Looks at what the client shows at this moment."
    }
  }
}

extension AssertionForm {
  /// The JSON shape of a value of this form. A member may also be `null`, which asserts absence.
  var shape: JSONShape {
    switch self {
    case .text, .truth, .action: .text
    case .word(_, let words): .words(words)
    case .boolean: .boolean
    case .count: .count
    case .object, .fact, .absentFact, .shownFact: .map()
    case .list(let element): .list(element.shape)
    case .oneOrMore(let element): .either([element.shape, .list(element.shape)])
    case .violation: .named("violation") { .members(Self.ofViolation.shapes) }
    case .members(_, let members): .members(members.shapes)
    case .either(let first, let second): .either([first.shape, second.shape])
    }
  }
}

extension [AssertionForm.Member] {
  fileprivate var shapes: [JSONMember] { map { .optional($0.name, $0.form.shape.orNull, $0.summary) } }
}
