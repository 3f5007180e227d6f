// SPDX-License-Identifier: BSD-3-Clause
// What instructions read and write in memory, by their operands.
#include <gtest/gtest.h>

#include <string>

#include "revprof/counted/block.hpp"

namespace revprof {
namespace {

int bytes_of(const std::string& instruction) {
  const std::string text = "\t" + instruction + "\n";
  return memory_bytes(assembly_lines(text).at(0));
}

TEST(Block, a_register_or_a_suffix_says_how_much_memory_is_meant) {
  EXPECT_EQ(bytes_of("movq\t(%rdi,%rax,8), %rdx"), 8);
  EXPECT_EQ(bytes_of("movl\t%r10d, 8(%rbx)"), 4);
  EXPECT_EQ(bytes_of("addw\t%ax, (%rbx)"), 2);
  EXPECT_EQ(bytes_of("movb\t%r9b, table(%rip)"), 1);
  EXPECT_EQ(bytes_of("cmpb\t$0, (%rax)"), 1);
  EXPECT_EQ(bytes_of("addq\t$1, (%rax)"), 8);
  EXPECT_EQ(bytes_of("movzbl\t(%rsi), %eax"), 1);
  EXPECT_EQ(bytes_of("movswq\t(%rsi), %rax"), 2);
  EXPECT_EQ(bytes_of("movq\t%fs:count@tpoff(%r11), %rax"), 8);
  EXPECT_EQ(bytes_of("fldt\t16(%rbp)"), 10);
}

TEST(Block, vectors_are_as_wide_as_their_operation) {
  EXPECT_EQ(bytes_of("movsd\t(%rax), %xmm0"), 8);
  EXPECT_EQ(bytes_of("mulss\t(%rax), %xmm0"), 4);
  EXPECT_EQ(bytes_of("movupd\t(%rax), %xmm0"), 16);
  EXPECT_EQ(bytes_of("vfmadd231sd\t(%rax), %xmm0, %xmm1"), 8);
  EXPECT_EQ(bytes_of("vfmadd231pd\t(%rax), %ymm0, %ymm1"), 32);
  EXPECT_EQ(bytes_of("vmovups\t%zmm3, 64(%rdx)"), 64);
  EXPECT_EQ(bytes_of("vbroadcastsd\t(%rax), %ymm0"), 8);
  EXPECT_EQ(bytes_of("movhpd\t8(%rax), %xmm0"), 8);
  EXPECT_EQ(bytes_of("cvtsi2sdl\t(%rax), %xmm0"), 4);
  EXPECT_EQ(bytes_of("cvtsi2sdq\t(%rax), %xmm0"), 8);
}

TEST(Block, registers_the_stack_and_addresses_move_nothing) {
  EXPECT_EQ(bytes_of("addsd\t%xmm0, %xmm1"), 0);
  EXPECT_EQ(bytes_of("movq\t%rax, 24(%rsp)"), 0);
  EXPECT_EQ(bytes_of("leaq\t8(%rax,%rbx,4), %rdx"), 0);
  EXPECT_EQ(bytes_of("prefetcht0\t(%rax)"), 0);
  EXPECT_EQ(bytes_of("call\t*16(%rax)"), 0);
  EXPECT_EQ(bytes_of("jmp\t*.L4(,%rdi,8)"), 0);
  EXPECT_EQ(bytes_of("nopw\t0(%rax,%rax,1)"), 0);
}

}  // namespace
}  // namespace revprof
