#ifndef CLIBFUZZER_H
#define CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own entry, for programs that have a `main` of their own. With it one executable holds every target; as long as
/// `main` came from libFuzzer, each target would have to be an executable, and be linked by itself.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

/// Between these two nothing that is made counts as never let go of. They come with `-sanitize=address`.
void __lsan_disable(void);
void __lsan_enable(void);

#endif
