import HTTPTypes

extension HTTPFields {
  /// Says what a browser may do with an answer: guess no other type, show it to no page of another site, and keep nothing, for
  /// it may be another one as soon as somebody proposes.
  mutating func tellBrowsers() {
    self[.xContentTypeOptions] = "nosniff"
    self[.crossOriginResourcePolicy] = "same-origin"
    if self[.cacheControl] == nil, self[.eTag] == nil { self[.cacheControl] = "no-store" }
  }
}
