#include <algorithm>

#include "domain/statements/statement.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/verify/operator_check.hpp"

// Checks that the stored statements match the record.
namespace fairlead::ledger {
namespace {

constexpr Sql kStatements(
    "SELECT statement_id, content, content_hash, previous_hash, payable, affiliate_id, period, currency, closed_at"
    " FROM statements"
    " WHERE operator_id = $1 AND commit_no = $2 ORDER BY affiliate_id, currency");

std::string HexOfColumn(std::string_view bytes) {
    return ToHex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string DescribeLine(const statements::Line& line) {
    return std::string(statements::kLineTypeNames[static_cast<std::size_t>(line.type)]) + " " + line.amount.ToString() +
           (line.note.empty() ? "" : " (" + line.note + ")");
}

// The first line that differs, with its number.
std::string DifferingLine(const std::vector<statements::Line>& stored, const std::vector<statements::Line>& made) {
    std::size_t at = 0;
    while (at < stored.size() && at < made.size() && stored[at] == made[at]) ++at;
    const auto describe = [at](const auto& lines) { return at < lines.size() ? DescribeLine(lines[at]) : "no line"; };
    const std::string found = describe(stored);
    const std::string recomputed = describe(made);
    return "line " + std::to_string(at + 1) + " is " + found + ", recomputed " +
           (found == recomputed ? "with another count, base, rate, deal or brand" : recomputed);
}

std::string DifferingContent(std::string_view stored, const statements::Statement& made) {
    const auto read = statements::ReadContent(stored);
    if (!read) return "the content cannot be read";
    if (read->lines != made.lines) return DifferingLine(read->lines, made.lines);
    if (read->payable != made.payable) {
        return "the payable of the content is " + read->payable.ToString() + ", recomputed " + made.payable.ToString();
    }
    return "the content has another affiliate, period, currency or hash";
}

}  // namespace

Result<std::map<StatementId, OperatorCheck::StatementRow>> OperatorCheck::ReadStatements(std::int64_t commit_no) {
    std::map<StatementId, StatementRow> stored;
    if (!closing_.contains(commit_no)) return stored;
    const auto rows = TRY(connection_.Query(kStatements, {Value::Of(owner_), Value::Of(commit_no)}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        StatementRow row{rows.Identifier<StatementId>(i, kStatements["statement_id"]),
                         rows.String(i, kStatements["content"]),
                         rows.String(i, kStatements["content_hash"]),
                         rows.String(i, kStatements["previous_hash"]),
                         ReadStoredDecimal(rows, i, kStatements["payable"]),
                         rows.Identifier<AffiliateId>(i, kStatements["affiliate_id"]),
                         rows.Integer(i, kStatements["period"]),
                         rows.String(i, kStatements["currency"]),
                         rows.Time(i, kStatements["closed_at"])};
        stored.emplace(row.id, std::move(row));
    }
    return stored;
}

Status OperatorCheck::CheckStatements(const CommitRow& commit, CommitRecord& record) {
    const auto again = replay_.TakeStatements();
    auto stored = TRY(ReadStatements(commit.number));
    for (const statements::Statement& statement : again) {
        const StatementId id =
            statements::StatementIdOf(owner_, statement.affiliate, statement.period, statement.currency);
        const auto row = stored.find(id);
        record.AddStatement(id, row == stored.end() ? Bytes32{} : HashOf(row->second.content_hash));
        if (row == stored.end()) {
            Differs("statement " + id.ToString() + " of " + statement.period.ToString() + " is missing");
            continue;
        }
        CompareStatement(statement, row->second, commit.recorded_at);
        stored.erase(row);
        ++report_.statements;
    }
    for (const auto& [id, row] : stored) Differs("statement " + id.ToString() + " has no cause in the record");
    return {};
}

// Names each member that differs, including the columns by which lists search.
void OperatorCheck::CompareStatement(const statements::Statement& made, const StatementRow& stored,
                                     Timestamp closed_at) {
    const auto compare = [&](std::string_view member, const std::string& found, const std::string& recomputed) {
        if (found == recomputed) return;
        Differs("statement " + stored.id.ToString() + " of " + made.period.ToString() + ": " + std::string(member) +
                " is " + found + ", recomputed " + recomputed);
    };
    compare("payable", stored.payable.ToString(), made.payable.ToString());
    compare("affiliate", stored.affiliate.ToString(), made.affiliate.ToString());
    compare("period", Period{static_cast<std::int32_t>(stored.period)}.ToString(), made.period.ToString());
    compare("currency", stored.currency, std::string(made.currency.code()));
    compare("closing time", stored.closed_at.ToIso8601(), closed_at.ToIso8601());
    compare("content hash", HexOfColumn(stored.content_hash), ToHex(made.content_hash));
    compare("previous hash", HexOfColumn(stored.previous_hash), ToHex(made.previous_hash));
    if (stored.content != ContentBytes(made)) {
        Differs("statement " + stored.id.ToString() + " of " + made.period.ToString() + ": " +
                DifferingContent(stored.content, made));
    }
}

}  // namespace fairlead::ledger
