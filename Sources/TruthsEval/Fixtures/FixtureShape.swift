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
    .optional("description", .text, "What it shows, for people."),
    .optional("tags", .list(.text), "Words for `--filter`; `skip: why` skips the fixture."),
    .optional("packs", .list(.text), "Runs against these packs, and those that they use, instead of all."),
    .optional("now", EntryForm.timestamp, "The moment of the proposal; of a scenario the moment at which it begins."),
    .optional("background", .text, "The background that it begins with, of its folder or of one above."),
    .optional("policies", .map(), "Policies and their values."),
    .optional("context", .members(context), "What is there before."), .optional("proposal", proposal, "What is decided."),
    .optional("scenario", .list(step), "Steps of clients, instead of a proposal."),
    .optional("expected", expected, "The expected result; of a scenario, of its last decision."),
  ]

  /// Members of a background.
  static let background: [JSONMember] = [
    .required("name", .text, "The name by which fixtures of its folder, and of those below, begin with it."),
    .optional("description", .text, "What it is, for people."),
    .optional("now", EntryForm.timestamp, "The moment of fixtures that give none."),
    .optional("policies", .map(), "Policies and their values."),
    .optional("context", .members(context), "What is there before."),
    .optional("actors", .map(AssertionForm.actor.shape), "People and systems by name, for `actor` and `connect`."),
  ]

  static let context: [JSONMember] = [
    .optional("facts", .list(ContextShape.line), "Facts and whole entries, in the order of the ledger."),
    .optional(
      "documents", .map(.either([.map(), .list(.anything), .text])),
      "By name, a document or the path of its file from the folder of the fixture."),
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

  private static let client = JSONMember.optional("as", .text, "The client that acts; the first one where left out.")

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
        client, .optional("actor", AssertionForm.actor.shape, "Who the client is; what is left out is filled in."),
        .optional("transport", .text, "What it connects over."),
      ]
    case .approve:
      [client, answered, .optional("truth_id", .text, "The clause that is approved, where there are several.")]
    case .reject: [client, answered, .required("why", .text, "Why it is denied.")]
    case .consent: [client, answered]
    case .advance: [client, .required("seconds", .number, "How far the clock moves.")]
    case .updateBudget:
      SessionBudget.names.map { .optional($0, JSONShape.count.orNull, "A limit of the session, or what was spent.") }
    case .fault: [client] + Fault.memberNames.map { fault($0) }
    case .handshake: [client] + AssertionForm.handshake.shapes
    }
  }

  private static let answered = JSONMember.required("proposal_id", .text, "The proposal that is answered.")

  private static func fault(_ name: String) -> JSONMember {
    switch name {
    case "kind": .required(name, .words(Fault.Kind.allCases.map(\.rawValue)), "What goes wrong.")
    case "client": .optional(name, .text, "Whom it befalls; every client where left out.")
    case "event_type": .optional(name, .words(Event.Kind.allCases.map(\.rawValue)), "The events that are meant.")
    case "seq": .optional(name, .count, "The event that is meant.")
    case "after": .optional(name, .count, "How many of those that are meant are spared first.")
    case "count": .optional(name, .count, "How many events it befalls.")
    case "seconds": .optional(name, .number, "How long it lasts.")
    case "transports": .optional(name, .list(.text), "The transports that it befalls.")
    default: .optional(name, .anything, "")
    }
  }

  private static func summary(of name: ScenarioStep.Name) -> String {
    switch name {
    case .connect: "A client begins its session."
    case .disconnect: "The client goes offline; what it proposes is queued."
    case .reconnect: "The client continues from its last `seq`."
    case .propose: "A proposal is sent, or queued."
    case .injectFact: "A fact arrives from outside."
    case .approve: "Grants what a proposal waits for."
    case .reject: "Denies what a proposal waits for."
    case .consent: "Consents to a proposal."
    case .pause: "Pauses the run that is shown where it waits, else the session."
    case .resume: "Goes on after a pause."
    case .cancel: "Cancels the run that is shown where it waits, else every run that waits."
    case .updateBudget: "Sets limits of the session."
    case .advance: "Moves the clock."
    case .fault: "Something goes wrong on the way."
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
