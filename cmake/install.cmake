# SPDX-License-Identifier: Apache-2.0
# Libraries, headers, the program and the texts it reads; find_package(petriloom) gives petriloom::petriloom_generator and below.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(petriloom_libraries GLOBAL PROPERTY petriloom_libraries)
list(REMOVE_DUPLICATES petriloom_libraries)
install(TARGETS petriloom_warnings ${petriloom_libraries} EXPORT petriloomTargets)
if(TARGET petriloom)
  install(TARGETS petriloom)
endif()
install(DIRECTORY engine formats analysis generator DESTINATION include/petriloom FILES_MATCHING PATTERN "*.h")
install(DIRECTORY nets templates DESTINATION share/petriloom)
install(EXPORT petriloomTargets NAMESPACE petriloom:: DESTINATION lib/cmake/petriloom)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/petriloomConfig.cmake.in
  ${CMAKE_BINARY_DIR}/petriloomConfig.cmake INSTALL_DESTINATION lib/cmake/petriloom)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/petriloomConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/petriloomConfig.cmake ${CMAKE_BINARY_DIR}/petriloomConfigVersion.cmake
  DESTINATION lib/cmake/petriloom)
