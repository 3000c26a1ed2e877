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
