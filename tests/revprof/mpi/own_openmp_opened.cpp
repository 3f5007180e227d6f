// SPDX-License-Identifier: BSD-3-Clause
// What own_openmp opens: the only file of the program that knows of OpenMP.
#include <numeric>
#include <vector>

extern "C" int sum_in_parallel(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  int sum = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = i;
#pragma omp single
    sum = std::accumulate(numbers.begin(), numbers.end(), 0);
#pragma omp for schedule(guided) reduction(+ : sum)
    for (unsigned long i = 0; i < numbers.size(); ++i) sum += numbers[i];
#pragma omp single
#pragma omp task
    sum -= 1;
  }
  return sum;
}

extern "C" void double_in_parallel(int* numbers,
                                   int count) {  // ends with a jump to OpenMP's function
#pragma omp parallel for schedule(dynamic) num_threads(3)
  for (int i = 0; i < count; ++i) numbers[i] *= 2;
}
