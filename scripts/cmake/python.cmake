# The Python package emilia, complete in the folder `python` of the build: its modules and the extension
# that calls the library, made by cffi from emilia.h. In a build for a wheel the extension holds the
# library itself and all that it needs. Without Python's headers, cffi and NumPy it is left out.

include(scripts/cmake/debian_python.cmake)
find_package(Python3 3.10 QUIET COMPONENTS Interpreter Development.Module)
if(Python3_FOUND)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import cffi, numpy"
                  RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT Python3_FOUND OR missing)
  if(EMILIA_WHEEL)
    message(FATAL_ERROR "A wheel needs Python's headers (libpython3-dev), cffi and NumPy")
  endif()
  message(STATUS "Python's headers, cffi or NumPy were not found, so the Python package is left out")
  return()
endif()

enable_language(C)
set(package ${PROJECT_SOURCE_DIR}/protocol/library/python)
set(header ${PROJECT_SOURCE_DIR}/protocol/library/include/emilia/emilia.h)
set(EMILIA_PYTHON_BUILD ${PROJECT_BINARY_DIR}/python)

set(binding ${PROJECT_BINARY_DIR}/emilia_binding.c)
add_custom_command(OUTPUT ${binding}
  COMMAND ${Python3_EXECUTABLE} ${package}/make_binding.py ${header} ${binding}
  DEPENDS ${package}/make_binding.py ${header} VERBATIM)
add_library(emilia_binding MODULE ${binding})
target_include_directories(emilia_binding PRIVATE ${PROJECT_SOURCE_DIR}/protocol/library/include)
set_target_properties(emilia_binding PROPERTIES
  PREFIX ""
  OUTPUT_NAME _binding
  SUFFIX .abi3.so # for this version of Python and all later ones
  C_VISIBILITY_PRESET hidden
  LIBRARY_OUTPUT_DIRECTORY ${EMILIA_PYTHON_BUILD}/emilia)
target_link_libraries(emilia_binding PRIVATE Python3::Module)
if(EMILIA_WHEEL)
  target_sources(emilia_binding PRIVATE $<TARGET_OBJECTS:emilia_interface>)
  set_target_properties(emilia_binding PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(emilia_binding PRIVATE emilia_interface)
  target_link_options(emilia_binding PRIVATE -static-libstdc++ -static-libgcc -s)
else()
  target_link_libraries(emilia_binding PRIVATE emilia_shared)
endif()

file(GLOB modules CONFIGURE_DEPENDS ${package}/emilia/*.py ${package}/emilia/*.pyi
                                    ${package}/emilia/py.typed)
set(copies "")
foreach(module IN LISTS modules)
  get_filename_component(name ${module} NAME)
  set(copy ${EMILIA_PYTHON_BUILD}/emilia/${name})
  add_custom_command(OUTPUT ${copy}
    COMMAND ${CMAKE_COMMAND} -E copy ${module} ${copy} DEPENDS ${module} VERBATIM)
  list(APPEND copies ${copy})
endforeach()
add_custom_target(emilia_python ALL DEPENDS emilia_binding ${copies})

set(EMILIA_PYTHON_FOLDER "" CACHE STRING "Where the Python package is installed; empty: nowhere")
if(EMILIA_PYTHON_FOLDER)
  install(TARGETS emilia_binding LIBRARY DESTINATION ${EMILIA_PYTHON_FOLDER}/emilia COMPONENT python)
  install(FILES ${modules} DESTINATION ${EMILIA_PYTHON_FOLDER}/emilia COMPONENT python)
endif()
