/// Schemas of AuthZEN 1.0 requests and responses. Undeclared members are ignored.
extension OpenAPISchemas {
  private static let properties: [String: ClaimValue] = ["properties": any]
  private static let entity = object(["type": text, "id": text], properties)
  private static let searchedEntity = object(["type": text], properties)
  private static let action = object(["name": text], properties)
  private static let page: [String: ClaimValue] = [
    "page": object([:], ["token": text, "limit": count, "properties": any]), "context": any,
  ]
  private static let evaluation: [String: ClaimValue] = ["subject": entity, "action": action, "resource": entity]

  static let ofAccess: [String: ClaimValue] = [
    "Evaluation": object(evaluation, ["context": any, "options": object([:], ["would_pass": flag])]),
    "Evaluations": object(
      [:],
      [
        "subject": any, "action": any, "resource": any, "context": any,
        "evaluations": [
          "type": "array", "items": ["description": "An item that is no object is answered in its place."], "maxItems": 1_000,
        ],
        "options": object(
          [:],
          [
            "evaluations_semantic": ["enum": ["execute_all", "deny_on_first_deny", "permit_on_first_permit"]],
            "would_pass": flag,
          ]),
      ]),
    "AccessDecision": object(
      ["decision": flag],
      [
        "context": object(
          [:],
          [
            "reason": text, "reason_user": any, "reason_admin": any, "violations": list(of: any), "would_pass": list(of: any),
            "waiting_for": list(of: text), "decision_id": text, "truths": hash, "head": reference("Head"),
            "error": object(["status": count, "message": text]),
          ])
      ]),
    "AccessDecisions": [
      "anyOf": [
        object(["evaluations": list(of: reference("AccessDecision"))]), reference("AccessDecision"),
      ]
    ],
    "SubjectSearch": object(["subject": searchedEntity, "action": action, "resource": entity], page),
    "ResourceSearch": object(["subject": entity, "action": action, "resource": searchedEntity], page),
    "ActionSearch": object(["subject": entity, "resource": entity], page),
    "AccessResults": object(
      ["results": list(of: any)], ["page": object(["next_token": text], ["count": count]), "context": any]),
    "AccessMetadata": object(
      ["policy_decision_point": text, "access_evaluation_endpoint": text],
      [
        "access_evaluations_endpoint": text, "search_subject_endpoint": text, "search_resource_endpoint": text,
        "search_action_endpoint": text,
      ]),
  ]
}
