import CTruths
import Truths
import TruthsColumns

// Exports of columns over the Arrow C data interface. The consumer owns them and calls `release`; it may move children away
// before.

extension DecidedColumns {
  /// Exports the columns; the consumer takes ownership.
  func export(to array: UnsafeMutablePointer<ArrowArray>) {
    let children = UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>.allocate(capacity: columns.count)
    for (position, column) in columns.enumerated() {
      let child = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
      let buffers = ArrowArray.buffers([column.nullCount > 0 ? column.validity : nil, column.offsets, column.data])
      child.initialize(
        to: ArrowArray(
          length: Int64(rows), null_count: Int64(column.nullCount), offset: 0, n_buffers: 3, n_children: 0, buffers: buffers,
          children: nil, dictionary: nil, release: releaseArray, private_data: Unmanaged.passRetained(column).toOpaque()))
      (children + position).initialize(to: child)
    }
    array.initialize(
      to: ArrowArray(
        length: Int64(rows), null_count: 0, offset: 0, n_buffers: 1, n_children: Int64(columns.count),
        buffers: ArrowArray.buffers([nil]),
        children: children, dictionary: nil, release: releaseArray, private_data: nil))
  }

  /// Exports the types of the columns; the consumer takes ownership.
  func export(to schema: UnsafeMutablePointer<ArrowSchema>) {
    let children = UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>.allocate(capacity: columns.count)
    for (place, column) in columns.enumerated() {
      let child = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
      child.initialize(to: ArrowSchema(format: "U", name: column.name))
      (children + place).initialize(to: child)
    }
    var whole = ArrowSchema(format: "+s", name: "")
    (whole.n_children, whole.children, whole.flags) = (Int64(columns.count), children, 0)
    schema.initialize(to: whole)
  }
}

extension ArrowArray {
  fileprivate static func buffers(_ buffers: [UnsafeRawPointer?]) -> UnsafeMutablePointer<UnsafeRawPointer?> {
    let copy = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: buffers.count)
    for (place, buffer) in buffers.enumerated() { (copy + place).initialize(to: buffer) }
    return copy
  }

  /// A released array.
  static var none: ArrowArray {
    ArrowArray(
      length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0, buffers: nil, children: nil, dictionary: nil,
      release: nil,
      private_data: nil)
  }
}

extension ArrowSchema {
  fileprivate init(format: String, name: String) {
    self.init(
      format: UnsafePointer(text(format)), name: UnsafePointer(text(name)), metadata: nil, flags: Int64(ARROW_FLAG_NULLABLE),
      n_children: 0, children: nil, dictionary: nil, release: releaseSchema, private_data: nil)
  }

  /// A released schema.
  static var none: ArrowSchema {
    ArrowSchema(
      format: nil, name: nil, metadata: nil, flags: 0, n_children: 0, children: nil, dictionary: nil, release: nil,
      private_data: nil)
  }
}

/// Returns a copy of a text with a zero byte after it.
func text(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = Array(text.utf8CString)
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  copy.initialize(from: bytes, count: bytes.count)
  return copy
}

private func releaseArray(_ array: UnsafeMutablePointer<ArrowArray>?) {
  guard let array, array.pointee.release != nil else { return }
  for place in 0..<Int(array.pointee.n_children) {
    guard let child = array.pointee.children?[place] else { continue }
    child.pointee.release?(child)
    child.deallocate()
  }
  array.pointee.children?.deallocate()
  array.pointee.buffers?.deallocate()
  if let column = array.pointee.private_data { Unmanaged<TextColumn>.fromOpaque(column).release() }
  array.pointee = .none
}

private func releaseSchema(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
  guard let schema, schema.pointee.release != nil else { return }
  for place in 0..<Int(schema.pointee.n_children) {
    guard let child = schema.pointee.children?[place] else { continue }
    child.pointee.release?(child)
    child.deallocate()
  }
  schema.pointee.children?.deallocate()
  schema.pointee.format?.deallocate()
  schema.pointee.name?.deallocate()
  schema.pointee = .none
}
