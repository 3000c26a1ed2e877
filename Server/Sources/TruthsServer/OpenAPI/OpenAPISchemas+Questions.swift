/// Schemas of questions, which decide nothing, and of their answers.
extension OpenAPISchemas {
  /// Returns the schema of an answer, with the rules' hash and the ledger head by which the answer can be checked.
  private static func answer(
    _ required: [String: ClaimValue], _ optional: [String: ClaimValue] = [:]
  ) -> ClaimValue {
    object(required.merging(["truths": hash, "head": reference("Head")]) { $1 }, optional)
  }

  private static let objects = list(of: any)

  static let ofQuestions: [String: ClaimValue] = [
    "Question": [
      "description": "A proposal in any of its forms, or with facts beside it.", "type": "object",
      "examples": [["proposal": ["action": "create_invoice", "period_id": "2024-Q1"], "facts": []]],
    ],
    "NextQuestion": object([:], ["proposal": any, "facts": objects]),
    "DryRun": answer(
      [
        "decision": decision, "truth_id": text, "reason": text, "violations": objects, "run": reference("Run"),
        "facts": objects, "traces": objects, "entries": objects, "proposal_id": text, "proposal_hash": hash,
        "input_hash": hash, "output_hash": hash, "context": any, "governing": hash,
      ], ["budget": any, "masked": list(of: text)]),
    "WhyNot": answer(
      ["decision": decision, "status": text, "reason": text, "ways": objects, "unmendable": list(of: text)],
      ["exhausted": flag, "answers": objects, "margins": objects]),
    "Suggestions": answer(["suggestions": objects], ["exhausted": flag]),
    "Why": answer(["nodes": objects], ["undo": any, "left_out": count, "remarks": list(of: [:]), "decision_id": text]),
    "Inbox": answer(["inbox": objects], ["exhausted": flag]),
    "Decisions": answer(["decisions": objects], ["next": text]),
    "LedgerEntry": object(["entry": any, "index": count, "size": count, "inclusion": list(of: hash), "head": hash]),
    "Consistency": object(["from": count, "to": count, "consistency": list(of: hash), "head": hash]),
  ]

  static let ofRules: [String: ClaimValue] = [
    "RulesInForce": object(
      ["truths": hash, "packs": objects],
      ["since": text, "entry_id": text, "adopted_by": text, "version": text, "note": text]),
    "Sender": object(["actor": any]),
    "Vocabulary": object(
      ["truths": hash, "intents": objects, "facts": objects, "records": any, "enums": any, "summaries": any]),
    "Handbook": object(["truths": hash, "title": text, "about": objects, "chapters": objects]),
    "HandbookChapter": object(
      ["truths": hash, "name": text, "title": ["type": "array"], "blocks": objects, "sections": objects],
      ["anchor": text, "id": text]),
    "PendingRules": object(
      [
        "truths": hash, "since": text, "packs": objects, "diff": objectOrNull,
        "replay": object(
          ["decided": count, "undecided": count, "flips": objects, "done": flag, "left_out": count]),
        "shadow": object(["decided": count, "undecided": count, "flips": objects, "examples": objects]),
      ]),
    "Adoption": object(["truths": hash], ["note": text, "version": text]),
  ]
}
