import CTruths
import Truths
import TruthsColumns

/// Imports of batches over the Arrow C data interface.
extension ColumnArray {
  /// Returns the column of an array, which stays with its owner; `nil` where the array is released or does not fit its schema.
  static func of(_ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?) -> ColumnArray? {
    guard let schema, let array else { return nil }
    var left = most
    return read(schema.pointee, array.pointee, depth: 0, &left)
  }

  /// Returns a column without values; `nil` for a released schema.
  static func empty(_ schema: ArrowSchema) -> ColumnArray? {
    var left = most
    return read(schema, nil, depth: 0, &left)
  }

  /// The maximum number of arrays inside one array, and their maximum depth. A batch of proposals has fewer, and the limits also
  /// end cycles.
  private static let (most, deepest) = (20_000, 100)

  private static func read(_ schema: ArrowSchema, _ array: ArrowArray?, depth: Int, _ budget: inout Int) -> ColumnArray? {
    budget -= 1
    guard budget >= 0, depth <= deepest, schema.release != nil, (0...Int64(budget)).contains(schema.n_children),
      let format = text(schema.format, &budget), let name = schema.name == nil ? "" : text(schema.name, &budget)
    else { return nil }
    if let array {
      guard array.release != nil, array.n_children == schema.n_children, (0...65_536).contains(array.n_buffers),
        array.n_buffers == 0 || array.buffers != nil, (schema.dictionary == nil) == (array.dictionary == nil)
      else { return nil }
      budget -= Int(array.n_buffers) / 16
    }
    var children: [ColumnArray] = []
    for place in 0..<Int(schema.n_children) {
      guard let type = schema.children?[place], array == nil || array?.children?[place] != nil,
        let child = read(type.pointee, array?.children?[place]?.pointee, depth: depth + 1, &budget)
      else { return nil }
      children.append(child)
    }
    var dictionary: ColumnArray?
    if let type = schema.dictionary {
      dictionary = read(type.pointee, array?.dictionary?.pointee, depth: depth + 1, &budget)
      if dictionary == nil { return nil }
    }
    let buffers = (0..<Int(array?.n_buffers ?? 0)).map { Buffer(uncounted: array?.buffers?[$0]) }
    return ColumnArray(
      name: name, format: format, length: Int(array?.length ?? 0), offset: Int(array?.offset ?? 0), buffers: buffers,
      children: children, dictionary: dictionary)
  }

  /// Returns a C string. A long one counts as several arrays, because all arrays may share it.
  private static func text(_ start: UnsafePointer<CChar>?, _ budget: inout Int) -> String? {
    guard let start else { return nil }
    var count = 0
    while start[count] != 0 {
      count += 1
      if count % 256 == 0 { budget -= 1 }
      if budget < 0 { return nil }
    }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension ColumnWant {
  init?(_ code: truths_want) {
    switch Int(code) {
    case TRUTHS_WANT_OUTCOME: self = .outcome
    case TRUTHS_WANT_REASON: self = .reason
    case TRUTHS_WANT_RECORD: self = .record
    default: return nil
    }
  }
}
