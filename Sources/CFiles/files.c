#include "CFiles.h"

// C23's #embed: what stands in the executable without files beside it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_OF(name) \
  struct embedded_file name(void) { return (struct embedded_file){name##_bytes, sizeof(name##_bytes)}; }

static const unsigned char page_style_bytes[] = {
#embed "files/theme.css"
    ,
#embed "files/page.css"
};
FILE_OF(page_style)

static const unsigned char proof_style_bytes[] = {
#embed "files/proof.css"
};
FILE_OF(proof_style)

static const unsigned char handbook_script_bytes[] = {
#embed "files/handbook.js"
};
FILE_OF(handbook_script)

static const unsigned char proof_script_bytes[] = {
#embed "files/proof.js"
};
FILE_OF(proof_script)

static const unsigned char converge_truths_bytes[] = {
#embed "files/converge.approval.truths"
};
FILE_OF(converge_truths)

static const unsigned char zone_table_bytes[] = {
#embed "files/zones.txt"
};
FILE_OF(zone_table)
