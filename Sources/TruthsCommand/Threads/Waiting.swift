/// What a task comes to, waited for on this thread, which must be one that no task runs on.
///
/// The commands are not asynchronous themselves, since a process that decides one proposal has no use for a second thread, and
/// starting one is a good part of its time.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let mailbox = Mailbox<Result<Value, any Error>>()
  Task.detached {
    do {
      mailbox.put(.success(try await work()))
    } catch {
      mailbox.put(.failure(error))
    }
  }
  return try mailbox.take().get()
}
