extension DiagnosticSample {
  /// A little pack about tasks with a source that reads a tracker, in which nothing is wrong, with what a page wants to show
  /// written into it.
  ///
  /// Every argument is a list of lines as they stand below the source.
  static func source(_ each: String = "each: tasks[]", lets: [String] = [], output: [String] = ["- fact.task.recorded"])
    -> DiagnosticSample
  {
    DiagnosticSample(sourceText(each, lets: lets, output: output))
  }

  /// The same pack, and a run of a proposal over one document.
  static func document(_ document: String, name: String = "tracker", each: String = "each: tasks[]") -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", sourceText(each)), ("\(name).json", document + "\n"),
        ("proposal.json", "{\"action\": \"ask_state\", \"task_id\": \"T1\"}\n"),
      ])
  }

  /// A pack whose source goes through lists within lists, and a run of a proposal over one document.
  static func nested(_ document: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        (
          "truths/demo/demo.truths",
          sourceText("each: groups[]", output: ["- fact.task.recorded for t in tasks"])
        ), ("tracker.json", document + "\n"),
        ("proposal.json", "{\"action\": \"ask_state\", \"task_id\": \"T1\"}\n"),
      ])
  }

  /// A document in which nothing is wrong.
  static let fineDocument = "{\"tasks\": [{\"task_id\": \"T1\", \"state\": \"done\"}]}"

  private static func sourceText(
    _ each: String, lets: [String] = [], output: [String] = ["- fact.task.recorded"]
  ) -> String {
    var lines = ["pack demo:", "  version: 1.0.0", "", "enum task_state: [open, done]"]
    lines += ["", "fact task.recorded:", "  key: [task_id]", "  fields:", "    task_id: text", "    state: task_state"]
    lines += ["", "source tracker:", "  document: tracker"]
    if !each.isEmpty { lines += ["  \(each)"] }
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0)" } }
    lines += ["  produces:"] + output.map { "    \($0)" }
    lines += ["", "intent ask_state:", "  fields:", "    task_id: text", "", "truth state_asking:", "  when:"]
    lines += ["    - intent: ask_state", "  requires:", "    - task_id exists", "    - task.recorded"]
    lines += ["  produces:", "    - trace.state.asking"]
    return lines.joined(separator: "\n") + "\n"
  }
}
