# Runs at each build and writes OUTPUT, which defines lockstep::cli::kCommit, if the commit of SOURCE has
# changed. An archive made by `git archive` contains no repository; its commit is in commit.txt.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty=-changed --abbrev=7 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/commit.txt commit)
  string(STRIP "${commit}" commit)
  if(commit MATCHES "Format")
    set(commit "unknown")
  endif()
endif()
set(text "namespace lockstep::cli {\nextern const char* const kCommit;\nconst char* const kCommit = \"${commit}\";\n}\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
