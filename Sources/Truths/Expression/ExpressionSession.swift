import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// Evaluates expressions and conditions in the scope of a rule set, on a context and a proposal (`truths expr`, `truths repl`).
/// They are parsed, checked and evaluated like those of a pack.
public final class ExpressionSession {
  let workspace: Workspace
  let procedure: RunProcedure
  private var scope: ExpressionScope
  private(set) var context: Context
  private(set) var proposal: ReadableProposal?
  private var moment: Timestamp?
  private var variables: [NamedValue] = []
  private let budget: Budget

  /// Creates a session without facts, proposal or time.
  ///
  /// - Parameter maxWork: maximum number of work steps of one expression.
  /// - Throws: the findings of a set with errors.
  public init(_ workspace: Workspace, maxWork: Int = RunInput.standardMaxWork) throws(Findings) {
    self.workspace = workspace
    procedure = try workspace.procedure()
    scope = ExpressionScope(workspace.loaded, pack: nil)
    context = procedure.emptyContext
    budget = Budget(maxWork: max(0, maxWork))
  }

  /// Replaces the context by entries or facts read from JSON Lines.
  ///
  /// - Throws: findings about the context.
  public func read(context text: SourceText) throws(Findings) {
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let read = try data.context(text).reading(within: budget)
    context = procedure.ready(read, now: ReceivedProposal.defaultTimestamp, budget: budget)
  }

  /// Replaces the proposal, whose fields expressions can read.
  ///
  /// - Parameter intent: name of the intent, its own or the one in JSON, where the proposal has no `action` itself.
  /// - Throws: findings about the proposal.
  public func read(proposal text: SourceText, intent: String? = nil) throws(Findings) {
    var sources = workspace.loaded.sources
    let file = sources.add(path: text.path, bytes: text.bytes)
    var json: LocatedJSON
    switch JSONReader.read(file) {
    case .success(let read): json = read
    case .failure(let fault): throw Findings([fault], in: sources)
    }
    guard let members = json.members else { throw Findings([ProposalShapeFault.at(json.span)], in: sources) }
    if let intent, json.member("action") == nil {
      let place = json.span.atStart
      let name = procedure.program.intents.first { $0.isCalled(intent) }?.qualifiedJSONName ?? intent
      let action = LocatedJSON.Member(name: "action", nameSpan: place, value: LocatedJSON(.string(Text(name)), at: place))
      json = LocatedJSON(.object([action] + members), at: json.span)
    }
    do throws(DataFaults) {
      let read = try procedure.readable(json)
      proposal = read
      scope = ExpressionScope(workspace.loaded, pack: procedure.program.intents[read.intent].pack)
    } catch {
      throw Findings(
        error.listed(at: json.span).map { ProposalShapeFault.misfit($0.message, nearest: $0.nearest, at: $0.span) }, in: sources)
    }
  }

  /// Sets the value of `now`, RFC 3339 in UTC.
  ///
  /// - Throws: a finding where the text is not such a time.
  public func set(now text: String) throws(Findings) {
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    moment = try data.moment(text)
  }

  /// Evaluates an expression or condition.
  ///
  /// - Parameters:
  ///   - text: the expression, with the path that findings show.
  ///   - start: byte offset where the expression begins in the text.
  /// - Throws: findings about the expression, also where it reads `now` before ``set(now:)``, or where it exceeds its work limit.
  public func evaluate(_ text: SourceText, from start: Int = 0) throws(Findings) -> ExpressionResult {
    try answered(text, from: start).result
  }

  /// Evaluates an expression and stores its value under a name for later expressions. A missing value is not stored.
  ///
  /// - Parameters:
  ///   - name: byte range of the name in the text.
  ///   - start: byte offset where the expression begins in the text.
  /// - Throws: findings about the name or the expression.
  public func keep(_ name: Range<Int>, _ text: SourceText, from start: Int) throws(Findings) -> ExpressionResult {
    var sources = workspace.loaded.sources
    let file = sources.add(path: text.path, bytes: text.bytes)
    let (named, faults) = scope.name(file, in: name)
    guard let word = named?.text else { throw Findings(faults, in: sources) }
    let (result, expression, value) = try answered(text, from: start)
    if result.hasValue {
      variables.removeAll { $0.name == word }
      variables.append(NamedValue(name: word, type: expression.type, value: value))
    }
    return result
  }

  /// Returns the type of an expression without evaluating it.
  ///
  /// - Throws: findings about the expression.
  public func type(of text: SourceText, from start: Int = 0) throws(Findings) -> String {
    var sources = workspace.loaded.sources
    return try checked(text, from: start, &sources).typeName
  }

  private func checked(
    _ text: SourceText, from start: Int, _ sources: inout SourceMap
  ) throws(Findings) -> CheckedExpression {
    let file = sources.add(path: text.path, bytes: text.bytes)
    let range = min(start, text.bytes.count)..<text.bytes.count
    let (expression, faults) = scope.check(file, in: range, intent: proposal?.intent, kept: variables)
    guard let expression else { throw Findings(faults, in: sources) }
    return expression
  }

  private func answered(
    _ text: SourceText, from start: Int
  ) throws(Findings) -> (result: ExpressionResult, expression: CheckedExpression, value: Value) {
    var sources = workspace.loaded.sources
    let expression = try checked(text, from: start, &sources)
    let now = moment ?? proposal?.moment
    if now == nil, procedure.engine.readsMoment(expression, hasProposal: proposal != nil) {
      throw Findings([RunSettingFault.noMoment(at: expression.span)], in: sources)
    }
    do throws(WorkExceeded) {
      let answer = try procedure.answer(
        expression, variables: variables, proposal: proposal, now: now, on: context, budget: budget)
      return (ExpressionResult(answer, of: expression, procedure.engine), expression, answer.value)
    } catch {
      throw Findings(error, at: expression.span, in: sources)
    }
  }
}

extension ExpressionSession {
  /// Returns the current facts of a type, including derived ones, as JSON, one per line.
  public func facts(ofType name: String) -> RunReport.Facts {
    let now = moment ?? ReceivedProposal.defaultTimestamp
    let closed = procedure.close(context, now: now, budget: budget).context
    return procedure.facts(ofType: name, in: closed.working(WorkMeter(limit: budget.maxWork)), now: now)
  }

  /// Counts the current facts, with one line for each type that has any.
  public func factCounts() -> String {
    let now = moment ?? ReceivedProposal.defaultTimestamp
    let work = WorkMeter(limit: budget.maxWork)
    let closed = procedure.close(context, now: now, budget: budget).context.working(work)
    let counts = procedure.program.facts.indices.compactMap { type -> (name: String, value: String)? in
      let count = procedure.contents(of: type, in: closed, now: now).facts.count
      return count == 0 ? nil : (procedure.program.facts[type].name, PlainValue.number(String(count)))
    }
    let rest = work.exceeded.map { ["there may be more: \($0.description)"] } ?? []
    return ExpressionText.lines(ExplanationText.table(counts, indent: 0) + rest)
  }

  /// Returns completions for the last word of a line, sorted: names in scope, functions and keywords; after a dot, fields.
  ///
  /// - Returns: complete words, and the word that they replace.
  public func completions(of line: String) -> (word: String, candidates: [String]) {
    let word = String(String.UnicodeScalarView(line.unicodeScalars.reversed().prefix(while: Self.isOfWord).reversed()))
    guard let first = word.unicodeScalars.first, !("0"..."9").contains(first) else { return (word, []) }
    let fields = proposal.map { procedure.program.intents[$0.intent].fields.map(\.name) } ?? []
    var names = scope.names + variables.map(\.name) + fields + Self.keywords
    if let dot = word.lastIndex(of: ".") {
      let base = String(word[..<dot])
      var members = scope.members(ofDeclared: base)
      if members.isEmpty {
        var sources = workspace.loaded.sources
        let checked = try? checked(SourceText(path: "", bytes: Array(base.utf8)), from: 0, &sources)
        members = checked.map { scope.members(of: $0.type) } ?? []
      }
      names += members.map { "\(base).\($0)" }
    }
    let found = names.filter { $0.utf8.starts(with: word.utf8) && $0 != word }
    return (word, Set(found).sorted())
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// The keywords of expressions, without functions.
  private static let keywords = [
    "and", "avg", "between", "coalesce", "contains", "count", "else", "every", "exists", "false", "if", "in", "matches", "max",
    "min", "missing", "no", "not", "or", "satisfies", "some", "sum", "the", "then", "true", "where", "with",
  ]
}
