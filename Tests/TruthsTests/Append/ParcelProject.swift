import Foundation
import TruthsTestSupport

/// A project of one truth, which accepts a parcel once.
enum ParcelProject {
  static let truths = """
    pack demo:
      summary: Parcels on their way

    fact parcel.sent:
      key: [parcel_id]
      fields:
        parcel_id: text

    intent send_parcel:
      fields:
        parcel_id: text

    truth sending:
      when:
        - intent: send_parcel
      requires:
        - parcel_id exists
      produces:
        - fact.parcel.sent
        - trace.demo.sending

    """

  /// The time and the proposer.
  static let origin = #"--now 2026-01-31T09:00:00Z --actor '{"type":"user","user_id":"ann"}'"#

  /// Runs work in a new project, which is deleted afterwards.
  static func use<Result>(_ work: (URL) throws -> Result) throws -> Result {
    try withScratchDirectory { directory in
      let file = directory.appending(path: "truths/demo/demo.truths")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(truths.utf8).write(to: file)
      return try work(directory)
    }
  }

  /// A proposal that no other number makes.
  static func proposal(_ number: Int) -> String { "{\"action\": \"send_parcel\", \"parcel_id\": \"p\(number)\"}" }
}
