// SPDX-License-Identifier: BSD-3-Clause
// UPC's performance tool interface as it is called: GASP 1.5 (2006), its functions for programs
// (pupc.h), and the callback of 2005.
#ifndef REVPROF_GASP_INTERFACE_H
#define REVPROF_GASP_INTERFACE_H

#include <stdarg.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  GASP_MODEL_UPC,
  GASP_MODEL_TITANIUM,
  GASP_MODEL_CAF,
  GASP_MODEL_MPI,
  GASP_MODEL_SHMEM
} gasp_model_t;
typedef enum { GASP_START, GASP_END, GASP_ATOMIC } gasp_evttype_t;
typedef struct _gasp_context_S* gasp_context_t;

gasp_context_t gasp_init(gasp_model_t model, int* argc, char*** argv);
void gasp_event_notify(gasp_context_t context, unsigned int event, gasp_evttype_t type,
                       const char* file, int line, int column, ...);
void gasp_event_notifyVA(gasp_context_t context, unsigned int event, gasp_evttype_t type,
                         const char* file, int line, int column, va_list arguments);
int gasp_control(gasp_context_t context, int on);
unsigned int gasp_create_event(gasp_context_t context, const char* name, const char* description);

int pupc_control(int on);
unsigned int pupc_create_event(const char* name, const char* description);
void pupc_event_start(unsigned int event, ...);
void pupc_event_end(unsigned int event, ...);
void pupc_event_atomic(unsigned int event, ...);

// Without contexts.
void pupc_event_notify(unsigned int event, gasp_evttype_t type, const char* file, unsigned int line,
                       unsigned int column, ...);

// The simulated clock; a tick is a picosecond.
typedef uint64_t pupc_tick_t;
pupc_tick_t pupc_ticks_now(void);
uint64_t pupc_ticks_to_us(pupc_tick_t ticks);
uint64_t pupc_ticks_to_ns(pupc_tick_t ticks);
double pupc_tick_granularity(void);  // in microseconds
double pupc_tick_overhead(void);

#ifdef __cplusplus
}
#endif

#endif
