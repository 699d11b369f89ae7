# Installation: bin/, lib/, include/hocket, pkg-config, a CMake package, an environment module, licences.
get_property(programs GLOBAL PROPERTY hocket_programs)
get_property(preloads GLOBAL PROPERTY hocket_preloads)
if(programs)
    install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# Always lib, never lib64: hocket-run looks in ../lib.
if(preloads)
    install(TARGETS ${preloads} LIBRARY DESTINATION lib)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/include/hocket)
    install(DIRECTORY include/hocket DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
endif()
install(DIRECTORY schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/hocket FILES_MATCHING PATTERN "*.json")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/hocket)

configure_file(cmake/hocket.pc.in hocket.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hocket.pc DESTINATION lib/pkgconfig)

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/hocket-config.cmake.in hocket-config.cmake INSTALL_DESTINATION lib/cmake/hocket
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(hocket-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hocket-config.cmake ${PROJECT_BINARY_DIR}/hocket-config-version.cmake
        DESTINATION lib/cmake/hocket)

# The module file holds the prefix itself: it is read by the module command, not beside the library.
configure_file(cmake/hocket.module.in hocket.module @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hocket.module DESTINATION ${CMAKE_INSTALL_DATADIR}/modulefiles/hocket
        RENAME ${PROJECT_VERSION})
