import TruthsText

/// What the entries, traces and events of one run say alike, written once a run: where each piece stands in the writer's buffer.
struct RecordFrame {
  // MARK: Entries

  /// With which JCS of an entry begins: `{"actor":…,"correlation_id":…`.
  var opening = 0..<0
  /// In JCS behind the payload: `,"run_id":…,"sequence":`, and behind its number `,"timestamp":…,"truth_id":`.
  var sequence = 0..<0
  var truth = 0..<0
  /// Behind the type, in the order of contract §4.2: `,"timestamp":…,"correlation_id":…,"run_id":…,"actor":…,"truth_id":`
  var envelope = 0..<0

  // MARK: Traces and the decision

  /// In JCS of a trace behind its action, as far as the reason: `,"actor":…,"correlation_id":…,"decision":…,…,"reason":`.
  var sortedTrace = 0..<0
  /// The end of it that JCS of a decision begins with: `"decision":…,"input_hash":…,"output_hash":…,"reason":`.
  var sortedVerdict = 0..<0
  /// In JCS of a trace behind the reason: `,"run_id":…,"timestamp":…,"trace_id":`.
  var sortedRun = 0..<0
  /// Behind the id of a trace, as far as its action: `,"run_id":…,"correlation_id":…,"actor":…,"action":`.
  var run = 0..<0
  /// `,"input_hash":…,"output_hash":…`, and with what follows in a trace: `,"decision":…,"reason":`.
  var hashes = 0..<0
  var verdict = 0..<0
  /// The end of a trace: `,"timestamp":…}`.
  var end = 0..<0

  // MARK: Events

  /// With which an event begins: `{"job_id":…,"stream_id":…,"seq":`.
  var event = 0..<0
  /// Behind its version: `,"correlation_id":…,"trace_id":`, and behind its type: `","timestamp":…,"payload":`.
  var correlation = 0..<0
  var payload = 0..<0
}

extension RecordWriter {
  /// Writes what the run's entries and traces say alike, once all of it is known.
  mutating func writeFrame() {
    frameEntries()
    frameSortedTraces()
    frameTraces()
  }

  private mutating func frameEntries() {
    var start = parts.count
    parts.append(#"{"actor":"# as StaticString)
    parts.append(actor.canonical)
    parts.append(#","correlation_id":"#, again: words.correlationID)
    frame.opening = parts.cut(&start)
    parts.append(#","run_id":"#, again: words.runID)
    parts.append(#","sequence":"# as StaticString)
    frame.sequence = parts.cut(&start)
    parts.append(#","timestamp":"#, again: words.timestamp)
    parts.append(#","truth_id":"# as StaticString)
    frame.truth = parts.cut(&start)
    parts.append(#","timestamp":"#, again: words.timestamp)
    parts.append(#","correlation_id":"#, again: words.correlationID)
    parts.append(#","run_id":"#, again: words.runID)
    parts.append(#","actor":"# as StaticString)
    parts.append(actor.compact)
    parts.append(#","truth_id":"# as StaticString)
    frame.envelope = parts.cut(&start)
  }

  private mutating func frameSortedTraces() {
    var start = parts.count
    parts.append(#","actor":"# as StaticString)
    parts.append(actor.canonical)
    parts.append(#","correlation_id":"#, again: words.correlationID)
    let verdict = parts.count + 1
    parts.append(#","decision":"# as StaticString)
    parts.append(words.decision.written)
    parts.append(#","input_hash":"#, again: words.inputHash)
    parts.append(#","output_hash":"#, again: words.outputHash)
    parts.append(#","reason":"# as StaticString)
    frame.sortedTrace = parts.cut(&start)
    frame.sortedVerdict = verdict..<max(verdict, start)
    parts.append(#","run_id":"#, again: words.runID)
    parts.append(#","timestamp":"#, again: words.timestamp)
    parts.append(#","trace_id":"# as StaticString)
    frame.sortedRun = parts.cut(&start)
  }

  private mutating func frameTraces() {
    var start = parts.count
    parts.append(#","run_id":"#, again: words.runID)
    parts.append(#","correlation_id":"#, again: words.correlationID)
    parts.append(#","actor":"# as StaticString)
    parts.append(actor.compact)
    parts.append(#","action":"# as StaticString)
    frame.run = parts.cut(&start)
    let hashes = start
    parts.append(#","input_hash":"#, again: words.inputHash)
    parts.append(#","output_hash":"#, again: words.outputHash)
    frame.hashes = parts.cut(&start)
    parts.append(#","decision":"# as StaticString)
    parts.append(words.decision.written)
    parts.append(#","reason":"# as StaticString)
    start = hashes
    frame.verdict = parts.cut(&start)
    parts.append(#","timestamp":"#, again: words.timestamp)
    parts.append(UInt8(ascii: "}"))
    frame.end = parts.cut(&start)
  }

  /// Writes what the run's events say alike.
  mutating func frameEvents() {
    var start = parts.count
    parts.append(#"{"job_id":"#, again: words.jobID)
    parts.append(#","stream_id":"# as StaticString)
    parts.append(streamID)
    parts.append(#","seq":"# as StaticString)
    frame.event = parts.cut(&start)
    parts.append(#","correlation_id":"#, again: words.correlationID)
    parts.append(#","trace_id":"# as StaticString)
    frame.correlation = parts.cut(&start)
    parts.append(#"","timestamp":"#, again: words.timestamp)
    parts.append(#","payload":"# as StaticString)
    frame.payload = parts.cut(&start)
  }
}
