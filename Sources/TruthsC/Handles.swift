import Truths
import TruthsColumns

/// The object that a `truths_set` points to.
final class SetHandle: Sendable {
  let rules: RuleSet

  init(_ rules: RuleSet) { self.rules = rules }
}

/// The object that a `truths_session` points to.
final class SessionHandle: Sendable {
  let gate: Gate

  init(_ gate: Gate) { self.gate = gate }
}

/// The object that a `truths_partitions` points to.
final class PartitionsHandle: Sendable {
  let gate: PartitionGate

  init(_ gate: PartitionGate) { self.gate = gate }
}

extension SetHandle {
  /// Returns the handle of a pointer from ``opened(_:)``.
  static func at(_ pointer: OpaquePointer) -> SetHandle {
    Unmanaged<SetHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

extension SessionHandle {
  /// Returns the handle of a pointer from ``opened(_:)``.
  static func at(_ pointer: OpaquePointer) -> SessionHandle {
    Unmanaged<SessionHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

extension PartitionsHandle {
  /// Returns the handle of a pointer from ``opened(_:)``.
  static func at(_ pointer: OpaquePointer) -> PartitionsHandle {
    Unmanaged<PartitionsHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

/// Returns a pointer to a handle, which lives until ``close(_:)``.
func opened(_ handle: AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(handle).toOpaque()) }

/// Releases a handle.
func close(_ pointer: OpaquePointer) { Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(pointer)).release() }
