// SPDX-License-Identifier: BSD-3-Clause
// What only a UPC compiler can tell: revprof_gasp.upc defines these, compiled by the one that
// compiles the program. A shared address is handed over as GASP does it: by a pointer to the
// pointer-to-shared.
#ifndef REVPROF_GASP_UP_CALLS_H
#define REVPROF_GASP_UP_CALLS_H

#include <stddef.h>

#ifndef REVPROF_UP_CALL  // librevprof_gasp loads without them, too
#define REVPROF_UP_CALL
#endif

#ifdef __cplusplus
extern "C" {
#endif

REVPROF_UP_CALL int revprof_upc_mythread(void);
REVPROF_UP_CALL int revprof_upc_threads(void);

// With which thread it has affinity, and where in that thread's shared memory it is.
REVPROF_UP_CALL int revprof_upc_threadof(const void* shared_address);
REVPROF_UP_CALL size_t revprof_upc_offset(const void* shared_address);

// Of all threads.
REVPROF_UP_CALL void revprof_upc_barrier(void);

// Each thread has so many bytes of shared memory: it writes its own, and reads anybody's. What
// was written before is there before what is written afterwards.
#define REVPROF_UPC_MAIL_BYTES 4096
REVPROF_UP_CALL void revprof_upc_write(size_t at, const void* bytes, size_t count);
REVPROF_UP_CALL void revprof_upc_read(int thread, size_t at, void* bytes, size_t count);

// Of a collective's upc_flag_t, for its beginning, and times 4 for its end.
#define REVPROF_UPC_NOSYNC 0
#define REVPROF_UPC_MYSYNC 1
#define REVPROF_UPC_ALLSYNC 2
REVPROF_UP_CALL int revprof_upc_sync(int flags);

// Whose events these are.
#define REVPROF_UPC_GNU 1
#define REVPROF_UPC_BERKELEY 2
REVPROF_UP_CALL int revprof_upc_numbering(void);

// Ends all threads.
REVPROF_UP_CALL void revprof_upc_exit(int code);

#ifdef __cplusplus
}
#endif

#endif
