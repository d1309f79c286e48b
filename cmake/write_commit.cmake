# Writes OUTPUT, the definition of cli::BuildCommit(), for the commit of SOURCE. An unchanged file is not touched.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit unknown)
endif()
set(text "#include \"cli/self/build_commit.hpp\"

namespace fairlead::cli {
std::string_view BuildCommit() { return \"${commit}\"; }
}  // namespace fairlead::cli
")
set(before "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
    file(WRITE ${OUTPUT} "${text}")
endif()
