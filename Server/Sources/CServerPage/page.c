#include "CServerPage.h"

// C23's #embed: the page stands in the executable without files beside it. Its client is that of clients/javascript,
// and its colours are those of handbooks and proofs.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_AT(name) static const unsigned char name[] =

FILE_AT(index_html) {
#embed "files/index.html"
};
FILE_AT(theme_css) {
#embed "../../../Sources/CFiles/files/theme.css"
};
FILE_AT(page_css) {
#embed "files/page.css"
};
FILE_AT(icon_svg) {
#embed "files/icon.svg"
};
FILE_AT(act_js) {
#embed "files/act.js"
};
FILE_AT(check_js) {
#embed "files/check.js"
};
FILE_AT(dom_js) {
#embed "files/dom.js"
};
FILE_AT(example_js) {
#embed "files/example.js"
};
FILE_AT(fact_form_js) {
#embed "files/fact-form.js"
};
FILE_AT(facts_js) {
#embed "files/facts.js"
};
FILE_AT(fields_js) {
#embed "files/fields.js"
};
FILE_AT(form_js) {
#embed "files/form.js"
};
FILE_AT(handbook_js) {
#embed "files/handbook.js"
};
FILE_AT(hashes_js) {
#embed "files/hashes.js"
};
FILE_AT(heads_js) {
#embed "files/heads.js"
};
FILE_AT(intents_js) {
#embed "files/intents.js"
};
FILE_AT(ledger_js) {
#embed "files/ledger.js"
};
FILE_AT(live_js) {
#embed "files/live.js"
};
FILE_AT(main_js) {
#embed "files/main.js"
};
FILE_AT(proof_js) {
#embed "files/proof.js"
};
FILE_AT(proposal_js) {
#embed "files/proposal.js"
};
FILE_AT(queue_js) {
#embed "files/queue.js"
};
FILE_AT(reasons_js) {
#embed "files/reasons.js"
};
FILE_AT(rules_js) {
#embed "files/rules.js"
};
FILE_AT(run_facts_js) {
#embed "files/run-facts.js"
};
FILE_AT(run_js) {
#embed "files/run.js"
};
FILE_AT(session_js) {
#embed "files/session.js"
};
FILE_AT(steps_js) {
#embed "files/steps.js"
};
FILE_AT(timeline_js) {
#embed "files/timeline.js"
};
FILE_AT(undo_js) {
#embed "files/undo.js"
};
FILE_AT(ways_js) {
#embed "files/ways.js"
};
FILE_AT(words_js) {
#embed "files/words.js"
};
FILE_AT(client_index_js) {
#embed "../../../clients/javascript/src/index.js"
};
FILE_AT(client_client_js) {
#embed "../../../clients/javascript/src/client.js"
};
FILE_AT(client_awaiting_js) {
#embed "../../../clients/javascript/src/awaiting.js"
};
FILE_AT(client_errors_js) {
#embed "../../../clients/javascript/src/errors.js"
};
FILE_AT(client_keeper_js) {
#embed "../../../clients/javascript/src/keeper.js"
};
FILE_AT(client_storage_js) {
#embed "../../../clients/javascript/src/storage.js"
};
FILE_AT(client_core_audit_js) {
#embed "../../../clients/javascript/src/core/audit.js"
};
FILE_AT(client_core_awaited_js) {
#embed "../../../clients/javascript/src/core/awaited.js"
};
FILE_AT(client_core_backoff_js) {
#embed "../../../clients/javascript/src/core/backoff.js"
};
FILE_AT(client_core_client_js) {
#embed "../../../clients/javascript/src/core/client.js"
};
FILE_AT(client_core_connecting_js) {
#embed "../../../clients/javascript/src/core/connecting.js"
};
FILE_AT(client_core_connection_js) {
#embed "../../../clients/javascript/src/core/connection.js"
};
FILE_AT(client_core_context_js) {
#embed "../../../clients/javascript/src/core/context.js"
};
FILE_AT(client_core_following_js) {
#embed "../../../clients/javascript/src/core/following.js"
};
FILE_AT(client_core_json_js) {
#embed "../../../clients/javascript/src/core/json.js"
};
FILE_AT(client_core_keys_js) {
#embed "../../../clients/javascript/src/core/keys.js"
};
FILE_AT(client_core_messages_js) {
#embed "../../../clients/javascript/src/core/messages.js"
};
FILE_AT(client_core_outbox_js) {
#embed "../../../clients/javascript/src/core/outbox.js"
};
FILE_AT(client_core_sequence_js) {
#embed "../../../clients/javascript/src/core/sequence.js"
};
FILE_AT(client_core_sha256_js) {
#embed "../../../clients/javascript/src/core/sha256.js"
};
FILE_AT(client_core_view_js) {
#embed "../../../clients/javascript/src/core/view.js"
};
FILE_AT(client_transports_event_stream_js) {
#embed "../../../clients/javascript/src/transports/event-stream.js"
};
FILE_AT(client_transports_http_js) {
#embed "../../../clients/javascript/src/transports/http.js"
};
FILE_AT(client_transports_requests_js) {
#embed "../../../clients/javascript/src/transports/requests.js"
};
FILE_AT(client_transports_transport_js) {
#embed "../../../clients/javascript/src/transports/transport.js"
};
FILE_AT(client_transports_websocket_js) {
#embed "../../../clients/javascript/src/transports/websocket.js"
};

#define ROW(name, path) {path, name, sizeof(name)}

static const struct page_file files[] = {
    ROW(index_html, "index.html"),
    ROW(theme_css, "theme.css"),
    ROW(page_css, "page.css"),
    ROW(icon_svg, "icon.svg"),
    ROW(act_js, "act.js"),
    ROW(check_js, "check.js"),
    ROW(dom_js, "dom.js"),
    ROW(example_js, "example.js"),
    ROW(fact_form_js, "fact-form.js"),
    ROW(facts_js, "facts.js"),
    ROW(fields_js, "fields.js"),
    ROW(form_js, "form.js"),
    ROW(handbook_js, "handbook.js"),
    ROW(hashes_js, "hashes.js"),
    ROW(heads_js, "heads.js"),
    ROW(intents_js, "intents.js"),
    ROW(ledger_js, "ledger.js"),
    ROW(live_js, "live.js"),
    ROW(main_js, "main.js"),
    ROW(proof_js, "proof.js"),
    ROW(proposal_js, "proposal.js"),
    ROW(queue_js, "queue.js"),
    ROW(reasons_js, "reasons.js"),
    ROW(rules_js, "rules.js"),
    ROW(run_facts_js, "run-facts.js"),
    ROW(run_js, "run.js"),
    ROW(session_js, "session.js"),
    ROW(steps_js, "steps.js"),
    ROW(timeline_js, "timeline.js"),
    ROW(undo_js, "undo.js"),
    ROW(ways_js, "ways.js"),
    ROW(words_js, "words.js"),
    ROW(client_index_js, "client/index.js"),
    ROW(client_client_js, "client/client.js"),
    ROW(client_awaiting_js, "client/awaiting.js"),
    ROW(client_errors_js, "client/errors.js"),
    ROW(client_keeper_js, "client/keeper.js"),
    ROW(client_storage_js, "client/storage.js"),
    ROW(client_core_audit_js, "client/core/audit.js"),
    ROW(client_core_awaited_js, "client/core/awaited.js"),
    ROW(client_core_backoff_js, "client/core/backoff.js"),
    ROW(client_core_client_js, "client/core/client.js"),
    ROW(client_core_connecting_js, "client/core/connecting.js"),
    ROW(client_core_connection_js, "client/core/connection.js"),
    ROW(client_core_context_js, "client/core/context.js"),
    ROW(client_core_following_js, "client/core/following.js"),
    ROW(client_core_json_js, "client/core/json.js"),
    ROW(client_core_keys_js, "client/core/keys.js"),
    ROW(client_core_messages_js, "client/core/messages.js"),
    ROW(client_core_outbox_js, "client/core/outbox.js"),
    ROW(client_core_sequence_js, "client/core/sequence.js"),
    ROW(client_core_sha256_js, "client/core/sha256.js"),
    ROW(client_core_view_js, "client/core/view.js"),
    ROW(client_transports_event_stream_js, "client/transports/event-stream.js"),
    ROW(client_transports_http_js, "client/transports/http.js"),
    ROW(client_transports_requests_js, "client/transports/requests.js"),
    ROW(client_transports_transport_js, "client/transports/transport.js"),
    ROW(client_transports_websocket_js, "client/transports/websocket.js"),
};

struct page_files page_files(void) { return (struct page_files){files, sizeof(files) / sizeof(files[0])}; }
