import Truths
import TruthsColumns

/// Decides orders in columns, as docs/embedding/swift.md shows.
///
/// - Returns: the outcome of each order, the deciding clause, and the reason.
func decideColumns(_ gate: Gate) throws -> [String] {
  let memory = Memory()
  defer { memory.free() }
  let columns = [
    texts("order_id", [0, 2, 4, 6, 8], Array("o1o2o3o4".utf8), in: memory),
    texts("customer_id", [0, 3, 6, 9, 12], Array("adaadabobada".utf8), in: memory),
    ColumnArray(name: "quantity", format: "i", length: 4, buffers: [memory.nothing, memory.buffer([3, 0, 3, 3] as [Int32])]),
    // Hundredths in 128 bits.
    ColumnArray(
      name: "total", format: "d:9,2", length: 4,
      buffers: [memory.nothing, memory.buffer([12_000, 12_000, 12_000, 90_000] as [Int128])]),
  ]
  let orders = ColumnArray(name: "", format: "+s", length: 4, buffers: [memory.nothing], children: columns)
  let decided = try gate.decide(ColumnBatch(orders), of: "place_order", want: .reason)
  let (outcomes, clauses, reasons) = (decided.columns[0], decided.columns[1], decided.columns[2])
  return (0..<decided.rows).map { row in
    [outcomes[row] ?? "no decision", clauses[row] ?? "all hold", reasons[row] ?? ""].joined(separator: ": ")
  }
}

/// Returns a column of texts. Its buffers are the validity bits, the end of each text, and the bytes.
private func texts(_ name: String, _ ends: [Int32], _ bytes: [UInt8], in memory: Memory) -> ColumnArray {
  let buffers = [memory.nothing, memory.buffer(ends), memory.buffer(bytes)]
  return ColumnArray(name: name, format: "u", length: ends.count - 1, buffers: buffers)
}

/// The memory of columns.
private final class Memory {
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  /// All is there: no bitmap is needed.
  let nothing = ColumnArray.Buffer(UnsafeRawBufferPointer(start: nil, count: 0))

  func buffer<Value: BitwiseCopyable>(_ values: [Value]) -> ColumnArray.Buffer {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: values.count * MemoryLayout<Value>.stride, alignment: 16)
    values.withUnsafeBytes { block.copyMemory(from: $0) }
    blocks.append(block)
    return ColumnArray.Buffer(UnsafeRawBufferPointer(block))
  }

  func free() {
    for block in blocks { block.deallocate() }
  }
}
