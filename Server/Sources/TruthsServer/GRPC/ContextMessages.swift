import Foundation
import Truths
import TruthsServerMessages

/// Conversions of the session's entries, snapshots and statuses to gRPC messages.
extension Converge_V1_ContextEntry {
  init(_ entry: RunContextEntry) {
    self.init()
    (entryID, entryType, correlationID) = (entry.entryID, entry.entryType, entry.correlationID)
    (runID, truthID, actorID) = (entry.runID, entry.truthID, entry.actorID)
    (sequence, timestamp) = (Int64(entry.sequence), Int64(entry.timestamp))
    payload = Data(entry.payload)
  }
}

extension Converge_V1_RunStatus {
  init(_ progress: RunProgress) {
    self.init()
    (runID, status, waitingFor) = (progress.runID, progress.status, progress.waitingFor)
    (factsCount, pendingCount) = (Int32(clamping: progress.factsCount), Int32(clamping: progress.pendingCount))
    (haltReason, haltTruthID) = (progress.haltReason, progress.haltTruthID)
  }
}

extension Converge_V1_AppendResponse {
  init(_ answer: RunAnswer) {
    self.init()
    entryID = answer.decisionID ?? ""
    if let progress = answer.progress {
      runID = progress.runID
      status = Converge_V1_RunStatus(progress)
    }
    sequence = Int64(answer.ledgerSize)
    (decision, reason, truthID) = (answer.decision ?? "", answer.reason, answer.truthID ?? "")
  }
}

extension Converge_V1_SnapshotResponse {
  init(_ snapshot: RunContextSnapshot) {
    self.init()
    sequence = Int64(snapshot.sequence)
    entries = snapshot.entries.map { Converge_V1_ContextEntry($0) }
    runs = snapshot.runs.map { Converge_V1_RunStatus($0) }
    state = Data(snapshot.state)
  }
}
