-- SPDX-License-Identifier: BSD-3-Clause
-- An environment module (Lmod). It stands in PREFIX/share/revprof/modulefiles/revprof, and finds PREFIX from there:
--   module use PREFIX/share/revprof/modulefiles && module load revprof
local prefix = myFileName():gsub("/share/revprof/modulefiles/revprof/[^/]*$", "")
whatis("Predicts how long an MPI program takes on a machine it has never run on")
help("revprof --help; man revprof")
family("revprof")
prepend_path("PATH", pathJoin(prefix, "@CMAKE_INSTALL_BINDIR@"))
prepend_path("LIBRARY_PATH", pathJoin(prefix, "@CMAKE_INSTALL_LIBDIR@"))
prepend_path("LD_LIBRARY_PATH", pathJoin(prefix, "@CMAKE_INSTALL_LIBDIR@"))
prepend_path("CPATH", pathJoin(prefix, "@CMAKE_INSTALL_INCLUDEDIR@"))
prepend_path("MANPATH", pathJoin(prefix, "@CMAKE_INSTALL_MANDIR@"))
prepend_path("PKG_CONFIG_PATH", pathJoin(prefix, "@CMAKE_INSTALL_LIBDIR@/pkgconfig"))
prepend_path("CMAKE_PREFIX_PATH", prefix)
