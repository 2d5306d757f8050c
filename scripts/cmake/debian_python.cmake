# Debian's own Python has the modules of Debian's packages, even if another one comes first in the path.
if(EXISTS /etc/debian_version)
  find_program(Python3_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
endif()
