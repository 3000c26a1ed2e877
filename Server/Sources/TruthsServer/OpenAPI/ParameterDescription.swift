/// Describes a path or query parameter for the OpenAPI document. A test compares the names with those that routes accept.
struct ParameterDescription {
  let name: String
  let summary: String
  let schema: ClaimValue

  private init(_ name: String, _ summary: String, _ schema: ClaimValue) {
    (self.name, self.summary, self.schema) = (name, summary, schema)
  }

  static let all = [
    ParameterDescription("job_id", "The job, as an answer names it.", ["type": "string", "minLength": 1]),
    ParameterDescription(
      "wait", "For how many seconds the answer may wait for something to happen; more count as 60.",
      ["type": "integer", "minimum": 0]),
    ParameterDescription("since_seq", "The last event that the client has.", ["type": "integer", "minimum": 0]),
    ParameterDescription("stream_id", "The stream that `since_seq` is of.", ["type": "string"]),
    ParameterDescription("correlation_id", "Only events of this story.", ["type": "string"]),
    ParameterDescription("run_id", "Only events of this run.", ["type": "string"]),
    ParameterDescription(
      "entry_types", "Only events of these entries, with commas between them.",
      ["type": "string", "pattern": "^,*((fact|proposal|trace|decision)(,+(fact|proposal|trace|decision))*)?,*$"]),
    ParameterDescription(
      "entry", "An entry of the ledger by its id; of what a reason is asked for also its number, or the id of a proposal.",
      ["type": "string", "minLength": 1]),
    ParameterDescription("file", "The path of a file of the page, which may have slashes.", ["type": "string", "minLength": 1]),
    ParameterDescription("chapter", "A chapter by its name, as the index names it.", ["type": "string", "minLength": 1]),
    ParameterDescription(
      "all", "Whether everything that waits is listed, also what the caller may not answer.", ["type": "boolean"]),
    ParameterDescription("actor", "Only decisions about what this `user_id` proposed.", ["type": "string"]),
    ParameterDescription("truth", "Only decisions by this truth.", ["type": "string"]),
    ParameterDescription("intent", "Only decisions about this intent.", ["type": "string"]),
    ParameterDescription(
      "outcome", "Only decisions with this outcome.", ["enum": ["accepted", "rejected", "halted", "waiting"]]),
    ParameterDescription("since", "Only decisions from this moment on.", ["type": "string", "format": "date-time"]),
    ParameterDescription("until", "Only decisions before this moment.", ["type": "string", "format": "date-time"]),
    ParameterDescription(
      "limit", "How many decisions a page has at most; more count as 1,000.", ["type": "integer", "minimum": 1]),
    ParameterDescription("page", "The `next` of the page before.", ["type": "string"]),
    ParameterDescription("from", "The size of the ledger that is known.", ["type": "integer", "minimum": 0]),
    ParameterDescription("to", "The size that it is compared with; none: all of it.", ["type": "integer", "minimum": 0]),
  ]

  static func named(_ name: String) -> ParameterDescription? { all.first { $0.name == name } }
}
