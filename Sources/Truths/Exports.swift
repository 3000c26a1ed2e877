// What the public API of this module takes and gives, wherever it is declared: whoever imports `Truths` sees it.
@_exported public import TruthsAnswers
@_exported public import TruthsFindings
@_exported public import TruthsFixes
@_exported public import TruthsHandbook
@_exported public import TruthsReports
@_exported public import TruthsRuntime
@_exported public import TruthsText
