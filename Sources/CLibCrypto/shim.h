// OpenSSL 3 prefers hashes that are looked up by name and allocated; these functions work on a plain value, and are of 1.1.0.
#define OPENSSL_API_COMPAT 10100
#include <openssl/sha.h>
