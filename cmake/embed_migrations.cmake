# Writes a C++ source with all migrations. Run it as a script: -DFOLDER=… -DOUTPUT=…
file(GLOB folders RELATIVE ${FOLDER} ${FOLDER}/[0-9]*)
list(SORT folders)
set(rows "")
foreach(folder ${folders})
    string(REGEX MATCH "^[0-9]+" number ${folder})
    string(REGEX REPLACE "^0+" "" number ${number})
    foreach(part up sqlite postgres)
        set(${part} "")
        if(EXISTS ${FOLDER}/${folder}/${part}.sql)
            file(READ ${FOLDER}/${folder}/${part}.sql ${part})
        endif()
    endforeach()
    string(APPEND rows "    Migration{${number}, \"${folder}\", R\"sql(${up})sql\", R\"sql(${sqlite})sql\",\n"
                       "              R\"sql(${postgres})sql\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"ledger/migrations/migrations.hpp\"

#include <array>

namespace fairlead::ledger {
namespace {

constexpr std::array kMigrations{
${rows}};

}  // namespace

std::span<const Migration> AllMigrations() { return kMigrations; }

}  // namespace fairlead::ledger
")
