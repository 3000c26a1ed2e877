package import TruthsText

/// A function reads who proposes.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum BeyondFunction: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1046", "beyond-function", .error,
    title: "a function reads the proposal or its actor",
    why: "A function is worked out of its inputs, facts, lifecycles, policies and `now`, so that it gives the same to whoever "
      + "calls it: also where there is no proposal.",
    mend: "Make an input of it, and hand the value over where the function is called.",
    wrong: [
      .order(
        declarations: """
          function is_own:
            inputs:
              owner: text
            output: boolean
            value: owner == actor.user_id
          """, fields: ["owner: text"], requires: ["owner exists", "is_own(owner)"])
    ],
    right: [
      .order(
        declarations: """
          function is_own:
            inputs:
              owner: text
              clerk: text
            output: boolean
            value: owner == clerk
          """, fields: ["owner: text", "clerk: text"], requires: ["owner exists", "clerk exists", "is_own(owner, clerk)"])
    ])

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a function does not see `\(name)`", at: span,
      help: "make an input of it, and hand it over where the function is called")
  }
}

/// A table or function of the set with the name of a standard one that version 2 brought.
///
/// Detected in `Sources/TruthsCheck/Declare/TableLowering.swift`.
package enum HiddenFunction: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1047", "hidden-function", .warning,
    title: "a table or function has the name of a standard function",
    why: "The set's own is called under that name, and the standard one cannot be reached; whoever reads a clause may take it "
      + "for the standard one.",
    mend: "Choose another name.",
    wrong: [
      .order(
        declarations: """
          table coalesce:
            inputs:
              amount: decimal
            output: text
            rows:
              - amount < 10 → "a"
              - otherwise → "b"
          """, fields: ["amount: decimal"], requires: ["amount exists", "coalesce(amount) != \"c\""])
    ],
    right: [.table(["amount < 10 → \"a\"", "otherwise → \"b\""])])

  package static func found(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` is also a standard function, which nothing here can call any more", at: name.span,
      help: "choose another name, such as `own_\(name.text)`")
  }
}
