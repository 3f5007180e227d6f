// SPDX-License-Identifier: BSD-3-Clause
// hdf5_file [TIMES]: a data set that all processes write into one HDF5 file together, and read
// back; prints a sum over the file's bytes.
#include <hdf5.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "check.hpp"

namespace {

constexpr hsize_t rows = 16, columns = 1000;  // of every process

void transfer(const World& world, hid_t set, bool writes, double* values) {
  const hsize_t start[] = {static_cast<hsize_t>(world.rank) * rows, 0}, count[] = {rows, columns};
  const hid_t place = H5Dget_space(set);
  H5Sselect_hyperslab(place, H5S_SELECT_SET, start, nullptr, count, nullptr);
  const hid_t memory = H5Screate_simple(2, count, nullptr);
  const hid_t together = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio(together, H5FD_MPIO_COLLECTIVE);
  const herr_t error = writes ? H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, place, together, values)
                              : H5Dread(set, H5T_NATIVE_DOUBLE, memory, place, together, values);
  CHECK(error >= 0);
  H5Pclose(together);
  H5Sclose(memory);
  H5Sclose(place);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const int times = argc > 1 ? std::atoi(argv[1]) : 1;
  int pid = static_cast<int>(getpid());
  MPI_Bcast(&pid, 1, MPI_INT, 0, MPI_COMM_WORLD);
  const std::string name = "revprof_hdf5_" + std::to_string(pid) + ".h5";
  std::vector<double> out(rows * columns), in(rows * columns);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = world.rank + static_cast<double>(i) / 3;

  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
  const hid_t created = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  CHECK(created >= 0);
  const hsize_t whole[] = {static_cast<hsize_t>(world.size) * rows, columns};
  const hid_t space = H5Screate_simple(2, whole, nullptr);
  const hid_t untimed = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(untimed, false);
  const hid_t set =
      H5Dcreate2(created, "values", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, untimed, H5P_DEFAULT);
  for (int i = 0; i < times; ++i) transfer(world, set, true, out.data());
  H5Pclose(untimed);
  H5Sclose(space);
  H5Dclose(set);
  CHECK(H5Fclose(created) >= 0);

  const hid_t opened = H5Fopen(name.c_str(), H5F_ACC_RDONLY, access);
  CHECK(opened >= 0);
  const hid_t again = H5Dopen2(opened, "values", H5P_DEFAULT);
  for (int i = 0; i < times; ++i) transfer(world, again, false, in.data());
  CHECK(in == out);
  H5Dclose(again);
  CHECK(H5Fclose(opened) >= 0);
  H5Pclose(access);
  H5close();
  MPI_Barrier(MPI_COMM_WORLD);

  if (world.rank != 0) return 0;
  std::ifstream file(name, std::ios::binary);
  unsigned long sum = 0, bytes = 0;
  for (std::istreambuf_iterator<char> byte(file), end; byte != end; ++byte, ++bytes) {
    sum = sum * 31 + static_cast<unsigned char>(*byte);
  }
  std::printf("%lu bytes, sum %lu\n", bytes, sum);
  unlink(name.c_str());
}
