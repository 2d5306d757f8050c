# The engine as a WebAssembly module. The memory begins with what the rules need, and grows when a search
# begins. Nothing but JavaScript's own code may end the process of a program in Node.
target_link_options(emilia_module PRIVATE
  -O3 --no-entry -sMODULARIZE -sEXPORT_NAME=makeEmilia
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=1073741824 -sTOTAL_STACK=4194304
  -sFILESYSTEM=0 -sDYNAMIC_EXECUTION=0 -sEXPORTED_FUNCTIONS=_malloc,_free
  -sEXPORTED_RUNTIME_METHODS=lengthBytesUTF8,stringToUTF8,UTF8ToString)
if(CMAKE_CXX_FLAGS MATCHES "-pthread")
  set(EMILIA_WEB_THREADS ON)
  # A thread starts only while the one that made it is idle, so they all start with the module; where
  # there are too few, a search takes those that it gets.
  target_link_options(emilia_module PRIVATE
    -sENVIRONMENT=web,worker,node -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0
    -sPTHREAD_POOL_SIZE=Module.workers -sPTHREAD_POOL_SIZE_STRICT=2)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
    # Where an exception is being caught, Clang 14 writes to a variable of the unwinder as to one of the
    # whole module, but it is compiled as one of each thread. As one of the module it works, because the
    # threads of a search throw nothing, and there is only one other.
    enable_language(C)
    set(unwinder ${EMSCRIPTEN_ROOT_PATH}/system/lib/libunwind)
    add_library(emilia_unwinder STATIC ${unwinder}/src/Unwind-wasm.c)
    target_include_directories(emilia_unwinder PRIVATE ${unwinder}/include)
    target_compile_options(emilia_unwinder PRIVATE -w -fwasm-exceptions)
    target_compile_definitions(emilia_unwinder PRIVATE
      _Thread_local= __USING_WASM_EXCEPTIONS__ _LIBUNWIND_DISABLE_VISIBILITY_ANNOTATIONS)
    target_link_libraries(emilia_module PRIVATE emilia_unwinder)
  endif()
else()
  # In Node, too, the module comes from outside, so it needs nothing of Node.
  target_link_options(emilia_module PRIVATE -sENVIRONMENT=web,worker)
endif()
