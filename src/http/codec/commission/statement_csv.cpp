#include "http/codec/commission/statement_csv.hpp"

#include <initializer_list>

#include "base/text/csv_cell.hpp"

namespace fairlead::http {
namespace {

constexpr std::string_view kHead =
    "component,brandId,brand,dealId,deal,dealVersion,count,base,rate,amount,currency,fromPeriod,note,players,"
    "endRate\r\n";

void AppendRow(std::string& out, std::initializer_list<std::string> cells) {
    bool first = true;
    for (const std::string& cell : cells) {
        if (!std::exchange(first, false)) out += ',';
        out += cell;
    }
    out += "\r\n";
}

std::string OrEmpty(const std::optional<Decimal>& decimal) { return decimal ? decimal->ToString() : std::string(); }

template <class IdType>
std::string IdOrEmpty(const std::optional<IdType>& id) {
    return id ? id->ToString() : std::string();
}

void AppendLine(std::string& out, const statements::Line& line, const statements::LineFacts& facts,
                const std::string& currency, const app::OperatorEntry& owner) {
    const auto* brand = line.brand ? owner.FindBrand(*line.brand) : nullptr;
    const auto* deal = line.deal ? owner.FindDeal(*line.deal) : nullptr;
    AppendRow(out, {std::string(statements::kLineTypeNames[static_cast<std::size_t>(line.type)]), IdOrEmpty(line.brand),
                    brand == nullptr ? "" : CsvTextCell(brand->name), IdOrEmpty(line.deal),
                    deal == nullptr ? "" : CsvTextCell(deal->name),
                    line.version ? std::to_string(*line.version) : std::string(), std::to_string(line.count),
                    OrEmpty(line.base), OrEmpty(line.rate), line.amount.ToString(), currency,
                    line.from ? line.from->ToString() : std::string(), CsvTextCell(line.note),
                    facts.players ? std::to_string(*facts.players) : std::string(), OrEmpty(facts.end_rate)});
}

}  // namespace

std::string StatementCsv(const app::StatementRecord& record, const app::OperatorEntry& owner) {
    const statements::Statement& statement = record.statement;
    const std::string currency(statement.currency.code());
    std::string out(kHead);
    for (std::size_t i = 0; i < statement.lines.size(); ++i) {
        AppendLine(out, statement.lines[i], record.FactsOf(i), currency, owner);
    }
    AppendRow(out, {"Total", "", "", "", "", "", "", "", "", statement.payable.ToString(), currency,
                    statement.period.ToString(), "", "", ""});
    return out;
}

}  // namespace fairlead::http
