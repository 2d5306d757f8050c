# What `cmake --install` puts in place, as the component `program`; scripts/cmake/library.cmake adds
# the component `library`.
include(GNUInstallDirs)
set(EMILIA_LIBRARY_DOC_FOLDER ${CMAKE_INSTALL_DOCDIR} CACHE STRING
    "Where the examples of the library are installed")
set(EMILIA_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where the completion for zsh is installed")

# Building this target is enough for `cmake --install`.
add_custom_target(emilia_installed DEPENDS emilia)
if(EMILIA_LIBRARY)
  add_dependencies(emilia_installed emilia_shared emilia_static)
  # Says so before anything is installed.
  install(CODE "
    if(NOT EXISTS \"$<TARGET_FILE:emilia_shared>\" OR NOT EXISTS \"$<TARGET_FILE:emilia_static>\")
      message(FATAL_ERROR \"The library is not built. Build it with `cmake --build . --target \"
              \"emilia_installed`, or install the program alone with `--component program`.\")
    endif()" COMPONENT library)
endif()

install(TARGETS emilia RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(CMAKE_CROSSCOMPILING) # the rest comes from the program itself, and is made for packages
  return()
endif()

if(EMILIA_DOCUMENTS_FOLDER)
  set(documents ${EMILIA_DOCUMENTS_FOLDER})
  install(FILES ${documents}/emilia.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${documents}/bash/emilia
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${documents}/zsh/_emilia DESTINATION ${EMILIA_ZSH_FOLDER} COMPONENT program)
  install(FILES ${documents}/fish/emilia.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()

# The documents lie as in the sources, so that their links to each other and to images hold.
set(EMILIA_DOCUMENTS LICENSE README.md)
foreach(folder book engine protocol scripts tests)
  file(GLOB_RECURSE found RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${folder}/*.md ${folder}/*.png ${folder}/*.svg)
  list(APPEND EMILIA_DOCUMENTS ${found})
endforeach()
foreach(file IN LISTS EMILIA_DOCUMENTS)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT program)
endforeach()
