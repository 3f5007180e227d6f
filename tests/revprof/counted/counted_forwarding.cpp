// SPDX-License-Identifier: BSD-3-Clause
// Which loads wait for which stores, in the text that the analyzer gets.
#include <gtest/gtest.h>

#include "revprof/counted/forwarding.hpp"

namespace revprof {
namespace {

TEST(Forwarding, a_maximum_in_memory_waits_for_the_round_before) {
  EXPECT_EQ(with_forwarding("\tmaxsd\t-8(%rbp), %xmm0\n\tmovsd\t%xmm0, -8(%rbp)\n"),
            "\tmaxsd\t(%r14), %xmm0\n\tmovsd\t%xmm0, -8(%rbp)\n\tmovq\t%xmm0, %r14\n");
}

TEST(Forwarding, a_place_that_moves_is_another_one) {
  const char* const loop = "\taddsd\t(%rax), %xmm0\n\tmovsd\t%xmm0, (%rax)\n\taddq\t$8, %rax\n";
  EXPECT_EQ(with_forwarding(loop), loop);
  const char* const by_part = "\taddl\t(%r8), %ecx\n\tmovl\t%ecx, (%r8)\n\tincl\t%r8d\n";
  EXPECT_EQ(with_forwarding(by_part), by_part);
  const char* const call = "\taddl\t(%rbx), %ecx\n\tmovl\t%ecx, (%rbx)\n\tcall\tf\n";
  EXPECT_EQ(with_forwarding(call), call);
}

TEST(Forwarding, what_was_stored_before_in_the_same_round_is_handed_over) {
  EXPECT_EQ(with_forwarding("\tmovl\t%eax, 4(%rdx,%rcx,4)\n\tcmpl\t4(%rdx,%rcx,4), %esi\n"
                            "\tincq\t%rcx\n"),
            "\tmovl\t%eax, 4(%rdx,%rcx,4)\n\tmovq\t%rax, %r14\n\tcmpl\t(%r14), %esi\n"
            "\tincq\t%rcx\n");
}

TEST(Forwarding, the_first_two_places_have_a_register_each) {
  EXPECT_EQ(with_forwarding("\tmovq\t%r9, a(%rip)\n\tmovq\t%r9, b(%rip)\n\tmovq\t%r9, c(%rip)\n"
                            "\tmovq\ta(%rip), %r9\n\taddq\tb(%rip), %r9\n\taddq\tc(%rip), %r9\n"),
            "\tmovq\t%r9, a(%rip)\n\tmovq\t%r9, %r14\n\tmovq\t%r9, b(%rip)\n\tmovq\t%r9, %r15\n"
            "\tmovq\t%r9, c(%rip)\n"
            "\tmovq\t(%r14), %r9\n\taddq\t(%r15), %r9\n\taddq\tc(%rip), %r9\n");
}

TEST(Forwarding, what_is_only_stored_stays_as_it_is) {
  const char* const only = "\tmovsd\t%xmm0, 8(%rsp)\n\tleaq\t8(%rsp), %rdi\n\tmovl\t$1, 4(%rsp)\n";
  EXPECT_EQ(with_forwarding(only), only);
}

}  // namespace
}  // namespace revprof
