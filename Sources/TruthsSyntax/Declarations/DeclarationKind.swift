import TruthsText

/// The kinds of declarations (files §1).
package enum DeclarationKind: String, CaseIterable, Sendable {
  case pack, role, `enum`, record, fact, intent, policy, calendar, table, function, lifecycle, invariant, truth, blueprint, source
  case jtbd

  /// The kind with its article, as messages name a declaration.
  var place: String { rawValue.withArticle }

  /// The members allowed under the declaration's key, in the order in which completion proposes them.
  package var members: MemberTable {
    switch self {
    case .pack: Self.packMembers
    case .role: Self.roleMembers
    case .enum: Self.enumMembers
    case .record: Self.recordMembers
    case .fact: Self.factMembers
    case .intent: Self.intentMembers
    case .policy: Self.policyMembers
    case .calendar: Self.calendarMembers
    case .truth: Self.truthMembers
    case .invariant: Self.invariantMembers
    case .jtbd: Self.jobMembers
    case .blueprint: Self.blueprintMembers
    case .table: Self.tableMembers
    case .function: Self.functionMembers
    case .lifecycle: Self.lifecycleMembers
    case .source: Self.sourceMembers
    }
  }

  /// Description of the kind, for people.
  package var summary: String {
    switch self {
    case .pack: "A pack: its version, and the packs whose names it uses."
    case .role: "A role that people hold."
    case .enum: "A type with a few values."
    case .record: "A type with named fields."
    case .fact: "A fact type: what is recorded, and what identifies it."
    case .intent: "An action that a person or agent may propose, with its fields."
    case .policy: "A value that may be set without a change of the truths."
    case .calendar: "The days on which no one works."
    case .table: "A decision table."
    case .function: "An expression with a name and inputs."
    case .lifecycle: "The states of a thing, and the transitions between them."
    case .invariant: "A rule of its own, which holds for several intents or for the state."
    case .truth: "A rule: what must hold for an intent and what follows from it, or what follows from facts."
    case .blueprint: "Intents that lead to an outcome, in order."
    case .source: "A mapping from a JSON document to facts or proposals."
    case .jtbd: "A job to be done: who does what, for which benefit, and what must never happen."
    }
  }
}

extension DeclarationKind {
  private static let summaryMember = DeclarationMember.optional("summary", .words, "A description in one line, for people.")
  private static let idMember = DeclarationMember.optional(
    "id", .id, "The id in reports. If it is left out, it is made from the file's name.")
  private static let enforcesMember = DeclarationMember.optional(
    "enforces", .list(.name(.guardrail)),
    "The guardrails of jobs that this rule enforces: `send_invoice.1` is the first of job `send_invoice`.")
  private static let letMember = DeclarationMember.optional(
    "let", .declared(.value), "Names for values, which clauses may use.")

  private static func fields(_ summary: String) -> DeclarationMember {
    .optional("fields", .declared(.field, allowing: ReservedWords.conditional), summary)
  }

  private static func jsonNames(_ summary: String) -> DeclarationMember {
    .optional("named", .jsonNames, summary)
  }

  private static let packMembers = MemberTable([
    .optional("version", .words, "The version of the pack: major.minor.patch."), summaryMember,
    .optional("uses", .list(.name(.pack)), "Packs whose names may be used here."),
  ])

  private static let roleMembers = MemberTable([summaryMember])

  private static let enumMembers = MemberTable([
    summaryMember, .optional("values", .list(.enumValue), "The values, in no order."),
    .required(
      "ordered", .list(.enumValue), "The values, from the least to the greatest.", or: "values",
      help: "write `[a, b]` after the name, or `ordered: [a, b]` under it"),
    jsonNames("The names of values in JSON, for values whose name there is different."),
  ])

  private static let recordMembers = MemberTable([
    summaryMember, .optional("open", .flag, "Whether members that are not declared are ignored."),
    .required(
      "fields", .declared(.field, allowing: ReservedWords.conditional),
      "The fields with their types: `text`, `decimal in eur`, `list of line`; `?` marks one that may be missing."),
  ])

  private static let factMembers = MemberTable([
    summaryMember, .optional("key", .list(.name(.field)), "The fields that identify a fact; all fields if left out."),
    .optional("external", .external, "Whether facts of this type arrive from outside, and from whom."),
    .optional("immutable", .flag, "Whether facts of this type can never be corrected."),
    .optional("derived", .flag, "Whether the facts are a view: truths compute them from the present context, without entries."),
    fields("The fields with their types; `?` marks one that may be missing."),
  ])

  private static let intentMembers = MemberTable([
    summaryMember, .optional("named", .words, "The `action` of the intent's proposals, if it is not the intent's name."),
    .optional(
      "consent", .choice(ConsentSyntax.Level.allCases.map(\.rawValue)),
      "The level of consent that a proposal needs; `implicit` if left out."),
    .optional("consent_by", .name(.role), "The role that consents for an agent or a system."),
    .optional("authzen", .mapping(.access), "The AuthZEN requests that the intent answers."),
    .optional("open", .flag, "Whether members that are not declared are ignored."),
    .optional("required", .list(.name(.field)), "The fields that every proposal must bring; others may be left out."),
    fields("The fields with their types, each perhaps with a default: `boolean = false`."),
    .optional(
      "let", .declared(.value), "Names for values. Truths of this pack may use them if they fire on this intent alone."),
  ])

  private static let policyMembers = MemberTable([
    summaryMember, .required("type", .type, "The type of the value."),
    .optional("default", .value, "The value until another one is set. Write a text in double quotes."),
  ])

  private static let calendarMembers = MemberTable([
    summaryMember,
    .required(
      "weekend", .list(.choice(Weekday.allCases.map(\.name))), "The days that are free each week.",
      help: "write the days that are free each week, such as `weekend: [saturday, sunday]`, or `[]`"),
    .optional("holidays", .list(.holiday), "Dates, days of every year such as `12-25`, and policies with dates."),
  ])

  private static let truthMembers = MemberTable([
    idMember, summaryMember,
    .required(
      "when", .list(.mapping(.condition)), "The intent or the facts on which the truth fires.",
      help: "say what the truth fires on: `when: - intent: …` or `when: - fact: …`"),
    letMember,
    .optional("requires", .list(.clauseEntry), "The conditions that a proposal must meet; otherwise it is rejected."),
    .optional(
      "invariants", .list(.clauseEntry),
      "The conditions that must hold, and the cases that are rejected, wait for an approval or give a warning."),
    .optional("moves", .list(.move), "Transitions of lifecycles: `invoice: draft → sent`, with a reason after `else`."),
    .optional("produces", .list(.output), "The results: `fact.…`, `correction.…` and `trace.…`."),
    .optional("ensures", .list(.clauseEntry), "The conditions that must hold for the result."), enforcesMember,
  ])

  private static let invariantMembers = MemberTable([
    idMember, summaryMember,
    .required(
      "applies_to", .scope, "The intents to which the rule applies: a list, one, `all`, or `state` for the result of every run.",
      help: "write a list of intents, `all` or `state`"),
    .required("rule", .clause, "The clause."), enforcesMember,
  ])

  private static let jobMembers = MemberTable([
    summaryMember, .optional("verb", .words, "The action, such as Send."),
    .optional("object", .words, "The thing that is acted on, such as Invoice."),
    .optional("outcome", .words, "The benefit of doing the job."),
    .optional("triggers", .list(.name(.trigger)), "The facts and intents that call for the job."),
    .optional("artifacts", .list(.artifact), "The facts and states that the job leaves behind."),
    .optional("guardrails", .list(.mapping(.guardrail)), "The things that must never happen, and the rules that prevent them."),
  ])

  private static let blueprintMembers = MemberTable([
    summaryMember, .optional("outcome", .words, "The benefit of all steps together."),
    .optional("packs", .list(.name(.pack)), "The packs that take part."),
    .required("steps", .list(.name(.intent)), "The intents, in order."),
  ])

  private static let tableMembers = MemberTable([
    summaryMember, .required("inputs", .declared(.type), "The inputs with their types."),
    .required("output", .type, "The type of the value of a row.", or: "outputs"),
    .optional("outputs", .declared(.type), "The outputs with their types, where there are several."),
    .optional("hit", .choice(HitPolicy.all.map(\.written)), "The rows that count; `first` if left out."), letMember,
    .required("rows", .list(.row), "The rows: `condition → value`, and `otherwise → value`.", or: "grid"),
    .optional("grid", .grid, "The rows as lines with columns, in a literal block."),
  ])

  private static let functionMembers = MemberTable([
    summaryMember, .optional("inputs", .declared(.type), "The inputs with their types."),
    .required("output", .type, "The type of the value."), letMember, .required("value", .value, "The value."),
  ])

  private static let lifecycleMembers = MemberTable([
    summaryMember,
    .required(
      "key", .list(.name(.field)), "The fields that identify an instance; `[]` if there is only one instance.",
      help: "say which fields identify an instance: `key: […]`, or `key: []` if there is only one"),
    .optional("external", .external, "Whether states arrive from outside, and from whom."),
    .required("initial", .name(.state), "The state that is entered first."),
    .required("transitions", .list(.states), "Chains of states: `draft → sent → paid`, `any → void`."),
    .optional("terminal", .list(.name(.state)), "States that nothing leaves."),
    jsonNames("The names of states and key fields in JSON, where they differ from the declared names."),
  ])

  private static let sourceMembers = MemberTable([
    summaryMember,
    .required(
      "document", .name(.document), "The name under which the document is given: `--document NAME=FILE`.",
      help: "say under which name the document is given: `document: …`"),
    .optional("each", .path, "The path to the elements, such as `tasks[]`; the document itself if left out."),
    .optional("closed", .flag, "Whether a member that no fact uses is an error."), letMember,
    .required("produces", .list(.output), "The facts or proposals: `fact.…`, `proposal.…`."),
  ])
}
