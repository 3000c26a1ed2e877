// Re-exports the modules whose types the public API of `Truths` uses, so that importing `Truths` is enough.
@_exported public import TruthsAnswers
@_exported public import TruthsFindings
@_exported public import TruthsFixes
@_exported public import TruthsHandbook
@_exported public import TruthsReports
@_exported public import TruthsRuntime
@_exported public import TruthsText
