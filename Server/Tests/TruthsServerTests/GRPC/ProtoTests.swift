import Foundation
import Testing

/// The service and its messages as the contract writes them (§14.1).
@Suite
struct ProtoTests {
  static let contract = """
    service ContextService {
      // Stream context entries (facts, proposals, traces, decisions)
      rpc Watch(WatchRequest) returns (stream ContextEntry);

      // Append a new entry (proposal, trace)
      rpc Append(AppendRequest) returns (AppendResponse);

      // Get current snapshot (for initial load or reconnect)
      rpc Snapshot(SnapshotRequest) returns (SnapshotResponse);

      // Subscribe to run status changes
      rpc WatchRun(WatchRunRequest) returns (stream RunStatus);
    }

    message ContextEntry {
      string entry_id = 1;
      string entry_type = 2;  // fact|proposal|trace|decision
      string correlation_id = 3;
      string run_id = 4;
      string truth_id = 5;
      string actor_id = 6;
      int64 sequence = 7;     // For ordering and resume
      int64 timestamp = 8;
      bytes payload = 9;
    }

    message RunStatus {
      string run_id = 1;
      string status = 2;      // running|converged|halted|waiting
      repeated string waiting_for = 3;
      int32 facts_count = 4;
      int32 pending_count = 5;
      string halt_reason = 6;
      string halt_truth_id = 7;
    }

    message WatchRequest {
      string correlation_id = 1;  // Watch specific correlation
      string run_id = 2;          // Or watch specific run
      int64 since_sequence = 3;   // Resume from sequence number
      repeated string entry_types = 4;  // Filter by type
    }
    """

  @Test("the contract's service and messages stand in proto/ letter for letter")
  func contract() throws {
    let file = ServerProcess.repository.appending(path: "proto/converge/v1/context.proto")
    #expect(try String(contentsOf: file, encoding: .utf8).contains(Self.contract))
  }
}
