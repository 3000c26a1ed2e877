package import TruthsText

/// A `pack` declaration: its version, and the packs whose names it uses.
package struct PackDeclaration: Hashable, Sendable {
  package var version: Name?
  package var uses: [Name]

  package init(version: Name?, uses: [Name]) {
    self.version = version
    self.uses = uses
  }
}

/// An `enum` declaration.
package struct EnumDeclaration: Hashable, Sendable {
  /// Values in the order written, without quotes.
  package var values: [Name]
  package var isOrdered: Bool
  /// The values that have another name in JSON.
  package var jsonNames: [JSONNameSyntax]

  package init(values: [Name], isOrdered: Bool, jsonNames: [JSONNameSyntax] = []) {
    self.values = values
    self.isOrdered = isOrdered
    self.jsonNames = jsonNames
  }
}

/// An entry of `named` in an enum or a lifecycle: `escrow_pending: "escrow.pending"` (types §12.1).
package struct JSONNameSyntax: Hashable, Sendable {
  /// The value or state.
  package var value: Name
  package var jsonName: Name

  package init(value: Name, jsonName: Name) {
    self.value = value
    self.jsonName = jsonName
  }
}

/// A `record` declaration: a type with named fields.
package struct RecordDeclaration: Hashable, Sendable {
  /// Whether undeclared members are ignored (types §12.2).
  package var isOpen: Bool
  package var fields: [FieldDeclaration]

  package init(isOpen: Bool = false, fields: [FieldDeclaration]) {
    self.isOpen = isOpen
    self.fields = fields
  }
}

/// A `fact` declaration: a fact type with its key and fields.
package struct FactDeclaration: Hashable, Sendable {
  package var key: [Name]
  /// Permission to bring such facts in from outside; `nil` if they are made inside.
  package var external: ExternalSyntax?
  package var isImmutable: Bool
  package var isDerived: Bool
  package var fields: [FieldDeclaration]

  package init(key: [Name], external: ExternalSyntax?, isImmutable: Bool, isDerived: Bool, fields: [FieldDeclaration]) {
    self.key = key
    self.external = external
    self.isImmutable = isImmutable
    self.isDerived = isDerived
    self.fields = fields
  }
}

extension FactDeclaration {
  package var isExternal: Bool { external != nil }
}

/// `external: true`, or `external: {by: [system, bookkeeper]}` (declarations §3).
package struct ExternalSyntax: Hashable, Sendable {
  /// Types of actors and roles, as written; empty for a bare `true`.
  package var by: [Name]

  package init(by: [Name] = []) { self.by = by }
}

/// An `intent` declaration: a proposal type with its fields.
package struct IntentDeclaration: Hashable, Sendable {
  /// The `action` of the intent's proposals; `nil` if it is the intent's own name.
  package var jsonName: Name?
  package var consent: ConsentSyntax?
  /// The role that consents to proposals of an agent or a system.
  package var consentBy: Name?
  /// Whether undeclared members of a proposal's `payload` are ignored (types §12.2).
  package var isOpen: Bool
  /// The AuthZEN requests that the intent answers.
  package var access: AccessSyntax?
  /// The fields that every proposal must bring, as written.
  package var required: [Name]
  package var fields: [FieldDeclaration]
  /// The `let`s that the truths on the intent share, as written (declarations §4.3).
  package var lets: [LetBinding]

  package init(
    jsonName: Name? = nil, consent: ConsentSyntax?, consentBy: Name? = nil, isOpen: Bool = false, access: AccessSyntax? = nil,
    required: [Name] = [], fields: [FieldDeclaration], lets: [LetBinding] = []
  ) {
    self.jsonName = jsonName
    self.consent = consent
    self.consentBy = consentBy
    self.isOpen = isOpen
    self.access = access
    self.required = required
    self.fields = fields
    self.lets = lets
  }
}

/// `authzen: {action: write, resource: record, id: record_id, subjects: staff.known}` (declarations §4.1)
package struct AccessSyntax: Hashable, Sendable {
  /// The name of the action, and the type of the resource, as in requests.
  package var action, resource: Name
  /// The field that takes the id of the resource.
  package var id: Name?
  /// The facts whose keys are the subjects, and the resources, that a search tries.
  package var subjects, resources: Name?

  package init(action: Name, resource: Name, id: Name? = nil, subjects: Name? = nil, resources: Name? = nil) {
    (self.action, self.resource, self.id) = (action, resource, id)
    (self.subjects, self.resources) = (subjects, resources)
  }
}

/// The level of consent under `consent`, with its place.
package struct ConsentSyntax: Hashable, Sendable {
  package var level: Level
  package var span: Span

  package init(_ level: Level, at span: Span) {
    self.level = level
    self.span = span
  }

  /// Level of consent that an intent or proposal needs, from the mildest to the strictest.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case implicit
    case explicit
    case breakGlass = "break_glass"
  }
}

/// A `policy` declaration: a setting with a type and a default.
package struct PolicyDeclaration: Hashable, Sendable {
  package var type: TypeSyntax
  package var initial: ValueSyntax?

  package init(type: TypeSyntax, initial: ValueSyntax?) {
    self.type = type
    self.initial = initial
  }
}

/// `min 0 max 10000` after the type of a field: at least one of the two.
package struct RangeSyntax: Hashable, Sendable {
  package var span: Span
  package var least: Decimal?
  package var most: Decimal?

  package init(least: Decimal?, most: Decimal?, at span: Span) {
    self.least = least
    self.most = most
    self.span = span
  }
}

/// A declared field: `name: type min 0 max 10 named "json-name" = default`, or `name: {type: …, sensitive: true}`.
package struct FieldDeclaration: Hashable, Sendable {
  package var span: Span
  package var name: Name
  package var type: TypeSyntax
  package var range: RangeSyntax?
  /// The name of the member in JSON; `nil` if it is the field's own name.
  package var jsonName: Name?
  package var initial: ValueSyntax?
  /// Whether the field's values are shown only to authorized readers.
  package var isSensitive: Bool

  package init(
    name: Name, type: TypeSyntax, range: RangeSyntax? = nil, jsonName: Name? = nil, initial: ValueSyntax?,
    isSensitive: Bool = false, at span: Span
  ) {
    self.name = name
    self.type = type
    self.range = range
    self.jsonName = jsonName
    self.initial = initial
    self.isSensitive = isSensitive
    self.span = span
  }
}

/// A type as written: `decimal in eur`, `list of line_item?`.
package struct TypeSyntax: Hashable, Sendable {
  package var span: Span
  package var kind: Kind
  /// Whether a `?` follows the whole type.
  package var isOptional: Bool

  package init(_ kind: Kind, isOptional: Bool, at span: Span) {
    self.kind = kind
    self.isOptional = isOptional
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    /// A built-in type, enum or record, with its unit. A name may be qualified by a pack (`money.invoice_state`).
    case named(Name, unit: Name?)
    case list(TypeSyntax)
    /// A JSON object with any names, each value of one type.
    case map(TypeSyntax)
    case error
  }

  /// The unit of the number type, or of the elements of a list or map.
  package var unit: Name? {
    switch kind {
    case .error: nil
    case .list(let element), .map(let element): element.unit
    case .named(_, let unit): unit
    }
  }
}
