# Writes a source with every folder of migrations/ in it. Run as a script: -DFOLDER=… -DOUTPUT=…
file(GLOB folders RELATIVE ${FOLDER} ${FOLDER}/[0-9]*)
list(SORT folders)
set(rows "")
foreach(folder ${folders})
    string(REGEX MATCH "^[0-9]+" number ${folder})
    string(REGEX REPLACE "^0+" "" number ${number})
    file(READ ${FOLDER}/${folder}/up.sql up)
    foreach(engine sqlite postgres)
        set(${engine} "")
        if(EXISTS ${FOLDER}/${folder}/${engine}.sql)
            file(READ ${FOLDER}/${folder}/${engine}.sql ${engine})
        endif()
    endforeach()
    string(APPEND rows "    Migration{${number}, \"${folder}\", R\"sql(${up})sql\", R\"sql(${sqlite})sql\",\n"
                       "              R\"sql(${postgres})sql\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"ledger/migrations.hpp\"

#include <array>

namespace fairlead::ledger {
namespace {

constexpr std::array kMigrations{
${rows}};

}  // namespace

std::span<const Migration> AllMigrations() { return kMigrations; }

}  // namespace fairlead::ledger
")
