// SPDX-License-Identifier: BSD-3-Clause
// Messages that their receives are too short for.
#pragma once

#include "check.hpp"

inline std::string class_of(int error) {
  int error_class = -1, length = 0;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Error_class(error, &error_class);
  MPI_Error_string(error_class, text, &length);
  return std::string(text, static_cast<std::size_t>(length));
}

inline void check_count(const MPI_Status& status, int expected) {
  int count = -1;
  MPI_Get_count(&status, MPI_BYTE, &count);
  CHECK_EQUAL(count, expected);
}

// A message longer than its receiver's buffer: MPI_ERR_TRUNCATE, and not a byte beyond the buffer.
inline void truncated(const World& world, int source, int sent, int capacity, bool pre_posted,
                      int way) {
  Guarded out(sent), in(capacity);
  out.fill(7);
  MPI_Request send = MPI_REQUEST_NULL, receive = MPI_REQUEST_NULL;
  MPI_Status status = wrong_status();
  const auto post = [&] {
    CHECK_MPI(MPI_Irecv(in.get(), capacity, MPI_BYTE, source, 1, MPI_COMM_WORLD, &receive));
  };
  if (way > 0 && pre_posted) post();
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK_MPI(MPI_Isend(out.get(), sent, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD, &send));
  if (way > 0 && !pre_posted) post();
  int error = MPI_SUCCESS, index = 0, flag = 0, count = 0;
  switch (way) {
    case 0:
      error = MPI_Recv(in.get(), capacity, MPI_BYTE, source, 1, MPI_COMM_WORLD, &status);
      break;
    case 1:
      error = MPI_Wait(&receive, &status);
      break;
    case 2:
      error = MPI_Waitall(1, &receive, &status);
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    case 3:
      error = MPI_Waitany(1, &receive, &index, &status);
      break;
    case 4:
      error = MPI_Waitsome(1, &receive, &count, &index, &status);
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    case 5:
      while (count == 0) error = MPI_Testsome(1, &receive, &count, &index, &status);
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    case 6:
      while (flag == 0 && error == MPI_SUCCESS) {
        error = MPI_Testall(1, &receive, &flag, &status);
      }
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    default:
      while (flag == 0 && error == MPI_SUCCESS) error = MPI_Test(&receive, &flag, &status);
  }
  CHECK_EQUAL(class_of(error), class_of(MPI_ERR_TRUNCATE));
  CHECK_EQUAL(status.MPI_SOURCE, world.previous());
  CHECK_EQUAL(status.MPI_TAG, 1);
  if (!host_is_mpich) check_count(status, sent);
  if (receive != MPI_REQUEST_NULL) MPI_Request_free(&receive);
  in.check(7, host_is_mpich ? 0 : capacity, __FILE__, __LINE__);
  CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
  MPI_Barrier(MPI_COMM_WORLD);
}

// Open MPI writes all of a message that it copies in one piece, plainly, too, where the program has
// room for it.
inline void overrun(const World& world) {
  constexpr int sent = 16'000, asked = 1000, room = 3 * sent;
  static char out[sent], in[room];
  std::vector<std::vector<char>> heap(400, std::vector<char>(asked, 5));
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  for (int way = 0; way < 2; ++way) {
    MPI_Isend(out, sent, MPI_CHAR, world.next(), 4, MPI_COMM_WORLD, &requests[0]);
    if (way > 0) {
      MPI_Irecv(in, asked, MPI_CHAR, world.previous(), 4, MPI_COMM_WORLD, &requests[1]);
    }
    const int error = way > 0 ? MPI_Wait(&requests[1], MPI_STATUS_IGNORE)
                              : MPI_Recv(in, asked, MPI_CHAR, world.previous(), 4, MPI_COMM_WORLD,
                                         MPI_STATUS_IGNORE);
    CHECK_EQUAL(class_of(error), class_of(MPI_ERR_TRUNCATE));
    CHECK_MPI(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  }
  for (const auto& block : heap) CHECK(block == std::vector<char>(asked, 5));
}

inline void truncation(const World& world) {
  for (int way = 0; way <= 7; ++way) {
    for (const bool pre_posted : {false, true}) {
      if (way == 0 && pre_posted) continue;
      for (const int source : {world.previous(), MPI_ANY_SOURCE}) {
        truncated(world, source, 9, 8, pre_posted, way);
        truncated(world, source, 1, 0, pre_posted, way);
        truncated(world, source, 900, 10, pre_posted, way);
      }
    }
  }
  overrun(world);
  // Among others that are well.
  int out = 5, in[3] = {}, wide[2] = {1, 2};
  MPI_Request requests[4];
  MPI_Status statuses[4];
  std::fill(statuses, statuses + 4, wrong_status());
  for (int i = 0; i < 3; ++i) {
    MPI_Irecv(&in[i], 1, MPI_INT, world.previous(), i, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, world.next(), 0, MPI_COMM_WORLD);
  MPI_Send(wide, 2, MPI_INT, world.next(), 1, MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, world.next(), 2, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  requests[3] = MPI_REQUEST_NULL;
  CHECK_EQUAL(class_of(MPI_Waitall(4, requests, statuses)), class_of(MPI_ERR_IN_STATUS));
  for (const int i : {0, 2}) {
    while (statuses[i].MPI_ERROR == MPI_ERR_PENDING) {
      statuses[i].MPI_ERROR = MPI_Wait(&requests[i], &statuses[i]);
    }
    CHECK_EQUAL(statuses[i].MPI_ERROR, MPI_SUCCESS);
    CHECK_STATUS(statuses[i], world.previous(), i, 4);
    CHECK_EQUAL(in[i], 5);
  }
  CHECK_EQUAL(class_of(statuses[1].MPI_ERROR), class_of(MPI_ERR_TRUNCATE));
  if (requests[1] != MPI_REQUEST_NULL) MPI_Request_free(&requests[1]);

  // Open MPI 4.1.4 does not always report this one.
  for (const int capacity : {0, 8}) {
    Guarded sent(900), received(capacity);
    sent.fill(3);
    MPI_Sendrecv(sent.get(), 900, MPI_BYTE, world.rank, 3, received.get(), capacity, MPI_BYTE,
                 world.rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_BYTES(received, 3, host_is_mpich ? 0 : capacity);
  }
}
