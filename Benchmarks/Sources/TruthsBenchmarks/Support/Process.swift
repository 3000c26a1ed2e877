import Glibc

/// Nanoseconds of a clock that never goes back.
@inline(__always)
func nanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// The most memory that this process ever held, in kilobytes.
func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}

/// Prints an error, and ends the process.
func fail(_ message: String) -> Never {
  let bytes = Array("bench: \(message)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
  exit(64)
}
