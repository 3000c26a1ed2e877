// The processor's request to bring memory into its cache, which Swift has no word for. The address may be any.
static inline __attribute__((always_inline)) void prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }
