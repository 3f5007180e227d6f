// SPDX-License-Identifier: BSD-3-Clause
// A UPC program of one thread that knows no MPI: with up-calls of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event_numbers.h"
#include "revprof/gasp/interface.h"
#include "revprof/gasp/up_calls.h"

static char mail[REVPROF_UPC_MAIL_BYTES];

int revprof_upc_mythread(void) { return 0; }
int revprof_upc_threads(void) { return 1; }
int revprof_upc_threadof(const void* shared_address) { return shared_address == NULL; }
size_t revprof_upc_offset(const void* shared_address) { return (size_t)shared_address; }
void revprof_upc_barrier(void) {}
void revprof_upc_write(size_t at, const void* bytes, size_t count) {
  memcpy(mail + at, bytes, count);
}
void revprof_upc_read(int thread, size_t at, void* bytes, size_t count) {
  memcpy(bytes, mail + at + thread, count);
}
int revprof_upc_sync(int flags) { return flags; }
int revprof_upc_numbering(void) { return REVPROF_UPC_GNU; }
void revprof_upc_exit(int code) { exit(code); }

int main(int argc, char** argv) {
  const gasp_context_t context = gasp_init(GASP_MODEL_UPC, &argc, &argv);
  const unsigned compute = gasp_create_event(context, "revprof_compute", "%f");
  gasp_event_notify(context, compute, GASP_ATOMIC, __FILE__, __LINE__, 0, 5000.0);
  puts("alone");
  gasp_event_notify(context, collective_exit, GASP_START, __FILE__, __LINE__, 0, 0);
  gasp_event_notify(context, collective_exit, GASP_END, __FILE__, __LINE__, 0, 0);
  return 0;
}
