import TruthsSystem

/// The processors of this machine.
enum Cores {
  /// How many work; at least one.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
