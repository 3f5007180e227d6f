// SPDX-License-Identifier: BSD-3-Clause
// Numbers of events as GNU UPC's and Berkeley UPC's headers have them; written out again, so that
// the tests hold revprof's table to them. -1: there is no such event.
#ifndef REVPROF_TESTS_EVENT_NUMBERS_H
#define REVPROF_TESTS_EVENT_NUMBERS_H

#ifdef BERKELEY
#define NUMBER(gnu, berkeley) berkeley
#else
#define NUMBER(gnu, berkeley) gnu
#endif

enum event {
  c_func = NUMBER(1, 1023),
  c_malloc = NUMBER(2, 1020),
  c_realloc = NUMBER(3, 1021),
  c_free = NUMBER(4, 1022),
  collective_exit = NUMBER(5, 1210),
  noncollective_exit = NUMBER(6, 1211),
  notify_event = NUMBER(7, 1100),
  wait_event = NUMBER(8, 1101),
  barrier_event = NUMBER(9, -1),
  fence_event = NUMBER(10, -1),
  forall_event = NUMBER(11, -1),
  global_alloc_event = NUMBER(12, 1001),
  all_alloc_event = NUMBER(13, 1002),
  alloc_event = NUMBER(14, 1000),
  free_event = NUMBER(15, 1003),
  global_lock_alloc_event = NUMBER(16, 1010),
  all_lock_alloc_event = NUMBER(17, 1011),
  lock_free_event = NUMBER(18, 1012),
  lock_event = NUMBER(19, 1014),
  lock_attempt_event = NUMBER(20, 1013),
  unlock_event = NUMBER(21, 1015),
  memcpy_event = NUMBER(22, 1032),
  memget_event = NUMBER(23, 1030),
  memput_event = NUMBER(24, 1031),
  memset_event = NUMBER(25, 1033),
  get_event = NUMBER(26, 1111),
  put_event = NUMBER(27, 1110),
  nb_get_init_event = NUMBER(28, 1120),
  nb_get_data_event = NUMBER(29, -1),
  nb_put_init_event = NUMBER(30, 1121),
  nb_put_data_event = NUMBER(31, -1),
  nb_sync_event = NUMBER(32, 1122),
  nb_trysync_event = NUMBER(-1, 1130),
  nb_memget_init_event = NUMBER(-1, 1131),
  nb_memput_init_event = NUMBER(-1, 1132),
  nb_memcpy_init_event = NUMBER(-1, 1133),
  static_shared_event = NUMBER(-1, 1140),
  cache_miss_event = NUMBER(33, -1),
  cache_hit_event = NUMBER(34, -1),
  cache_invalidate_event = NUMBER(35, -1),
  broadcast_event = NUMBER(36, 1300),
  scatter_event = NUMBER(37, 1310),
  gather_event = NUMBER(38, 1320),
  gather_all_event = NUMBER(39, 1330),
  exchange_event = NUMBER(40, 1340),
  permute_event = NUMBER(41, 1350),
  reduce_event = NUMBER(42, 1400),
  prefix_reduce_event = NUMBER(43, 1410)
};

#endif
