/// The syntax of a member's value, for the reader, completion and the JSON Schemas.
package indirect enum MemberForm: Sendable {
  /// Text for people.
  case words
  /// A boolean: `true` or `false`.
  case flag
  /// One of a few words.
  case choice([String])
  /// A name that is declared elsewhere.
  case name(Subject)
  /// A new id.
  case id
  /// A value of an enum: a name or a quoted text.
  case enumValue
  /// A clause, or a mapping of `id` and `rule`.
  case clauseEntry
  /// A clause or an expression.
  case clause
  case row
  /// The lines of a grid, in a literal block.
  case grid
  case type
  /// A type, optionally with a default, or a mapping of the type and other properties of a field.
  case field
  /// A fact type, optionally with a variable: `order.placed as o`.
  case match
  /// An entry of `produces`.
  case output
  /// States with arrows between them.
  case states
  /// A fact type, or several with arrows between them.
  case artifact
  /// A date, a day of every year, or a policy.
  case holiday
  /// A path into a document: `tasks[]`.
  case path
  /// A value place (files §5): a scalar, or a list or mapping of scalars.
  case value
  /// A permission for facts from outside: `true`, or `{by: […]}` with the allowed senders.
  case external
  /// A list of intents, one intent, `all` or `state`.
  case scope
  /// A move of a lifecycle: `lifecycle: state → state else "reason"`.
  case move
  /// New names, each with a value of the given form.
  ///
  /// - Parameter allowed: reserved words that may be used as names.
  case declared(MemberForm, allowing: Set<String> = [])
  /// Values or states, each with its name in JSON.
  case jsonNames
  case mapping(MemberTable)
  case list(MemberForm, least: Int = 0)
  /// One value, or a list of them.
  case oneOrMore(MemberForm)

  /// The kind of declaration that a name refers to.
  package enum Subject: Sendable {
    case pack, intent, fact, role, rule, guardrail, field, state, document
    /// A fact type, with dots or underscores, or an intent.
    case trigger
  }
}

/// A member of a declaration, or of a mapping within one.
package struct DeclarationMember: Sendable {
  package let name: String
  package let form: MemberForm
  /// Description of the member, for people.
  package let summary: String
  /// Whether the member, or its alternative, is required.
  package let isRequired: Bool
  /// The member that may replace it.
  package let alternative: String?
  /// Help if the member is absent; `nil` if the member's name is enough.
  let help: String?
}

/// The members that a mapping may have.
package struct MemberTable: Sendable {
  package let members: [DeclarationMember]
  package let names: [String]

  init(_ members: [DeclarationMember]) {
    self.members = members
    names = members.map(\.name)
  }

  package subscript(_ name: String) -> DeclarationMember? { members.first { $0.name == name } }
}

extension DeclarationMember {
  static func optional(_ name: String, _ form: MemberForm, _ summary: String) -> DeclarationMember {
    DeclarationMember(name: name, form: form, summary: summary, isRequired: false, alternative: nil, help: nil)
  }

  static func required(
    _ name: String, _ form: MemberForm, _ summary: String, or alternative: String? = nil, help: String? = nil
  ) -> DeclarationMember {
    DeclarationMember(
      name: name, form: form, summary: summary, isRequired: true, alternative: alternative, help: help)
  }
}

extension MemberTable {
  /// An entry of `when`.
  package static let condition = MemberTable([
    .optional("intent", .oneOrMore(.name(.intent)), "Fires for a proposal of this intent, or of one of these."),
    .optional("fact", .oneOrMore(.match), "Fires for each fact of this type; `order.placed as o` names it."),
    .optional("pack", .name(.pack), "Fires where the proposal names this pack, or none."),
    .optional("if", .clause, "Fires where this is true."),
  ])

  /// A clause with an id.
  package static let clause = MemberTable([
    .optional("id", .id, "The id under which the clause is reported."),
    .required("rule", .clause, "The clause."),
  ])

  /// An entry of `guardrails`.
  package static let guardrail = MemberTable([
    .required("must_not", .words, "The thing that must not happen."),
    .optional("enforced_by", .name(.rule), "The id of the truth, invariant or clause that prevents it."),
  ])

  /// The long form of a field.
  package static let field = MemberTable([
    .required("type", .type, "The type, with a name in JSON and a default."),
    .optional("sensitive", .flag, "Whether the values are shown only to people who may see them."),
  ])

  /// The mapping under `authzen`.
  package static let access = MemberTable([
    .required("action", .words, "The name of the action."),
    .required("resource", .words, "The type of the resource."),
    .optional("id", .name(.field), "The field that takes the id of the resource."),
    .optional("subjects", .name(.fact), "The facts whose keys are the subjects that a search tries."),
    .optional("resources", .name(.fact), "The facts whose keys are the resources that a search tries."),
  ])

  /// The mapping under `external`.
  package static let external = MemberTable([
    .required("by", .list(.name(.role), least: 1), "The senders of the facts: `system`, `user` and roles, never `agent`.")
  ])
}
