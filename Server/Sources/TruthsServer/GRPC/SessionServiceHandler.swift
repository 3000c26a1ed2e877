import Foundation
import GRPCCore
import SwiftProtobuf
import Truths
import TruthsServerCore
import TruthsServerMessages

/// Handles the session protocol over one bidirectional gRPC stream.
struct SessionServiceHandler: Converge_V1_SessionService.ServiceProtocol {
  let calls: GRPCCalls

  func session(
    request: StreamingServerRequest<Converge_V1_ClientMessage>, context: ServerContext
  ) async throws -> StreamingServerResponse<Converge_V1_ServerMessage> {
    try await calls.stream(request.metadata, context) { speaker, client, writer in
      let conversation = Conversation(
        over: "grpc", with: client, of: speaker, host: calls.host, metrics: calls.site.metrics,
        write: { messages in
          for message in messages {
            try await writer.write(Converge_V1_ServerMessage.with { $0.json = Data(message) })
          }
        },
        log: { calls.log($0, of: context.descriptor.fullyQualifiedMethod, context) })
      let hasClientEnded = Flag()
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          for try await message in request.messages {
            guard try await conversation.take(Array(message.json)) else { return }
          }
          hasClientEnded.set()
          await calls.host.end(client)
        }
        try await conversation.tell()
      }
      return hasClientEnded.isSet
    }
  }
}
