# The library for programs that embed Emilia, as it is installed, a shared one and a static one: everything
# that it needs of Emilia in one file, of which only the functions of emilia.h can be seen. {fmt} and
# Zstandard stay outside.
set(EMILIA_INTERFACE ${PROJECT_SOURCE_DIR}/protocol/library)
set(EMILIA_LIBRARY_ROOMS emilia_reports emilia_analysis emilia_book emilia_notation emilia_engine
                         emilia_base emilia_system)

# The names of these functions, from the header.
file(STRINGS ${EMILIA_INTERFACE}/include/emilia/emilia.h declarations REGEX "^EMILIA_API .*\\(")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${EMILIA_INTERFACE}/include/emilia/emilia.h)
set(names "")
foreach(declaration IN LISTS declarations)
  string(REGEX MATCH "emilia_[a-z_]+\\(" name "${declaration}")
  string(REPLACE "(" "" name "${name}")
  list(APPEND names ${name})
endforeach()

set(exports ${PROJECT_BINARY_DIR}/libemilia.map)
list(JOIN names "; " exported)
file(CONFIGURE OUTPUT ${exports} CONTENT "{ global: @exported@; local: *; };\n" @ONLY)
add_library(emilia_shared SHARED $<TARGET_OBJECTS:emilia_interface>)
target_link_libraries(emilia_shared PRIVATE emilia_reports emilia_analysis)
# It reads no files of games, so it needs no libarchive.
target_link_options(emilia_shared PRIVATE -Wl,--version-script=${exports} -Wl,-z,defs -Wl,--as-needed)
set_target_properties(emilia_shared PROPERTIES
  LINK_DEPENDS ${exports}
  VERSION ${PROJECT_VERSION}
  # Before 1.0 a new minor version may change the interface.
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# One object, like an instruction set (engine/CMakeLists.txt), with all other names local, so that they
# never clash with those of the program, which may use another version of {fmt}, say.
set(exports ${PROJECT_BINARY_DIR}/libemilia.names)
list(JOIN names "\n" exported)
file(CONFIGURE OUTPUT ${exports} CONTENT "@exported@\n" @ONLY)
set(object ${PROJECT_BINARY_DIR}/libemilia.o)
set(archives ${EMILIA_LIBRARY_ROOMS})
list(TRANSFORM archives REPLACE "(.+)" "$<TARGET_FILE:\\1>")
find_program(EMILIA_LINKER NAMES ${EMILIA_BINUTILS}ld.bfd ${EMILIA_BINUTILS}ld REQUIRED)
find_program(EMILIA_OBJCOPY NAMES ${EMILIA_BINUTILS}objcopy REQUIRED)
find_program(EMILIA_NM NAMES ${EMILIA_BINUTILS}nm REQUIRED)
# objcopy makes no unique symbol local (`u` for nm), but does so when it is a weak one. Clang makes no
# unique ones, and objcopy refuses an empty list since version 2.44, so it begins with a comment.
add_custom_command(
  OUTPUT ${object}
  COMMAND ${EMILIA_LINKER} -r --force-group-allocation -o ${object}
          $<TARGET_OBJECTS:emilia_interface> --start-group ${archives} --end-group
  COMMAND ${EMILIA_NM} --format=posix ${object} > ${object}.symbols
  COMMAND sed -n -e "1i# unique" -e "s/ u .*//p" ${object}.symbols > ${object}.unique
  COMMAND ${EMILIA_OBJCOPY} --weaken-symbols=${object}.unique ${object}
  COMMAND ${EMILIA_OBJCOPY} --keep-global-symbols=${exports} ${object}
  DEPENDS emilia_interface $<TARGET_OBJECTS:emilia_interface> ${EMILIA_LIBRARY_ROOMS} ${exports}
  COMMAND_EXPAND_LISTS VERBATIM)
add_library(emilia_static STATIC ${object})
set_target_properties(emilia_static PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(emilia_static PRIVATE fmt::fmt Threads::Threads PkgConfig::zstd)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/emilia)
foreach(kind shared static)
  set_target_properties(emilia_${kind} PROPERTIES
    OUTPUT_NAME emilia
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(emilia_${kind} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS emilia_${kind} EXPORT emilia_${kind} COMPONENT library
          LIBRARY NAMELINK_COMPONENT library)
  # In a file for each, because only the static one needs that {fmt} and Zstandard are found.
  install(EXPORT emilia_${kind} NAMESPACE emilia:: FILE emilia-${kind}.cmake
          DESTINATION ${cmake_folder} COMPONENT library)
endforeach()
install(DIRECTORY ${EMILIA_INTERFACE}/include/emilia DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT library)
install(DIRECTORY ${EMILIA_INTERFACE}/examples DESTINATION ${EMILIA_LIBRARY_DOC_FOLDER}
        COMPONENT library)

include(CMakePackageConfigHelpers)
configure_file(scripts/cmake/emilia-config.cmake.in emilia-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/emilia-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/emilia-config.cmake
              ${PROJECT_BINARY_DIR}/emilia-config-version.cmake
        DESTINATION ${cmake_folder} COMPONENT library)

# pkg-config's file finds its folders from its own place, so that the whole may be moved.
file(RELATIVE_PATH up_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(scripts/cmake/emilia.pc.in emilia.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/emilia.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT library)
