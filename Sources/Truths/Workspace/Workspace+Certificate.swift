import TruthsCheck
import TruthsJSON
import TruthsRuntime

/// Certificates of convergence, for `truths check --certificate`.
extension Workspace {
  /// Returns the proof, as JSON, that truths on facts reach the same result in any order; a program can check it against the
  /// declarations. Its members are the format version; `truths`, the hash of the set; `strata`, the truths on facts in
  /// execution order; `cycles`, the truths that feed each other, with the fields that never get new values; and `moves`, for
  /// each lifecycle the order of states that truths on facts follow.
  ///
  /// - Throws: the findings of a set with errors, because such a set may not converge.
  public func certificate() throws(Findings) -> String {
    let truths = try procedure().truthsHash
    return JSONValue.object(Self.certificate.object(of: (truths, Checker.certificate(of: loaded.units)))).lines
  }

  static let certificateShape = certificate.shape

  private static let certificate = JSONRecord<(truths: String, certificate: ConvergenceCertificate)>(
    [
      .required("certificate", .count(from: 1), "The version of the form.") { _ in 1 },
      .required("truths", .hash, "The truths hash.") { $0.truths },
    ], ConvergenceCertificate.record.fields { $0.certificate })
}
