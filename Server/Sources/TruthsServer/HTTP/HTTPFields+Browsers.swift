import HTTPTypes

/// Response headers for browsers.
extension HTTPFields {
  /// Adds headers for browsers: no guessing of types, no access for other sites, no caching, because any proposal can change a
  /// response.
  mutating func tellBrowsers() {
    self[.xContentTypeOptions] = "nosniff"
    self[.crossOriginResourcePolicy] = "same-origin"
    if self[.cacheControl] == nil, self[.eTag] == nil { self[.cacheControl] = "no-store" }
  }
}
