// SPDX-License-Identifier: BSD-3-Clause
// What two PEs can do to each other's memory, each once and in a known order (records.py).
#include <shmem.h>

static long values[8], word, lock_word, sync_of_broadcast[SHMEM_BCAST_SYNC_SIZE];

int main(void) {
  shmem_init();
  for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; ++i) sync_of_broadcast[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  if (shmem_my_pe() == 0) {
    long here[4] = {1, 2, 3, 4};
    shmem_long_put(values, here, 4, 1);
    shmem_long_get(here, values + 4, 4, 1);
    shmem_long_put_nbi(values, here, 4, 1);
    shmem_quiet();
    shmem_long_atomic_add(&word, 1, 1);
    shmem_set_lock(&lock_word);
    shmem_clear_lock(&lock_word);
    shmem_long_atomic_fetch_add(&word, 1, 1);
  } else {
    shmem_long_wait_until(&word, SHMEM_CMP_EQ, 2);
  }
  shmem_broadcast64(values, values + 4, 4, 0, 0, 0, 2, sync_of_broadcast);
  shmem_finalize();
  return 0;
}
