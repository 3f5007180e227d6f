// SPDX-License-Identifier: BSD-3-Clause
// One function of BLAS, as a library that does not count has it, or a program's own source.
void dgemm_(const char* transposed_a, const char* transposed_b, const int* m, const int* n,
            const int* k, const double* alpha, const double* a, const int* lda, const double* b,
            const int* ldb, const double* beta, double* c, const int* ldc);

void dgemm_(const char* transposed_a, const char* transposed_b, const int* m, const int* n,
            const int* k, const double* alpha, const double* a, const int* lda, const double* b,
            const int* ldb, const double* beta, double* c, const int* ldc) {
  (void)transposed_a, (void)transposed_b;
  for (int j = 0; j < *n; ++j) {
    for (int i = 0; i < *m; ++i) {
      double sum = 0;
      for (int l = 0; l < *k; ++l) sum += a[i + l * *lda] * b[l + j * *ldb];
      c[i + j * *ldc] = *alpha * sum + *beta * c[i + j * *ldc];
    }
  }
}
