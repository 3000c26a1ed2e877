/// A small bundle, and how it can be wrong.
enum BundleSamples {
  /// - Parameters:
  ///   - version: the version of the form.
  ///   - source: the version of the pack that the source says.
  ///   - more: text in front of the sources.
  static func bundle(version: Int = 1, source: String = "1.0.0", more: String = "") -> DiagnosticSample {
    let text = """
      {
        "truthpack": \(version),
        "declarations": {"pack demo": {"version": "1.0.0"}},
        "governing": {},
        "truths": "sha256:98cf40f1812c33a7a1268d47e5e30addb828b7084eeb81ecc38519df492cf423",\(more)
        "sources": {"truths/demo/demo.truths": "pack demo:\\n  version: \(source)\\n"}
      }

      """
    return DiagnosticSample(.check, files: [("demo.truthpack", text)])
  }
}
