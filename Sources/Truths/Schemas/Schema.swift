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
    Schema("proposal", "A proposal: what run takes, and a line of what propose prints.", ProposalShape.received),
    Schema("context", "A line of a context or ledger: an entry, or a fact in short form.", ContextShape.line),
    Schema("truthpack", "A bundle: what build prints.", TruthPack.shape),
  ]

  private static let outputs: [Schema] = [
    Schema("findings", "The JSON that check --format json prints, and every command that reports findings.", Findings.shape),
    Schema("certificate", "What check --certificate prints.", Workspace.certificateShape),
    Schema("partition", "What check --partition-by prints with --format json.", Partition.shape),
    Schema("run", "What run, approve, deny, consent and adopt print; of a batch a line.", RunReport.shape),
    Schema("event", "A line of run --format ndjson.", RunReport.eventShape),
    Schema("eval", "What eval --format json prints.", JSONReport.shape),
    Schema("coverage", "What eval --coverage-format json prints.", JSONCoverage.shape),
    Schema("mutation", "What eval --mutate-format json prints.", JSONMutation.shape),
    Schema("why", "What why prints.", WhyReport.shape), Schema("why-not", "What why-not prints.", WhyNotReport.shape),
    Schema("replay", "What replay prints.", ReplayReport.shape),
    Schema("flip", "A line of replay --format ndjson.", Flip.record.shape),
    Schema("diff", "What diff prints.", DifferenceReport.shape), Schema("inbox", "What inbox prints.", Inbox.shape),
    Schema("expr", "What expr --format json prints.", ExpressionResult.shape),
    Schema("capabilities", "What capabilities prints.", Capabilities.shape),
    Schema("suggestion", "A line of suggest --format ndjson.", Prediction.shape),
  ]
}
