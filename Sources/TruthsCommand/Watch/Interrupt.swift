import Synchronization
import TruthsSystem

/// The writing end of the pipe that tells of an interrupt; a signal's handler can reach nothing but what is global.
private let bell = Atomic<Int32>(-1)

/// Waiting that an interrupt ends: the first one, or a request to terminate, is only heard; the second has its usual effect.
struct Interrupt {
  private let reading: Int32

  /// Begins to listen.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure("an interrupt cannot be listened for: \(FileSystem.reason())", .fault)
    }
    reading = ends[0]
    bell.store(ends[1], ordering: .relaxed)
    // Whoever started the process may have done so from a thread that no signal reaches, and then none reaches this one either.
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&heard, number)
      signal(number) { number in
        let code = errno
        signal(number, SIG_DFL)
        var byte: UInt8 = 1
        _ = write(bell.load(ordering: .relaxed), &byte, 1)
        errno = code
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  /// Waits, and tells whether it is time to end: an interrupt came, or nobody reads the output any more.
  func comes(within milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    return descriptors[0].revents != 0 || descriptors[1].revents & Int16(POLLERR) != 0
  }
}
