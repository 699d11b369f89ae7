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
if(TARGET hocket-link-mpich)
    install(TARGETS hocket-link-mpich ARCHIVE DESTINATION lib)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/include/hocket)
    install(DIRECTORY include/hocket DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
endif()
# What plugins are built against.
install(FILES ${PROJECT_BINARY_DIR}/include/hocket/stamp.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hocket)
foreach(room ${plugin_rooms})
    install(DIRECTORY src/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hocket/parts FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(DIRECTORY schemas data/native-rules DESTINATION ${CMAKE_INSTALL_DATADIR}/hocket FILES_MATCHING PATTERN "*.json")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/hocket)

configure_file(cmake/hocket.pc.in hocket.pc @ONLY)
set(plugin_variables "prefix=\${pcfiledir}/../..\nincludedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
set(plugin_folders "-I\${includedir} -I\${includedir}/hocket/parts")
configure_file(cmake/hocket-plugin.pc.in hocket-plugin.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hocket.pc ${PROJECT_BINARY_DIR}/hocket-plugin.pc DESTINATION lib/pkgconfig)
# pkg-config prefers this one, so that plugins can be built with a Hocket that is not installed.
set(plugin_variables "")
set(plugin_folders "-I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_BINARY_DIR}/include")
configure_file(cmake/hocket-plugin.pc.in hocket-plugin-uninstalled.pc @ONLY)

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
