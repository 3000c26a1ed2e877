import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Name: PlacedName {}
