import CTruths
import Truths

extension ColumnArray {
  /// An array of the C data interface, which stays with its owner.
  ///
  /// - Returns: `nil` for what was released, or is no array of its schema.
  convenience init?(_ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?) {
    var left = Self.most
    guard let schema, let array, let read = ColumnArray.read(schema.pointee, array.pointee, depth: 0, &left) else { return nil }
    self.init(
      name: read.name, format: read.format, length: read.length, offset: read.offset, buffers: read.buffers,
      children: read.children,
      dictionary: read.dictionary)
  }

  /// An array of a schema without values; `nil` for a schema that was released, or that no array can have.
  static func empty(_ schema: ArrowSchema) -> ColumnArray? {
    var left = most
    return empty(schema, depth: 0, &left)
  }

  /// The most arrays within one. What has more, or nests deeper, is no batch of proposals; a structure that runs in a circle ends
  /// here.
  private static let most = 20_000
  private static let deepest = 100

  private static func read(_ schema: ArrowSchema, _ array: ArrowArray, depth: Int, _ left: inout Int) -> ColumnArray? {
    left -= 1
    guard left >= 0, depth <= deepest, schema.release != nil, array.release != nil, let format = schema.format,
      array.n_children == schema.n_children, (0...Int64(left)).contains(array.n_children), (0...65_536).contains(array.n_buffers),
      (schema.dictionary == nil) == (array.dictionary == nil), array.n_buffers == 0 || array.buffers != nil
    else { return nil }
    var children: [ColumnArray] = []
    for place in 0..<Int(array.n_children) {
      guard let type = schema.children?[place], let values = array.children?[place],
        let child = read(type.pointee, values.pointee, depth: depth + 1, &left)
      else { return nil }
      children.append(child)
    }
    var dictionary: ColumnArray?
    if let type = schema.dictionary, let values = array.dictionary {
      dictionary = read(type.pointee, values.pointee, depth: depth + 1, &left)
      if dictionary == nil { return nil }
    }
    return ColumnArray(
      name: schema.name.map { String(cString: $0) } ?? "", format: String(cString: format), length: Int(array.length),
      offset: Int(array.offset), buffers: (0..<Int(array.n_buffers)).map { Buffer(uncounted: array.buffers?[$0]) },
      children: children,
      dictionary: dictionary)
  }

  private static func empty(_ schema: ArrowSchema, depth: Int, _ left: inout Int) -> ColumnArray? {
    left -= 1
    guard left >= 0, depth <= deepest, schema.release != nil, let format = schema.format,
      (0...Int64(left)).contains(schema.n_children)
    else { return nil }
    var children: [ColumnArray] = []
    for place in 0..<Int(schema.n_children) {
      guard let type = schema.children?[place], let child = empty(type.pointee, depth: depth + 1, &left) else { return nil }
      children.append(child)
    }
    var dictionary: ColumnArray?
    if let type = schema.dictionary {
      dictionary = empty(type.pointee, depth: depth + 1, &left)
      if dictionary == nil { return nil }
    }
    return ColumnArray(
      name: schema.name.map { String(cString: $0) } ?? "", format: String(cString: format), length: 0, buffers: [],
      children: children, dictionary: dictionary)
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
