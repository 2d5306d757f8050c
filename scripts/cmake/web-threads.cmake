# The same with several threads, which share the module's memory. Browsers allow that only to pages that
# are isolated from other origins.
include(${CMAKE_CURRENT_LIST_DIR}/web.cmake)
string(APPEND CMAKE_C_FLAGS_INIT " -pthread")
string(APPEND CMAKE_CXX_FLAGS_INIT " -pthread")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -pthread")
