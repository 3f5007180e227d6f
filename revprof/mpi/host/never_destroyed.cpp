// SPDX-License-Identifier: BSD-3-Clause
// What the library keeps outside its functions is never destroyed. A program may call MPI_Finalize
// in an exit handler or in a destructor, its own or a library's, which come after those of all that
// was made later, as MPI_Init has made it; the process ends anyway. Compilers register each
// destructor by this call (Itanium C++ ABI, section 3.3.5), which no other library sees.
// atexit() is made of it, too: in here it does nothing.

extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*);

int __cxa_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) { return 0; }
