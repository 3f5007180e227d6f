// SPDX-License-Identifier: BSD-3-Clause
// Fills in the numbers.
#include "revprof/counted/runtime.hpp"

#include "revprof/counted/library_calls.hpp"
#include "revprof/counted/note.hpp"

namespace revprof {

namespace {

// A function of which the linker keeps one in each file.
std::string shared_function(const std::string& name, const std::string& body) {
  return "\t.section\t.text." + name + ",\"axG\",@progbits," + name + ",comdat\n" + "\t.weak\t" +
         name + "\n\t.hidden\t" + name + "\n\t.type\t" + name + ", @function\n" + name +
         ":\n\t.cfi_startproc\n" + body + "\t.cfi_endproc\n\t.size\t" + name + ", .-" + name + "\n";
}

// All registers but those that count stay: it may stand before any call, and behind one that
// returns a value. What is called uses general registers alone. A program may run where no library
// of ours is.
const std::string hand_over = R"(	pushq	%r11
	.cfi_adjust_cfa_offset 8
	movq	revprof_add_count@GOTPCREL(%rip), %r11
	testq	%r11, %r11
	je	.Lrevprof_nobody
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	pushq	%rcx
	.cfi_adjust_cfa_offset 8
	pushq	%rdx
	.cfi_adjust_cfa_offset 8
	pushq	%rsi
	.cfi_adjust_cfa_offset 8
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	pushq	%r8
	.cfi_adjust_cfa_offset 8
	pushq	%r9
	.cfi_adjust_cfa_offset 8
	pushq	%r10
	.cfi_adjust_cfa_offset 8
	movq	%r15, %rdi
	shlq	$MARK_BITS, %rdi
	shrq	$MARK_BITS, %rdi
	call	*%r11
HAND_OVER_BYTES	movq	revprof_add_library_calls@GOTPCREL(%rip), %r11
	testq	%r11, %r11
	je	.Lrevprof_no_table
	movq	__revprof_library_calls@gottpoff(%rip), %rdi
	addq	%fs:0, %rdi
	movl	$TABLE_WORDS, %esi
	call	*%r11
.Lrevprof_no_table:
	popq	%r10
	.cfi_adjust_cfa_offset -8
	popq	%r9
	.cfi_adjust_cfa_offset -8
	popq	%r8
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	popq	%rsi
	.cfi_adjust_cfa_offset -8
	popq	%rdx
	.cfi_adjust_cfa_offset -8
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	popq	%rax
	.cfi_adjust_cfa_offset -8
.Lrevprof_nobody:
	popq	%r11
	.cfi_adjust_cfa_offset -8
	movabsq	$MARK, %r15
CLEAR_BYTES	ret
)";
const std::string hand_over_bytes = R"(	movq	revprof_add_bytes@GOTPCREL(%rip), %r11
	testq	%r11, %r11
	je	.Lrevprof_no_bytes
	movq	%r14, %rdi
	call	*%r11
.Lrevprof_no_bytes:
)";

// r11: where the function goes on.
const std::string enter = R"(	pushq	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r15, 0
SAVE_BYTES	movabsq	$MARK, %r15
CLEAR_BYTES	notrack call	*%r11
	call	__revprof_hand_overSUFFIX
RESTORE_BYTES	popq	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r15
	ret
)";
// The stack stays aligned.
const std::string save_bytes = R"(	pushq	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r14, 0
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
)";
const std::string restore_bytes = R"(	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r14
)";
const std::string clear_bytes = "\txorl\t%r14d, %r14d\n";

// The same with a copy of the caller's arguments on the stack, 64 words of them.
const std::string enter_with_stack = R"(	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbp, 0
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	.cfi_offset %r15, -24
	pushq	%r14
	.cfi_offset %r14, -32
	subq	$512, %rsp
	pushq	%rcx
	pushq	%rsi
	pushq	%rdi
	leaq	16(%rbp), %rsi
	leaq	24(%rsp), %rdi
	movl	$64, %ecx
	rep movsq
	popq	%rdi
	popq	%rsi
	popq	%rcx
	movabsq	$MARK, %r15
CLEAR_BYTES	notrack call	*%r11
	call	__revprof_hand_overSUFFIX
	movq	-8(%rbp), %r15
	movq	-16(%rbp), %r14
	leave
	.cfi_def_cfa %rsp, 8
	ret
)";

// Each thread's table of library calls, one in each file.
std::string library_table() {
  const std::string name = "__revprof_library_calls",
                    bytes = std::to_string(8 * library_table_words);
  return "\t.section\t.tbss." + name + ",\"awTG\",@nobits," + name + ",comdat\n\t.balign\t8\n" +
         "\t.weak\t" + name + "\n\t.hidden\t" + name + "\n\t.type\t" + name +
         ", @object\n\t.size\t" + name + ", " + bytes + "\n" + name + ":\n\t.zero\t" + bytes + "\n";
}

void fill_in(std::string& text, const std::string& name, const std::string& with) {
  for (std::size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + with.size())) {
    text.replace(at, name.size(), with);
  }
}

// Owner, length, type; the content follows.
std::string note_head(const std::string& group, NoteType type, std::size_t bytes) {
  const std::string flags =
      group.empty() ? ",\"a\",@note\n" : ",\"aG\",@note," + group + ",comdat\n";
  return std::string("\t.section\t") + count_note_section + flags +
         "\t.balign\t4\n\t.long\t8\n\t.long\t" + std::to_string(bytes) + "\n\t.long\t" +
         std::to_string(static_cast<int>(type)) + "\n\t.string\t\"" + count_note_owner + "\"\n";
}
std::string text_of_note(std::string_view text) {
  return "\t.ascii\t\"" + std::string(text) + "\"\n\t.balign\t4\n";
}

// Twice the product of the sizes, in r10; rax tells variadic functions something, and no others.
std::string product_text(const LibrarySymbol& symbol) {
  std::string text;
  for (const std::string_view size : symbol.sizes) {
    if (size.empty()) break;
    const std::string load = "\tmovslq\t" + std::string(size) + ", ";
    text += text.empty() ? load + "%r10\n" : load + "%rax\n\timulq\t%rax, %r10\n";
  }
  return text + "\taddq\t%r10, %r10\n";
}

// Functions that keep the bytes, too, have names of their own.
std::string suffix(const Count& count) { return count.cycles() ? "_bytes" : ""; }

std::string filled(std::string text, const Count& count) {
  const auto if_cycles = [&](const std::string& part) { return count.cycles() ? part : ""; };
  fill_in(text, "RESTORE_BYTES", if_cycles(restore_bytes));
  fill_in(text, "SAVE_BYTES", if_cycles(save_bytes));
  fill_in(text, "CLEAR_BYTES", if_cycles(clear_bytes));
  fill_in(text, "HAND_OVER_BYTES", if_cycles(hand_over_bytes));
  fill_in(text, "TABLE_WORDS", std::to_string(library_table_words));
  fill_in(text, "MARK_BITS", std::to_string(64 - count_bits));
  fill_in(text, "MARK", std::to_string(count_mark << count_bits));
  fill_in(text, "SUFFIX", suffix(count));
  return text;
}

}  // namespace

std::string count_text(long amount, int bytes) {
  const auto add = [](long number, const char* name) {
    return "\tleaq\t" + std::to_string(number) + "(" + name + "), " + name + "\n";
  };
  return add(amount, "%r15") + (bytes > 0 ? add(bytes, "%r14") : "");
}

std::string hand_over_text(const Count& count) {
  return "\tcall\t__revprof_hand_over" + suffix(count) + "\n";
}

std::string library_call_text(const LibrarySymbol& symbol) {
  const std::size_t index = library_call(symbol.function);
  const LibraryFunction& function = library_calls[index];
  const bool has_product = function.unit == "flop";
  const auto word = [](std::size_t i) { return "%fs:" + std::to_string(8 * i) + "(%r11)\n"; };
  std::string text = has_product ? product_text(symbol) : "";
  text += "\tmovq\t__revprof_library_calls@gottpoff(%rip), %r11\n\tincq\t" + word(index);
  if (!says_work(function)) return text;
  const std::string work = has_product ? "%r10" : std::string(symbol.sizes[0]);
  return text + "\taddq\t" + work + ", " + word(work_word(index));
}

std::string entry_text(const Count& count, int number, bool takes_stack) {
  const std::string n = std::to_string(number);
  return "\tmovq\t%r15, %r11\n"
         "\tshrq\t$" +
         std::to_string(count_bits) +
         ", %r11\n"
         "\tcmpl\t$" +
         std::to_string(count_mark) +
         ", %r11d\n"
         "\tjne\t.Lrevprof_foreign" +
         n +
         "\n"
         "\t.subsection\t1\n"
         ".Lrevprof_foreign" +
         n +
         ":\n"
         "\tleaq\t.Lrevprof_entered" +
         n +
         "(%rip), %r11\n"
         "\tjmp\t__revprof_enter" +
         (takes_stack ? "_with_stack" : "") + suffix(count) +
         "\n"
         "\t.subsection\t0\n"
         ".Lrevprof_entered" +
         n + ":\n";
}

std::string code_note(const Count& count, const std::string& section, const std::string& group,
                      const std::string& label) {
  return "\t.section\t" + section + "\n" + label + "_end:\n" +
         note_head(group, NoteType::counted_code, 8 + count.processor.size()) + "\t.quad\t" +
         label + "_end-" + label + "\n" + text_of_note(count.processor);
}

std::string own_function_note(std::string_view function) {
  return note_head("", NoteType::own_function, function.size()) + text_of_note(function);
}

std::string runtime_text(const Count& count) {
  const auto function = [&](const std::string& name, const std::string& body) {
    return shared_function(name + suffix(count), filled(body, count));
  };
  return std::string("\t.weak\trevprof_add_count\n\t.weak\trevprof_add_library_calls\n") +
         (count.cycles() ? "\t.weak\trevprof_add_bytes\n" : "") + library_table() +
         function("__revprof_hand_over", hand_over) + function("__revprof_enter", enter) +
         function("__revprof_enter_with_stack", enter_with_stack) +
         "\t.section\t.note.GNU-stack,\"\",@progbits\n";
}

}  // namespace revprof
