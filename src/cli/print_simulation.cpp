#include "cli/print_simulation.hpp"

#include <string>
#include <vector>

#include "cli/print.hpp"

namespace fairlead::cli {
namespace {

namespace json = boost::json;

constexpr std::size_t kPrintedPlayersMax = 10;
using TableRow = std::vector<std::string>;

std::string Text(const json::value& value) { return std::string(value.as_string()); }

void PrintFigures(const std::vector<TableRow>& rows, std::ostream& out) {
    PrintTable(rows, TableCells::kNumbers, out);
    out << "\n";
}

TableRow RowOf(std::string name, const json::value& figures) {
    return {std::move(name), Text(figures.at("ngr")), Text(figures.at("actual").at("commission")),
            Text(figures.at("simulated").at("commission")), Text(figures.at("difference"))};
}

TableRow HeaderOf(std::string name) {
    return {std::move(name), "NGR", "As recorded", "With these terms", "Difference"};
}

void PrintPlayers(const json::array& players, std::ostream& out) {
    if (players.empty()) return;
    std::vector<TableRow> rows{{"Player", "", "As recorded", "With these terms", "Difference"}};
    for (const json::value& player : players) {
        if (rows.size() > kPrintedPlayersMax) break;
        rows.push_back({Text(player.at("playerId")), "", Text(player.at("actual")), Text(player.at("simulated")),
                        Text(player.at("difference"))});
    }
    PrintFigures(rows, out);
}

}  // namespace

void PrintSimulation(const json::object& simulation, std::ostream& out) {
    out << "Commission in " << Text(simulation.at("currency")) << ", as recorded and with these terms\n\n";
    std::vector<TableRow> months{HeaderOf("Month")};
    for (const json::value& month : simulation.at("months").as_array()) {
        months.push_back(RowOf(Text(month.at("period")), month));
    }
    months.push_back(RowOf("Total", simulation.at("total")));
    PrintFigures(months, out);
    std::vector<TableRow> affiliates{HeaderOf("Affiliate")};
    for (const json::value& affiliate : simulation.at("affiliates").as_array()) {
        affiliates.push_back(RowOf(Text(affiliate.at("name")), affiliate.at("total")));
    }
    if (affiliates.size() > 1) PrintFigures(affiliates, out);
    PrintPlayers(simulation.at("players").as_array(), out);
    for (const json::value& currency : simulation.at("unpriced").as_array()) {
        out << "There is no exchange rate for " << Text(currency) << ". Amounts in it are left out.\n";
    }
}

}  // namespace fairlead::cli
