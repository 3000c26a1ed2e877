import Foundation
import Truths

/// The schemas of bodies: those of `schemas/`, which the tool's own descriptions of its records make, and those of what only a
/// server sends.
enum OpenAPISchemas {
  /// By name, with references into the document.
  static let all: [String: ClaimValue] = [own, ofQuestions, ofRules, ofAccess, committed].reduce([:]) {
    $0.merging($1) { $1 }
  }

  /// The schemas of the tool that bodies are described by.
  private static let used = ["capabilities", "proposal"]

  /// A schema has definitions of its own; here they stand beside it, behind its name.
  private static let committed: [String: ClaimValue] = {
    var schemas: [String: ClaimValue] = [:]
    for schema in Schema.all where used.contains(schema.name) {
      guard var members = ClaimValue(json: Data(schema.text.utf8))?.object else { continue }
      let definitions = members.removeValue(forKey: "$defs")?.object ?? [:]
      for name in ["$schema", "$id", "title"] { members[name] = nil }
      schemas[schema.name] = referred(.object(members), schema.name)
      for (name, definition) in definitions { schemas["\(schema.name).\(name)"] = referred(definition, schema.name) }
    }
    return schemas
  }()

  /// A schema whose references to definitions lead to where these stand in the document.
  private static func referred(_ value: ClaimValue, _ name: String) -> ClaimValue {
    switch value {
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            guard key == "$ref", let target = value.text, target.hasPrefix("#/$defs/") else {
              return (key, referred(value, name))
            }
            return (key, .text("#/components/schemas/\(name).\(target.dropFirst("#/$defs/".count))"))
          }))
    case .list(let values): return .list(values.map { referred($0, name) })
    default: return value
    }
  }

  static let text: ClaimValue = ["type": "string"]
  static let count: ClaimValue = ["type": "integer", "minimum": 0]
  private static let textOrNull: ClaimValue = ["type": ["string", "null"]]
  static let objectOrNull: ClaimValue = ["type": ["object", "null"]]
  static let flag: ClaimValue = ["type": "boolean"]
  static let any: ClaimValue = ["type": "object"]
  static let decision: ClaimValue = ["enum": ["accepted", "rejected", "halted"]]
  static let hash: ClaimValue = ["type": "string", "pattern": "^sha256:[0-9a-f]{64}$"]

  static func object(_ required: [String: ClaimValue], _ optional: [String: ClaimValue] = [:]) -> ClaimValue {
    [
      "type": "object", "properties": .object(required.merging(optional) { $1 }),
      "required": .list(required.keys.sorted().map { .text($0) }),
    ]
  }

  static func list(of schema: ClaimValue) -> ClaimValue { ["type": "array", "items": schema] }

  private static let own: [String: ClaimValue] = [
    "Proposal": [
      "description": "A proposal in any of its forms; one at fault is decided too, and rejected.", "type": "object",
      "anyOf": [["$ref": "#/components/schemas/proposal"], ["type": "object"]],
      "examples": [["action": "create_invoice", "period_id": "2024-Q1"]],
    ],
    "Control": object(
      [
        "control_type": [
          "enum": ["approve", "reject", "consent", "inject_fact", "pause", "resume", "cancel", "update_budget"]
        ]
      ], ["job_id": textOrNull, "correlation_id": textOrNull, "payload": objectOrNull, "actor": any]),
    "Handshake": object(
      ["device_id": text, "app_version": text],
      ["request": ["enum": ["capabilities"]], "actor": objectOrNull, "on_behalf_of": textOrNull]),
    "Head": object(["size": count, "head": hash]),
    "Run": object(["run_id": text, "status": ["enum": ["running", "waiting", "converged", "halted"]]]),
    "Answer": object(
      ["to": text, "reason": text, "replay": flag, "refused": flag, "current_seq": count, "truths": hash],
      [
        "decision": decision, "truth_id": text, "job_id": text, "proposal_id": text, "run": reference("Run"),
        "decision_id": text, "head": reference("Head"), "violations": list(of: any),
        "facts": list(of: any),
      ]),
    "Job": object(
      ["job_id": text, "run": reference("Run"), "truths": hash, "head": reference("Head")],
      [
        "proposal_id": text, "decision": decision, "truth_id": text, "reason": text, "decision_id": text,
        "violations": list(of: any), "facts": list(of: any),
      ]),
    "Event": object(
      [
        "job_id": text, "stream_id": text, "seq": count, "context_version": count, "correlation_id": text, "trace_id": text,
        "event_type": ["enum": ["fact", "proposal", "trace", "decision", "status"]], "timestamp": text, "payload": any,
      ], ["prev_seq": count]),
    "Delta": object(
      ["current_seq": count, "resumed_at_seq": count, "events": list(of: reference("Event"))],
      ["snapshot": any, "stream_id": text, "checkpoint": object(["seq": count], ["prev_seq": count])]),
    "LedgerHead": object(["head": hash, "size": count, "truths": hash]),
    "Health": object(["status": ["const": "ok"]]),
    "Readiness": object(["status": ["const": "ready"], "truths": hash, "verified_to": count]),
    "Document": object(["openapi": text, "info": any, "paths": any], ["components": any, "servers": ["type": "array"]]),
    "Problem": object(
      ["type": text, "title": text, "status": count, "detail": text, "code": problemCode],
      ["findings": ["type": "array"]]),
  ]

  private static let problemCode: ClaimValue = [
    "enum": .list(HTTPProblem.Code.allCases.map { .text($0.rawValue) })
  ]

  static func reference(_ name: String) -> ClaimValue { ["$ref": .text("#/components/schemas/\(name)")] }
}
