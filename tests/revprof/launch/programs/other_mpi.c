// SPDX-License-Identifier: BSD-3-Clause
// The library of another MPI, as far as its name goes, and a program that calls it.
#ifdef REVPROF_TEST_LIBRARY
int MPI_Init(int* argc, char*** argv) { return argc == 0 || argv == 0; }
#else
int MPI_Init(int* argc, char*** argv);
int main(int argc, char** argv) { return MPI_Init(&argc, &argv); }
#endif
