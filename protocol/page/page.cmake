# The page: the package for JavaScript, the scripts and the style in one HTML file.
find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)
file(GLOB EMILIA_PAGE_FILES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.js
  ${CMAKE_CURRENT_LIST_DIR}/*.css ${CMAKE_CURRENT_LIST_DIR}/*.html ${CMAKE_CURRENT_LIST_DIR}/*.py
  ${CMAKE_CURRENT_LIST_DIR}/../reports/*.js ${CMAKE_CURRENT_LIST_DIR}/../reports/*.html
  ${CMAKE_CURRENT_LIST_DIR}/../reports/*.css ${CMAKE_CURRENT_LIST_DIR}/../requests/*.py
  ${CMAKE_CURRENT_LIST_DIR}/../requests/*.json
  ${CMAKE_CURRENT_LIST_DIR}/../library/javascript/*.py
  ${CMAKE_CURRENT_LIST_DIR}/../library/javascript/source/*)
set(EMILIA_PAGE ${PROJECT_BINARY_DIR}/emilia.html)
add_custom_command(OUTPUT ${EMILIA_PAGE}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/make_page.py
          $<TARGET_FILE_DIR:emilia_module>/emilia_module.wasm $<TARGET_FILE:emilia_module>
          ${EMILIA_PAGE}
  DEPENDS emilia_module ${EMILIA_PAGE_FILES} VERBATIM)
add_custom_target(emilia_page ALL DEPENDS ${EMILIA_PAGE})
