import CTruths
import Truths
import TruthsColumns

/// A stream of decided batches. Its consumer calls it from one thread at a time.
final class DecidedStream {
  private let gate: Gate
  private let intent: String
  private let want: ColumnWant
  private let rows: UnsafeMutablePointer<ArrowArrayStream>
  private let schema: UnsafeMutablePointer<ArrowSchema>
  /// The types of the columns of decisions.
  private var decided = DecidedColumns?.none
  private var error: UnsafeMutablePointer<CChar>?

  /// The error number of the C library for invalid arguments (`EINVAL`).
  private static let invalid: Int32 = 22

  /// - Parameter rows: the stream of proposals, which is moved into this object.
  init(_ gate: Gate, _ intent: String, _ want: ColumnWant, moving rows: UnsafeMutablePointer<ArrowArrayStream>) {
    self.gate = gate
    self.intent = intent
    self.want = want
    self.rows = .allocate(capacity: 1)
    self.rows.initialize(to: rows.pointee)
    rows.pointee.release = nil
    schema = .allocate(capacity: 1)
    schema.initialize(to: .none)
  }

  deinit {
    schema.pointee.release?(schema)
    schema.deallocate()
    rows.pointee.release?(rows)
    rows.deallocate()
    error?.deallocate()
  }

  /// Reads the types of the columns, without deciding rows.
  ///
  /// - Returns: whether the stream has types.
  /// - Throws: findings about the types.
  func open() throws(Findings) -> Bool {
    guard rows.pointee.get_schema?(rows, schema) == 0, let empty = ColumnArray.empty(schema.pointee) else { return false }
    decided = try gate.decide(ColumnBatch(empty), of: intent, want: want)
    return true
  }

  func give(schema: UnsafeMutablePointer<ArrowSchema>) -> Int32 {
    guard let decided else { return Self.invalid }
    decided.export(to: schema)
    return 0
  }

  /// Decides the next batch.
  func give(next: UnsafeMutablePointer<ArrowArray>) -> Int32 {
    next.initialize(to: .none)
    var array = ArrowArray.none
    let status = rows.pointee.get_next?(rows, &array) ?? Self.invalid
    guard status == 0 else {
      return fail(status, rows.pointee.get_last_error?(rows).map { String(cString: $0) } ?? "there is no next batch")
    }
    guard array.release != nil else { return 0 }
    defer { array.release?(&array) }
    guard let batch = ColumnArray.of(schema, &array) else {
      return fail(Self.invalid, "a batch is none of the columns of its stream")
    }
    do {
      try gate.decide(ColumnBatch(batch), of: intent, want: want).export(to: next)
      return 0
    } catch {
      return fail(Self.invalid, error.text())
    }
  }

  /// The message of the last call that failed.
  var lastError: UnsafePointer<CChar>? { error.map { UnsafePointer($0) } }

  private func fail(_ status: Int32, _ why: String) -> Int32 {
    error?.deallocate()
    error = text(why)
    return status
  }

  /// Exports the stream; the consumer takes ownership.
  func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    stream.initialize(
      to: ArrowArrayStream(
        get_schema: { stream, schema in
          guard let schema, let decided = DecidedStream.behind(stream) else { return DecidedStream.invalid }
          return decided.give(schema: schema)
        },
        get_next: { stream, array in
          guard let array, let decided = DecidedStream.behind(stream) else { return DecidedStream.invalid }
          return decided.give(next: array)
        },
        get_last_error: { DecidedStream.behind($0)?.lastError },
        release: { stream in
          guard let stream, stream.pointee.release != nil else { return }
          if let decided = stream.pointee.private_data { Unmanaged<DecidedStream>.fromOpaque(decided).release() }
          stream.pointee = .none
        }, private_data: Unmanaged.passRetained(self).toOpaque()))
  }

  private static func behind(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> DecidedStream? {
    stream?.pointee.private_data.map { Unmanaged<DecidedStream>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension ArrowArrayStream {
  /// A released stream.
  static var none: ArrowArrayStream {
    ArrowArrayStream(get_schema: nil, get_next: nil, get_last_error: nil, release: nil, private_data: nil)
  }
}
