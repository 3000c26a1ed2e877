#include "CReference.h"

// C23's #embed: pages stand in the executable without files beside it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char readme[] = {
#embed "../../docs/reference/README.md"
};
static const unsigned char files[] = {
#embed "../../docs/reference/files.md"
};
static const unsigned char types[] = {
#embed "../../docs/reference/types.md"
};
static const unsigned char clauses[] = {
#embed "../../docs/reference/clauses.md"
};
static const unsigned char functions[] = {
#embed "../../docs/reference/functions.md"
};
static const unsigned char dates[] = {
#embed "../../docs/reference/dates.md"
};
static const unsigned char declarations[] = {
#embed "../../docs/reference/declarations.md"
};
static const unsigned char approvals[] = {
#embed "../../docs/reference/approvals.md"
};
static const unsigned char runs[] = {
#embed "../../docs/reference/runs.md"
};
static const unsigned char answers[] = {
#embed "../../docs/reference/answers.md"
};
static const unsigned char hashes[] = {
#embed "../../docs/reference/hashes.md"
};
static const unsigned char ledgers[] = {
#embed "../../docs/reference/ledgers.md"
};
static const unsigned char sessions[] = {
#embed "../../docs/reference/sessions.md"
};
static const unsigned char server[] = {
#embed "../../docs/reference/server.md"
};
static const unsigned char fixtures[] = {
#embed "../../docs/reference/fixtures.md"
};
static const unsigned char command_line[] = {
#embed "../../docs/reference/command-line.md"
};
static const unsigned char partitions[] = {
#embed "../../docs/reference/partitions.md"
};
static const unsigned char limits[] = {
#embed "../../docs/reference/limits.md"
};
static const unsigned char diagnostics[] = {
#embed "../../docs/reference/diagnostics.md"
};
static const unsigned char cheatsheet[] = {
#embed "../../docs/reference/cheatsheet.md"
};

#define PAGE(name, text) {name, text, sizeof(text)}

static const struct reference_page pages[] = {
    PAGE("reference", readme),
    PAGE("files", files),
    PAGE("types", types),
    PAGE("clauses", clauses),
    PAGE("functions", functions),
    PAGE("dates", dates),
    PAGE("declarations", declarations),
    PAGE("approvals", approvals),
    PAGE("runs", runs),
    PAGE("answers", answers),
    PAGE("hashes", hashes),
    PAGE("ledgers", ledgers),
    PAGE("sessions", sessions),
    PAGE("server", server),
    PAGE("fixtures", fixtures),
    PAGE("command-line", command_line),
    PAGE("partitions", partitions),
    PAGE("limits", limits),
    PAGE("diagnostics", diagnostics),
    PAGE("cheatsheet", cheatsheet),
};

struct reference_page reference_page(size_t place) {
  if (place < sizeof(pages) / sizeof(pages[0])) return pages[place];
  return (struct reference_page){NULL, NULL, 0};
}
