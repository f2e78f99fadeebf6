# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=... -DSOURCE=... -DFLAGS=... -P run.cmake: installs, builds the consumer against what was installed, and runs both
# programs from there.
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})
include(${SOURCE}/tests/steps.cmake)
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${work}/build -G Ninja -DCMAKE_PREFIX_PATH=${work}/prefix
  -DCMAKE_CXX_FLAGS=${FLAGS})
step(${CMAKE_COMMAND} --build ${work}/build)
step(${work}/build/consumer ${work}/prefix/share/petriloom/templates/coka-mini.yaml ${work}/prefix/share/petriloom)
step(${work}/prefix/bin/petriloom generate ${work}/prefix/share/petriloom/templates/coka-mini.yaml -o ${work}/mini.loom)
