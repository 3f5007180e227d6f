// SPDX-License-Identifier: BSD-3-Clause
// Fortran's arguments made C's: every type of the prototypes in mpi.table once, so that the
// generated wrappers call the C handlers (MPI-3.1, 17.2). What a call changes is written back when
// its temporary goes, at the end of the call's statement.
#pragma once

#include <mpi.h>

#include <climits>
#include <cstddef>
#include <string>
#include <vector>

#include REVPROF_DECLARED_CALLS  // by this host's mpi.h
#include "revprof/mpi/request/small_array.hpp"

// Common blocks whose addresses stand for C's constants. Open MPI's C library has them, too, and a
// Fortran program's own take their place.
extern "C" {
extern MPI_Fint mpi_fortran_bottom_, mpi_fortran_in_place_;
extern MPI_Fint mpi_fortran_status_ignore_, mpi_fortran_statuses_ignore_;
extern MPI_Fint mpi_fortran_errcodes_ignore_;
extern MPI_Fint mpi_fortran_argv_null_, mpi_fortran_argvs_null_;
}

namespace revprof::fortran {

static_assert(sizeof(MPI_Fint) == sizeof(int), "arrays of integers are handed on as they are");

// A buffer.
inline void* choice(void* address) {
  if (address == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return address == &mpi_fortran_in_place_ ? MPI_IN_PLACE : address;
}

inline int* error_codes(MPI_Fint* codes) {
  return codes == &mpi_fortran_errcodes_ignore_ ? MPI_ERRCODES_IGNORE : codes;
}

#define REVPROF_HANDLE(type, name)                                                        \
  inline void from_fortran(MPI_Fint handle, type& made) { made = P##name##_f2c(handle); } \
  inline MPI_Fint to_fortran(type handle) { return P##name##_c2f(handle); }
REVPROF_HANDLE(MPI_Comm, MPI_Comm)
REVPROF_HANDLE(MPI_Datatype, MPI_Type)
REVPROF_HANDLE(MPI_Errhandler, MPI_Errhandler)
REVPROF_HANDLE(MPI_File, MPI_File)
REVPROF_HANDLE(MPI_Group, MPI_Group)
REVPROF_HANDLE(MPI_Info, MPI_Info)
REVPROF_HANDLE(MPI_Message, MPI_Message)
REVPROF_HANDLE(MPI_Op, MPI_Op)
REVPROF_HANDLE(MPI_Request, MPI_Request)
#ifdef REVPROF_DECLARES_MPI_Session_init
REVPROF_HANDLE(MPI_Session, MPI_Session)
#endif
REVPROF_HANDLE(MPI_Win, MPI_Win)
#undef REVPROF_HANDLE

// A handle that goes in.
template <class Handle>
Handle handle(const MPI_Fint* number) {
  Handle made;
  from_fortran(*number, made);
  return made;
}

// Handles that the call may change: only those that it did are written back.
template <class Handle>
class Handles {
 public:
  Handles(MPI_Fint* numbers, int count)
      : numbers_(numbers), before_(count < 0 ? 0 : count), now_(count < 0 ? 0 : count) {
    for (int i = 0; i < now_.size(); ++i) {
      from_fortran(numbers_[i], before_[i]);
      now_[i] = before_[i];
    }
  }
  ~Handles() {
    for (int i = 0; i < now_.size(); ++i) {
      if (now_[i] != before_[i]) numbers_[i] = to_fortran(now_[i]);
    }
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  operator Handle*() { return now_.begin(); }

 private:
  MPI_Fint* numbers_;
  SmallArray<Handle> before_, now_;
};

// MPI's own MPI_File_open leaves the program's handle as it was when it fails.
inline bool is_not_opened(MPI_File file) { return file == MPI_FILE_NULL; }
template <class Handle>
bool is_not_opened(Handle) {
  return false;
}

// A handle that the call makes: what the program had in its place is undefined, and not looked at.
template <class Handle>
class NewHandle {
 public:
  explicit NewHandle(MPI_Fint* number) : number_(number) {}
  ~NewHandle() {
    if (made_ != nullptr && !is_not_opened(made_)) *number_ = to_fortran(made_);
  }
  NewHandle(const NewHandle&) = delete;
  NewHandle& operator=(const NewHandle&) = delete;
  operator Handle*() { return &made_; }

 private:
  MPI_Fint* number_;
  Handle made_ = nullptr;  // no handle of Open MPI's is
};

// A status, or as many as there are requests; `ignored` stands for none.
class Statuses {
 public:
  Statuses(MPI_Fint* numbers, int count, const MPI_Fint* ignored, MPI_Status* none)
      : numbers_(numbers == ignored ? nullptr : numbers), none_(none), now_(count < 0 ? 0 : count) {
    if (numbers_ == nullptr) return;
    for (int i = 0; i < now_.size(); ++i) PMPI_Status_f2c(numbers_ + i * fields, &now_[i]);
  }
  ~Statuses() {
    if (numbers_ == nullptr) return;
    for (int i = 0; i < now_.size(); ++i) PMPI_Status_c2f(&now_[i], numbers_ + i * fields);
  }
  Statuses(const Statuses&) = delete;
  Statuses& operator=(const Statuses&) = delete;
  operator MPI_Status*() { return numbers_ == nullptr ? none_ : now_.begin(); }

 private:
  static constexpr int fields = sizeof(MPI_Status) / sizeof(MPI_Fint);

  MPI_Fint* numbers_;
  MPI_Status* none_;
  SmallArray<MPI_Status> now_;
};

inline Statuses status(MPI_Fint* numbers) {
  return {numbers, 1, &mpi_fortran_status_ignore_, MPI_STATUS_IGNORE};
}
inline Statuses statuses(MPI_Fint* numbers, int count) {
  return {numbers, count, &mpi_fortran_statuses_ignore_, MPI_STATUSES_IGNORE};
}

// Indices into an array of requests count from 1 in Fortran; MPI_UNDEFINED stays. What the call
// leaves alone stays as it was.
class Indices {
 public:
  Indices(MPI_Fint* numbers, int count) : numbers_(numbers), now_(count < 0 ? 0 : count) {
    for (int i = 0; i < now_.size(); ++i) now_[i] = untouched;
  }
  ~Indices() {
    for (int i = 0; i < now_.size(); ++i) {
      if (now_[i] != untouched) numbers_[i] = now_[i] == MPI_UNDEFINED ? now_[i] : now_[i] + 1;
    }
  }
  Indices(const Indices&) = delete;
  Indices& operator=(const Indices&) = delete;
  operator int*() { return now_.begin(); }

 private:
  static constexpr int untouched = INT_MIN;

  MPI_Fint* numbers_;
  SmallArray<int> now_;
};

// Characters: filled up with blanks, without an end mark; blanks around them do not count.
std::string text(const char* characters, std::size_t length);

// Characters that the call returns: cut off or filled up with blanks.
class ReturnedText {
 public:
  ReturnedText(char* characters, std::size_t length) : characters_(characters), length_(length) {}
  ~ReturnedText();
  ReturnedText(const ReturnedText&) = delete;
  ReturnedText& operator=(const ReturnedText&) = delete;
  operator char*() { return text_; }

 private:
  char* characters_;
  std::size_t length_;
  char text_[MPI_MAX_PROCESSOR_NAME] = {};  // the only call that returns some
};

// An array of them as C's argv.
class Texts {
 public:
  // `count` of them, or until a blank one where it is negative, `stride` apart.
  Texts(const char* characters, std::size_t length, int count, std::size_t stride);
  Texts(Texts&&) = default;
  operator char**() { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

// Arguments of one command, or of several: a two-dimensional array, the commands running first.
class Arguments {
 public:
  Arguments(const char* characters, std::size_t length, int commands);
  operator char**() { return none_ ? MPI_ARGV_NULL : static_cast<char**>(lists_.front()); }
  operator char***() { return none_ ? MPI_ARGVS_NULL : pointers_.data(); }

 private:
  bool none_;
  std::vector<Texts> lists_;
  std::vector<char**> pointers_;
};

inline void report(int error, MPI_Fint* ierror) {
  if (ierror != nullptr) *ierror = error;  // mpi_f08 leaves it out where the program does
}

}  // namespace revprof::fortran
