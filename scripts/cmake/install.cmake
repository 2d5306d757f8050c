# What `cmake --install` puts in place, as the component `program`; scripts/cmake/library.cmake adds
# the component `library`.
include(GNUInstallDirs)
set(EMILIA_LIBRARY_DOC_FOLDER ${CMAKE_INSTALL_DOCDIR} CACHE STRING
    "Where the examples of the library are installed")
set(EMILIA_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where the completion for zsh is installed")

install(TARGETS emilia RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(CMAKE_CROSSCOMPILING) # the rest comes from the program itself, and is made for packages
  return()
endif()

# The manual page and the completions come from the program itself, which has the texts.
function(emilia_add_document file) # ARGUMENTS...
  set(output ${PROJECT_BINARY_DIR}/documents/${file})
  get_filename_component(folder ${output} DIRECTORY)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND emilia ${ARGN} > ${output}
    DEPENDS emilia
    VERBATIM)
  set(generated ${generated} ${output} PARENT_SCOPE)
endfunction()

if(NOT EMILIA_SANITIZE AND NOT EMILIA_FUZZ)
  emilia_add_document(emilia.1 manual)
  emilia_add_document(bash/emilia completion bash)
  emilia_add_document(zsh/_emilia completion zsh)
  emilia_add_document(fish/emilia.fish completion fish)
  add_custom_target(emilia_documents ALL DEPENDS ${generated})
  set(documents ${PROJECT_BINARY_DIR}/documents)
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
