"""Talks to `truths lsp` as real editors do: with the capabilities that each of them announces, over a project, every request at many
places. lsprotocol reads each answer strictly, so that one of another form than LSP 3.17 has is an error.

usage: session.py TRUTHS ROOT [EDITOR...]
"""

import asyncio
import pathlib
import sys
import time

import lsprotocol.types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, client_capabilities

EDITORS = ["neovim", "visual-studio-code", "emacs"]
AT_PLACES = {
    "hover": lsp.HoverParams,
    "definition": lsp.DefinitionParams,
    "declaration": lsp.DeclarationParams,
    "type_definition": lsp.TypeDefinitionParams,
    "implementation": lsp.ImplementationParams,
    "completion": lsp.CompletionParams,
    "signature_help": lsp.SignatureHelpParams,
    "document_highlight": lsp.DocumentHighlightParams,
    "prepare_call_hierarchy": lsp.CallHierarchyPrepareParams,
}


class Session:
    def __init__(self, client):
        self.client = client
        self.times = {}

    async def ask(self, name, parameters):
        begin = time.monotonic()
        answer = await getattr(self.client, name + "_async")(parameters)
        self.times.setdefault(name, []).append(time.monotonic() - begin)
        return answer

    async def whole(self, document, lines):
        """What is asked of a whole document."""
        everything = lsp.Range(lsp.Position(0, 0), lsp.Position(lines, 0))
        options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
        await self.ask("text_document_document_symbol", lsp.DocumentSymbolParams(document))
        await self.ask("text_document_folding_range", lsp.FoldingRangeParams(document))
        await self.ask("text_document_semantic_tokens_full", lsp.SemanticTokensParams(document))
        await self.ask("text_document_code_lens", lsp.CodeLensParams(document))
        await self.ask("text_document_document_link", lsp.DocumentLinkParams(document))
        await self.ask("text_document_formatting", lsp.DocumentFormattingParams(document, options))
        await self.ask("text_document_inlay_hint", lsp.InlayHintParams(document, everything))
        await self.ask("text_document_diagnostic", lsp.DocumentDiagnosticParams(document))
        context = lsp.CodeActionContext(diagnostics=[])
        await self.ask("text_document_code_action", lsp.CodeActionParams(document, everything, context))

    async def at(self, document, position):
        """What is asked at a place."""
        for name, parameters in AT_PLACES.items():
            answer = await self.ask("text_document_" + name, parameters(text_document=document, position=position))
            if name == "completion" and answer and answer.items:
                await self.ask("completion_item_resolve", answer.items[0])
            if name == "prepare_call_hierarchy" and answer:
                await self.ask("call_hierarchy_incoming_calls", lsp.CallHierarchyIncomingCallsParams(answer[0]))
                await self.ask("call_hierarchy_outgoing_calls", lsp.CallHierarchyOutgoingCallsParams(answer[0]))
        context = lsp.ReferenceContext(include_declaration=True)
        await self.ask("text_document_references", lsp.ReferenceParams(context, document, position))
        await self.ask("text_document_selection_range", lsp.SelectionRangeParams(document, [position]))
        try:
            await self.ask("text_document_prepare_rename", lsp.PrepareRenameParams(document, position))
        except JsonRpcException as refusal:
            if refusal.code != lsp.LSPErrorCodes.RequestFailed.value:
                raise


async def decides_though_asked(session, path, refreshed):
    """An editor asks again and again for what it shows; a change is decided all the same."""
    document = lsp.VersionedTextDocumentIdentifier(version=2, uri=path.as_uri())
    session.client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangeWholeDocument(path.read_text() + "# end\n")]))
    refreshed.clear()
    end = time.monotonic() + 60
    position = lsp.Position(0, 0)
    while not refreshed.is_set():
        if time.monotonic() > end:
            raise TimeoutError("nothing was decided while the editor asked")
        await session.ask("text_document_document_highlight", lsp.DocumentHighlightParams(document, position))
        await asyncio.sleep(0.05)


async def run(truths, root, editor):
    client = await ClientServerConfig(server_command=[truths, "lsp"]).start()
    client.feature("client/registerCapability")(lambda parameters: None)
    refreshed = asyncio.Event()
    client.feature("workspace/inlayHint/refresh")(lambda parameters: refreshed.set())
    client.feature("workspace/codeLens/refresh")(lambda parameters: None)
    folder = lsp.WorkspaceFolder(uri=root.as_uri(), name=root.name)
    await client.initialize_session(
        lsp.InitializeParams(capabilities=client_capabilities(editor), root_uri=root.as_uri(), workspace_folders=[folder]))
    session = Session(client)
    files = [path for kind in ("truths/**/*.truths", "jtbd/**/*.jtbd", "Fixtures/**/*.json") for path in sorted(root.glob(kind))[:8]]
    for path in files:
        text = path.read_text()
        item = lsp.TextDocumentItem(uri=path.as_uri(), language_id="truths", version=1, text=text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        document = lsp.TextDocumentIdentifier(path.as_uri())
        lines = text.split("\n")
        await session.whole(document, len(lines))
        for number in range(0, len(lines), 5):
            await session.at(document, lsp.Position(number, min(len(lines[number]), 8)))
    if client_capabilities(editor).workspace.inlay_hint:
        await decides_though_asked(session, files[0], refreshed)
    await session.ask("workspace_symbol", lsp.WorkspaceSymbolParams(""))
    await session.ask("workspace_diagnostic", lsp.WorkspaceDiagnosticParams([]))
    slowest = max(session.times, key=lambda name: sorted(session.times[name])[len(session.times[name]) // 2])
    count = sum(len(times) for times in session.times.values())
    await client.shutdown_session()
    print(f"{editor}: {count} requests over {len(files)} files; the slowest kind is {slowest}")


if __name__ == "__main__":
    tool, project, *editors = sys.argv[1:]
    for name in editors or EDITORS:
        asyncio.run(run(tool, pathlib.Path(project).resolve(), name))
