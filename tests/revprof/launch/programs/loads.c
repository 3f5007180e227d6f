// SPDX-License-Identifier: BSD-3-Clause
// A program that MPI comes to while it runs, as scripting languages are: it is its library that
// loads others.
#include <dlfcn.h>
#include <stddef.h>

void* loaded(const char* name);

#ifdef REVPROF_TEST_LIBRARY
void* loaded(const char* name) { return dlopen(name, RTLD_NOW); }
#else
int main(int argc, char** argv) { return argc > 1 && loaded(argv[1]) == NULL ? 1 : 0; }
#endif
