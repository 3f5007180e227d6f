// SPDX-License-Identifier: BSD-3-Clause
// A program that has nothing to do with MPI.
int main(void) { return 0; }
