import TruthsAnswers
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsProtocol
import TruthsRuntime

/// A JSON Schema (draft 2020-12) of a file that the tool reads, or of an output that it prints.
///
/// Schemas are generated from the tables that the tool's readers and writers use.
public struct Schema: Sendable {
  /// The name on the command line: `truths`, `run`.
  public let name: String
  /// A one-sentence description.
  public let summary: String
  private let shape: JSONShape

  private init(_ name: String, _ summary: String, _ shape: JSONShape) {
    self.name = name
    self.summary = summary
    self.shape = shape
  }

  /// The name of the schema's file, which is also its identifier.
  public var fileName: String { "\(name).schema.json" }

  /// The schema as JSON over several lines.
  public var text: String { JSONSchema.value(of: shape, file: fileName, title: name, description: summary).lines }

  /// All schemas: those of files, then those of outputs.
  public static let all: [Schema] = files + outputs

  private static let files: [Schema] = [
    Schema("truths", "A file of truths: truths/PACK/*.truths.", DeclarationSchema.truths),
    Schema("jtbd", "A file of jobs to be done: jtbd/PACK/*.jtbd.", DeclarationSchema.jobs),
    Schema("fixtures", "A file of fixtures: Fixtures/**/*.json.", FixtureShape.file),
    Schema("proposal", "A proposal: the input of run, and a line of the output of propose.", ProposalShape.received),
    Schema("context", "A line of a context or ledger: an entry, or a fact in short form.", ContextShape.line),
    Schema("truthpack", "A bundle: the output of build.", TruthPack.shape),
  ]

  private static let outputs: [Schema] = [
    Schema("findings", "The output of check --format json, and of every command that reports findings as JSON.", Findings.shape),
    Schema("certificate", "The output of check --certificate.", Workspace.certificateShape),
    Schema("partition", "The output of check --partition-by with --format json.", Partition.shape),
    Schema(
      "run", "The output of run, approve, deny, consent and adopt. For a batch, it is one line of the output.", RunReport.shape),
    Schema("event", "A line of run --format ndjson.", RunReport.eventShape),
    Schema("eval", "The output of eval --format json.", JSONReport.shape),
    Schema("coverage", "The output of eval --coverage-format json.", JSONCoverage.shape),
    Schema("mutation", "The output of eval --mutate-format json.", JSONMutation.shape),
    Schema("why", "The output of why.", WhyReport.shape), Schema("why-not", "The output of why-not.", WhyNotReport.shape),
    Schema("replay", "The output of replay.", ReplayReport.shape),
    Schema("flip", "A line of replay --format ndjson.", Flip.record.shape),
    Schema("diff", "The output of diff.", DifferenceReport.shape), Schema("inbox", "The output of inbox.", Inbox.shape),
    Schema("expr", "The output of expr --format json.", ExpressionResult.shape),
    Schema("capabilities", "The output of capabilities.", Capabilities.shape),
    Schema("suggestion", "A line of suggest --format ndjson.", Prediction.shape),
  ]
}
