// SPDX-License-Identifier: BSD-3-Clause
// What becomes of assembly, line by line: hand-written functions such as GCC writes them.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "revprof/counted/counting.hpp"

namespace revprof {
namespace {

const std::string begin = "\t.file\t\"prog.c\"\n\t.text\n";
const std::string end = "\t.ident\t\"GCC: (Debian) 12\"\n";

std::string function(const std::string& name, const std::string& body) {
  return "\t.type\t" + name + ", @function\n" + name + ":\n\t.cfi_startproc\n" + body +
         "\t.cfi_endproc\n\t.size\t" + name + ", .-" + name + "\n";
}

// The lines of a function of the result, without the CFI directives.
std::vector<std::string> lines_of(const std::string& text, const std::string& name) {
  std::vector<std::string> lines;
  const std::size_t first = text.find(name + ":\n") + name.size() + 2;
  std::string body = text.substr(first, text.find("\t.size\t" + name) - first);
  while (!body.empty()) {
    const std::string line = body.substr(0, body.find('\n'));
    body.erase(0, line.size() + 1);
    if (line.find(".cfi_") == std::string::npos) lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> counted(const std::string& body) {
  return lines_of(counting(begin + function("f", body) + end), "f");
}

using Lines = std::vector<std::string>;

TEST(Counting, adds_one_instruction_for_each_block) {
  EXPECT_EQ(counted("\ttestl\t%edi, %edi\n\tje\t.L2\n\tmovl\t$1, %eax\n.L2:\n\taddl\t$2, %eax\n"
                    "\tcall\tg@PLT\n\tret\n"),
            Lines({"\tleaq\t2(%r15), %r15", "\ttestl\t%edi, %edi", "\tje\t.L2",
                   "\tleaq\t1(%r15), %r15", "\tmovl\t$1, %eax", ".L2:", "\tleaq\t3(%r15), %r15",
                   "\taddl\t$2, %eax", "\tcall\tg@PLT", "\tret"}));
}

TEST(Counting, labels_of_debuggers_and_tables_begin_no_block) {
  EXPECT_EQ(counted(".LFB1:\n.LVL2:\n\tnop\n.LEHB0:\n\tcall\tg\n.LEHE0:\n.L9:\n\tret\n"),
            Lines({".LFB1:", ".LVL2:", "\tleaq\t3(%r15), %r15", "\tnop", ".LEHB0:", "\tcall\tg",
                   ".LEHE0:", ".L9:", "\tret"}));
}

TEST(Counting, a_jump_table_and_a_handler_of_exceptions_make_their_labels_targets) {
  const std::string text = counting(
      begin + function("f", "\tjmp\t*.L4(,%rdi,8)\n.L5:\n\tnop\n.L6:\n\tret\n") +
      "\t.section\t.rodata\n.L4:\n\t.quad\t.L5\n\t.section\t.gcc_except_table,\"a\",@progbits\n"
      "\t.uleb128 .L6-.LFB1\n" +
      end);
  EXPECT_EQ(lines_of(text, "f"),
            Lines({"\tleaq\t1(%r15), %r15", "\tjmp\t*.L4(,%rdi,8)", ".L5:", "\tleaq\t1(%r15), %r15",
                   "\tnop", ".L6:", "\tleaq\t1(%r15), %r15", "\tret"}));
  EXPECT_NE(text.find(".L4:\n\t.quad\t.L5\n"), std::string::npos);  // data stay as they are
}

TEST(Counting, calls_of_known_library_functions_are_counted_by_name) {
  EXPECT_EQ(counted("\tcall\texp@PLT\n\tcall\tmemcpy\n\tjmp\tpowf\n"),
            Lines({"\tleaq\t3(%r15), %r15", "\tmovq\t__revprof_library_calls@gottpoff(%rip), %r11",
                   "\tincq\t%fs:0(%r11)", "\tcall\texp@PLT",
                   "\tmovq\t__revprof_library_calls@gottpoff(%rip), %r11", "\tincq\t%fs:80(%r11)",
                   "\taddq\t%rdx, %fs:136(%r11)", "\tcall\tmemcpy",
                   "\tmovq\t__revprof_library_calls@gottpoff(%rip), %r11", "\tincq\t%fs:16(%r11)",
                   "\tjmp\tpowf"}));
}

// Their sizes stand behind addresses (Fortran), or in registers (C).
TEST(Counting, calls_of_blas_count_their_operations) {
  const std::string table = "\tmovq\t__revprof_library_calls@gottpoff(%rip), %r11";
  EXPECT_EQ(
      counted("\tcall\tdgemm_@PLT\n\tcall\tcblas_ddot\n"),
      Lines({"\tleaq\t2(%r15), %r15", "\tmovslq\t(%rdx), %r10", "\tmovslq\t(%rcx), %rax",
             "\timulq\t%rax, %r10", "\tmovslq\t(%r8), %rax", "\timulq\t%rax, %r10",
             "\taddq\t%r10, %r10", table, "\tincq\t%fs:104(%r11)", "\taddq\t%r10, %fs:160(%r11)",
             "\tcall\tdgemm_@PLT", "\tmovslq\t%edi, %r10", "\taddq\t%r10, %r10", table,
             "\tincq\t%fs:120(%r11)", "\taddq\t%r10, %fs:176(%r11)", "\tcall\tcblas_ddot"}));
}

TEST(Counting, a_file_notes_which_functions_of_libraries_it_has_itself) {
  const std::string note = "\t.long\t2\n\t.string\t\"revprof\"\n\t.ascii\t\"dgemm\"\n";
  EXPECT_NE(counting(begin + "\t.globl\tdgemm_\n" + function("dgemm_", "\tret\n") + end).find(note),
            std::string::npos);
  for (const char* const name : {"f", "dgemm_"}) {  // another, or nobody else's
    const std::string text = counting(begin + function(name, "\tcall\tdgemm_\n") + end);
    EXPECT_EQ(text.find(note), std::string::npos) << name;
  }
}

// Its flags are in use. Nor is the program's own function of that name a library's.
TEST(Counting, a_jump_on_a_condition_to_a_library_is_left_alone) {
  EXPECT_EQ(counted("\ttestl\t%edi, %edi\n\tje\texp\n\tret\n"),
            Lines({"\tleaq\t2(%r15), %r15", "\ttestl\t%edi, %edi", "\tje\texp",
                   "\tleaq\t1(%r15), %r15", "\tret"}));
  const std::string text =
      counting(begin + function("exp", "\tret\n") + function("f", "\tcall\texp\n\tret\n") + end);
  EXPECT_EQ(lines_of(text, "f"), Lines({"\tleaq\t2(%r15), %r15", "\tcall\texp", "\tret"}));
}

TEST(Counting, prefixes_belong_to_their_instruction) {
  EXPECT_EQ(
      counted("\tje\t.L1\n\trep\n\tstosq\n.L1:\n\tlock addl\t$1, (%rdi)\n\trep ret\n"),
      Lines({"\tleaq\t1(%r15), %r15", "\tje\t.L1", "\tleaq\t1(%r15), %r15", "\trep", "\tstosq",
             ".L1:", "\tleaq\t2(%r15), %r15", "\tlock addl\t$1, (%rdi)", "\trep ret"}));
}

// The linker knows this sequence by its bytes.
TEST(Counting, leaves_what_the_linker_rewrites_together) {
  const Lines tls = {"\t.byte\t0x66", "\tleaq\tx@tlsgd(%rip), %rdi", "\t.value\t0x6666",
                     "\trex64",       "\tcall\t__tls_get_addr@PLT",  "\tret"};
  std::string body;
  for (const std::string& line : tls) body += line + "\n";
  Lines expected = {"\tleaq\t3(%r15), %r15"};
  expected.insert(expected.end(), tls.begin(), tls.end());
  EXPECT_EQ(counted(body), expected);
}

TEST(Counting, counts_inline_assembly_before_it_begins) {
  EXPECT_EQ(counted("#APP\n# 3 \"prog.c\" 1\n\t.intel_syntax noprefix\n1: mov eax, 1; dec eax\n"
                    "\tjnz 1b\n\t.att_syntax\n# 0 \"\" 2\n#NO_APP\n\tret\n"),
            Lines({"\tleaq\t4(%r15), %r15", "#APP", "# 3 \"prog.c\" 1", "\t.intel_syntax noprefix",
                   "1:", " mov eax, 1; dec eax", "\tjnz 1b", "\t.att_syntax", "# 0 \"\" 2",
                   "#NO_APP", "\tret"}));
}

TEST(Counting, a_function_that_others_may_call_looks_for_the_mark_first) {
  const std::string body = "\tendbr64\n.L2:\n\tnop\n\tjmp\t.L2\n";
  const Lines lines = lines_of(counting(begin + "\t.globl\tf\n" + function("f", body) + end), "f");
  ASSERT_EQ(lines.size(), 15u);
  EXPECT_EQ(lines[0], "\tendbr64");
  EXPECT_EQ(lines[1], "\tmovq\t%r15, %r11");
  EXPECT_EQ(lines[8], "\tjmp\t__revprof_enter");
  EXPECT_EQ(lines[11], ".L2:");  // the loop does not look again
  EXPECT_EQ(lines[12], "\tleaq\t2(%r15), %r15");
}

TEST(Counting, so_does_one_whose_address_is_taken) {
  const std::string address = function("g", "\tleaq\tf(%rip), %rax\n\tcall\th\n\tret\n");
  const std::string text =
      counting(begin + function("f", "\tret\n") + function("h", "\tret\n") + address + end);
  EXPECT_GT(lines_of(text, "f").size(), 2u);
  EXPECT_EQ(lines_of(text, "h"), Lines({"\tleaq\t1(%r15), %r15", "\tret"}));
}

TEST(Counting, arguments_on_the_stack_are_found_by_the_frame) {
  const auto enters = [](const std::string& body) {
    const std::string text = counting(begin + "\t.globl\tf\n" + function("f", body) + end);
    return text.find("\tjmp\t__revprof_enter_with_stack\n") != std::string::npos;
  };
  const std::string push = "\tpushq\t%rbx\n\t.cfi_def_cfa_offset 16\n";
  EXPECT_FALSE(enters(push + "\tmovq\t8(%rsp), %rax\n\tret\n"));
  EXPECT_TRUE(enters(push + "\tmovq\t16(%rsp), %rax\n\tret\n"));
  EXPECT_TRUE(enters("\tleaq\t8(%rsp), %r10\n\t.cfi_def_cfa 10, 0\n\tret\n"));
  const std::string frame =
      "\tpushq\t%rbp\n\t.cfi_def_cfa_offset 16\n\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register 6\n";
  EXPECT_FALSE(enters(frame + "\tmovq\t-8(%rbp), %rax\n\tmovq\t64(%rsp), %rax\n\tret\n"));
  EXPECT_TRUE(enters(frame + "\tmovl\t16(%rbp), %eax\n\tret\n"));
}

TEST(Counting, cold_parts_are_no_functions_of_their_own) {
  const std::string text =
      counting(begin + "\t.globl\tf\n" + function("f", "\tje\tf.cold\n\tret\n") +
               "\t.section\t.text.unlikely,\"ax\",@progbits\n" +
               function("f.cold", "\tcall\tabort\n") + end);
  EXPECT_EQ(lines_of(text, "f.cold"), Lines({"\tleaq\t1(%r15), %r15", "\tcall\tabort"}));
}

TEST(Counting, hands_over_where_the_library_looks_and_where_registers_come_back) {
  for (const std::string call :
       {"call\tMPI_Send@PLT", "call\tmpi_send_f08_@PLT", "jmp\tMPI_Barrier",
        "call\t*MPI_Recv@GOTPCREL(%rip)", "call\t_setjmp@PLT", "call\tlongjmp@PLT",
        "call\t__cxa_throw@PLT"}) {
    const Lines lines = counted("\t" + call + "\n\tret\n");
    ASSERT_GT(lines.size(), 2u) << call;
    EXPECT_EQ(lines[1], "\tcall\t__revprof_hand_over") << call;
    EXPECT_EQ(lines[2], "\t" + call);
    ASSERT_EQ(lines.size(), 5u) << call;
    EXPECT_EQ(lines[3], "\tleaq\t1(%r15), %r15") << call;  // what follows is counted behind it
  }
  EXPECT_EQ(counted("\tcall\tMPIshop\n").size(), 2u);
}

TEST(Counting, notes_how_much_code_counts) {
  const std::string text =
      counting(begin + function("f", "\tret\n") +
               "\t.section\t.text.t,\"axG\",@progbits,t,comdat\n" + function("t", "\tret\n") + end);
  EXPECT_NE(text.find("\t.section\t.note.revprof,\"a\",@note\n"), std::string::npos);
  EXPECT_NE(text.find("\t.section\t.note.revprof,\"aG\",@note,t,comdat\n"), std::string::npos);
}

TEST(Counting, assembly_that_gcc_has_not_written_stays_as_it_is) {
  const std::string text = "f:\n\tpushq\t%r15\n\tpopq\t%r15\n\tret\n";
  EXPECT_EQ(counting(text), text);
  const std::string data = begin + "\t.data\nx:\n\t.long\t1\n" + end;
  EXPECT_EQ(counting(data), data);
}

TEST(Counting, functions_written_in_assembly_may_use_the_register) {
  const std::string own =
      "#APP\n\t.globl own\n\t.type own, @function\nown:\n\tpushq %r15\n\tret\n#NO_APP\n";
  const std::string text = counting(begin + own + function("f", "\tret\n") + end);
  EXPECT_NE(text.find(own), std::string::npos);
}

std::string refusal(const std::string& text) {
  try {
    counting(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Counting, says_what_it_cannot_count) {
  EXPECT_EQ(
      refusal(begin + function("f", "\tmovq\t%r15, %rax\n\tret\n") + end),
      "prog.c (line 6 of its assembly): the code uses r15, the register that counts; expected "
      "that it is compiled with all of `revprof flags`, -ffixed-r15 among them");
  EXPECT_EQ(refusal(begin + function("f", "#APP\n\tmovq\t%r15, %rax\n#NO_APP\n\tret\n") + end),
            "prog.c (line 7 of its assembly): inline assembly uses r15, the register that counts; "
            "expected another one (or compile this file without `revprof flags`)");
  EXPECT_EQ(refusal("\t.file\t\"prog.c\"\n\t.intel_syntax noprefix\n" + end),
            "prog.c (line 2 of its assembly): expected AT&T syntax, found .intel_syntax; compile "
            "without -masm=intel");
}

}  // namespace
}  // namespace revprof
