// SPDX-License-Identifier: BSD-3-Clause
// What the two files of the program share: its shared memory, and its clock.
#ifndef REVPROF_TESTS_EVERY_EVENT_H
#define REVPROF_TESTS_EVERY_EVENT_H

#include "upc_runtime.h"

enum { bytes = 1000 };

extern size_t data, flag, other_flag, lock, numbers, sums;
extern char own[bytes];
extern unsigned phase_event;
extern int next, last;

void microseconds(int n);
void took(const char* part);
// All clocks are equal.
void part(void);

void collectives(void);
void allocations(void);
void regions(void);

#endif
