import TruthsCheck
import TruthsJSON
import TruthsRuntime

extension Workspace {
  /// Why truths on facts reach one result in whatever order they fire, as JSON that a program can verify against the
  /// declarations: the version of its form; `truths`, the hash of the set; `strata`, the truths on facts in the order in which
  /// they run; `cycles`, the truths that feed each other, with the fields that no new value comes into; and `moves`, by
  /// lifecycle, the order of its states in which truths on facts move it.
  ///
  /// - Throws: the findings of a set with errors: it need not converge.
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
