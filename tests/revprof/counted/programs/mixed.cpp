// SPDX-License-Identifier: BSD-3-Clause
// All that makes counting hard in C++: exceptions through foreign code, longjmp, callbacks,
// threads, jump tables, inline assembly. Process 0 prints what comes out.
#include <mpi.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

// Calls back with its own value in every register that it may rely on, and with arguments on the
// stack; -1: one has changed.
#ifdef __x86_64__
asm(R"(
	.text
	.globl	foreign_call
	.type	foreign_call, @function
foreign_call:
	.cfi_startproc
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r15, 0
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r14, 0
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	movq	%rdi, %rax
	movq	$1234567, %r15
	movq	$7654321, %r14
	pushq	$8
	.cfi_adjust_cfa_offset 8
	pushq	$7
	.cfi_adjust_cfa_offset 8
	movl	$1, %edi
	movl	$2, %esi
	movl	$3, %edx
	movl	$4, %ecx
	movl	$5, %r8d
	movl	$6, %r9d
	call	*%rax
	addq	$24, %rsp
	.cfi_adjust_cfa_offset -24
	cmpq	$1234567, %r15
	jne	1f
	cmpq	$7654321, %r14
	je	2f
1:	movq	$-1, %rax
2:	popq	%r14
	.cfi_adjust_cfa_offset -8
	popq	%r15
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	foreign_call, .-foreign_call
)");
#endif
using Callback = long (*)(long, long, long, long, long, long, long, long);
extern "C" long foreign_call(Callback callback);

namespace {

std::jmp_buf before;
volatile bool throws = false;

long weigh(long a, long b, long c, long d, long e, long f, long g, long h) {
  if (throws) throw g;
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

__attribute__((noinline)) long choose(long x) {
  switch (x % 9) {
    case 0:
      return 5;
    case 1:
      return x / 7;
    case 2:
      return -x;
    case 3:
      return 12;
    case 4:
      throw std::runtime_error("four");
    case 5:
      return 99 ^ x;
    case 6:
      return -4;
    default:
      return x * x;
  }
}

__attribute__((noinline)) void jump(int depth) {
  if (depth == 0) std::longjmp(before, 3);
  jump(depth - 1);
}

int compare(const void* a, const void* b) {
  const int x = *static_cast<const int*>(a);
  const int y = *static_cast<const int*>(b);
  if (x == -77) throw 5;
  return x < y ? -1 : x > y ? 1 : 0;
}

long through_foreign_code() {
  long sum = foreign_call(weigh);
  throws = true;
  try {
    foreign_call(weigh);
  } catch (long g) {
    sum += 1000 * g;
  }
  throws = false;
  std::vector<int> numbers;
  unsigned next = 1;
  for (int i = 0; i < 1000; ++i)
    numbers.push_back(static_cast<int>((next = next * 69069 + 1) >> 8));
  std::qsort(numbers.data(), numbers.size(), sizeof(int), compare);
  for (const int number : numbers) sum = (sum * 31 + number) % 1000003;
  int few[] = {9, -77, 3, 1};
  try {
    std::qsort(few, 4, sizeof(int), compare);
  } catch (int five) {
    sum += 1000 * five;
  }
  return sum;
}

long in_threads() {
  std::vector<long> sums(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&sums, t] {
      for (long x = 0; x < 1000; ++x) {
        try {
          sums[t] += choose(x + static_cast<long>(t));
        } catch (const std::runtime_error&) {
          sums[t] += 1;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  long sum = 0;
  for (const long part : sums) sum += part;
  return sum;
}

long computed(int rank) {
  long sum = rank;
  for (long x = 0; x < 2000 * (rank + 1); ++x) {
    try {
      sum += choose(x);
    } catch (const std::exception&) {
      sum += 3;
    }
  }
  if (setjmp(before) == 0) {
    jump(10);
  } else {
    sum += 7;
  }
  sum += through_foreign_code() + in_threads();
#ifdef __x86_64__
  asm volatile("nop\n\tnop; nop" : : : "memory");
#endif
  const std::function<long(long)> twice = [&](long x) { return 2 * x + sum; };
  try {
    static_cast<void>(std::vector<int>().at(static_cast<std::size_t>(rank)));
  } catch (const std::out_of_range&) {
    sum += 11;
  }
  return twice(sum) % 1000003;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long all = 0;
  for (int round = 0; round < 3; ++round) {
    const long own = computed(rank + round);
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    long sum = 0;
    MPI_Reduce(&own, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    all += sum;
  }
  if (rank == 0) std::printf("%ld\n", all);
  MPI_Finalize();
}
