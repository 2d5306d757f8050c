# The page: the engine as a WebAssembly module, the scripts and the style in one HTML file. The memory
# begins with what the rules need, and grows when a search begins.
target_link_options(emilia_module PRIVATE
  -O3 --no-entry -sMODULARIZE -sEXPORT_NAME=makeEmilia -sENVIRONMENT=web,worker,node
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=1073741824 -sTOTAL_STACK=4194304
  -sFILESYSTEM=0 -sDYNAMIC_EXECUTION=0 -sEXPORTED_RUNTIME_METHODS=ccall)

find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)
file(GLOB EMILIA_PAGE_FILES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.js
  ${CMAKE_CURRENT_LIST_DIR}/*.css ${CMAKE_CURRENT_LIST_DIR}/*.html ${CMAKE_CURRENT_LIST_DIR}/*.py
  ${CMAKE_CURRENT_LIST_DIR}/../reports/*.js ${CMAKE_CURRENT_LIST_DIR}/../reports/*.html
  ${CMAKE_CURRENT_LIST_DIR}/../reports/*.css)
set(EMILIA_PAGE ${PROJECT_BINARY_DIR}/emilia.html)
add_custom_command(OUTPUT ${EMILIA_PAGE}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/make_page.py
          $<TARGET_FILE_DIR:emilia_module>/emilia_module.wasm $<TARGET_FILE:emilia_module>
          ${EMILIA_PAGE}
  DEPENDS emilia_module ${EMILIA_PAGE_FILES} VERBATIM)
add_custom_target(emilia_page ALL DEPENDS ${EMILIA_PAGE})
