import Synchronization
package import TruthsText

/// Writers that are kept for the next piece of a batch: what one has worked out for its intents serves all pieces.
package final class RecordWriters: Sendable {
  private let recorder: RunRecorder
  private let form: RecordForm
  private let idle = Mutex<[KeptWriter]>([])

  /// No writers yet; each is made when it is needed first.
  package init(_ recorder: RunRecorder, _ form: RecordForm) {
    self.recorder = recorder
    self.form = form
  }

  /// A writer that nobody else has until it is given back.
  package func take() -> KeptWriter { idle.withLock { $0.popLast() } ?? KeptWriter(recorder, form) }

  /// Keeps a writer for whoever takes one next.
  package func give(back writer: KeptWriter) { idle.withLock { $0.append(writer) } }
}

/// A writer on its way from one piece of a batch to the next.
///
/// Sendable although it changes: whoever took it is the only one who has it.
package final class KeptWriter: @unchecked Sendable {
  @exclusivity(unchecked) private var writer: RecordWriter

  init(_ recorder: RunRecorder, _ form: RecordForm) { writer = RecordWriter(recorder, form) }

  /// See ``RecordWriter/write(_:to:)``.
  package func write(_ line: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) -> RecordWriter.Ending? {
    writer.write(line, to: &buffer)
  }
}
