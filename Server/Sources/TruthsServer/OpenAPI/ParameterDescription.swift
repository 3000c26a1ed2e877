/// What a parameter of a path or a query means. A test holds the names against those that routes take.
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
  ]

  static func named(_ name: String) -> ParameterDescription? { all.first { $0.name == name } }
}
