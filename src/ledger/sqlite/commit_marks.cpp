#include "ledger/sqlite/commit_marks.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

#include "ledger/record/operator_moment.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kMarkedLedgerId("SELECT value FROM settings WHERE name = 'ledger_id'");
constexpr Sql kMarkedOperators(
    "SELECT operator_id, last_commit, last_block, catalogue_version, last_hash FROM operators ORDER BY operator_id");
constexpr Sql kMarkedOperator(
    "SELECT last_commit, last_block, catalogue_version FROM operators WHERE operator_id = $1");
constexpr Sql kMarkedHash("SELECT hash FROM commits WHERE operator_id = $1 AND commit_no = $2");

constexpr std::string_view kMarksHead = "fairlead marks 1\n";
constexpr std::string_view kSumWord = "sum ";

std::string HexOf(std::string_view bytes) {
    return ToHex(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

// Takes the next word, which ends with a space or with the line.
std::string_view NextWord(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

std::optional<std::int64_t> NextNumber(std::string_view& line, std::string_view name) {
    if (NextWord(line) != name) return std::nullopt;
    const std::string_view word = NextWord(line);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

std::optional<CommitMark> DecodeOperator(std::string_view line) {
    if (NextWord(line) != "operator") return std::nullopt;
    const auto owner = OperatorId::Parse(NextWord(line));
    const auto commit = NextNumber(line, "commit");
    const auto block = NextNumber(line, "block");
    const auto change = NextNumber(line, "change");
    if (!owner || !commit || !block || !change || NextWord(line) != "hash") return std::nullopt;
    const auto hash = KeyFromHex(NextWord(line));
    if (!hash) return std::nullopt;
    return CommitMark{*owner, *commit, *block, *change, *hash};
}

Result<std::string> ReadLedgerId(Connection& ledger) {
    const auto rows = TRY(ledger.Query(kMarkedLedgerId, {}));
    return rows.empty() ? std::string() : HexOf(rows.Text(0));
}

// Nothing if the ledger has everything up to the mark.
Result<std::optional<app::LedgerLoss>> Compare(Connection& ledger, const CommitMark& mark) {
    const auto rows = TRY(ledger.Query(kMarkedOperator, {Value::Of(mark.owner)}));
    const bool known = !rows.empty();
    const std::int64_t missing =
        std::max({mark.commit - (known ? rows.Integer(0, kMarkedOperator["last_commit"]) : 0),
                  mark.block - (known ? rows.Integer(0, kMarkedOperator["last_block"]) : 0),
                  mark.change - (known ? rows.Integer(0, kMarkedOperator["catalogue_version"]) : 0)});
    if (missing > 0 || !known) return app::LedgerLoss{mark.owner, std::max<std::int64_t>(missing, 1)};
    if (mark.commit == 0) return std::nullopt;
    const auto hash = TRY(ledger.Query(kMarkedHash, {Value::Of(mark.owner), Value::Of(mark.commit)}));
    if (!hash.empty() && HashOf(hash.Text(0)) == mark.hash) return std::nullopt;
    return app::LedgerLoss{mark.owner, 0};
}

}  // namespace

std::string CommitMarksPath(const std::string& path) { return path + "-marks"; }

std::string EncodeCommitMarks(const CommitMarks& marks) {
    std::string text(kMarksHead);
    text += "ledger " + marks.ledger_id + "\n";
    for (const CommitMark& mark : marks.operators) {
        text += "operator " + mark.owner.ToString() + " commit " + std::to_string(mark.commit) + " block " +
                std::to_string(mark.block) + " change " + std::to_string(mark.change) + " hash " + ToHex(mark.hash) +
                "\n";
    }
    return text + std::string(kSumWord) + ToHex(Digest256(text)) + "\n";
}

std::optional<CommitMarks> DecodeCommitMarks(std::string_view text) {
    const std::size_t sum_at = text.rfind(kSumWord);
    if (!text.starts_with(kMarksHead) || sum_at == std::string_view::npos) return std::nullopt;
    const std::string_view content = text.substr(0, sum_at);
    if (text.substr(sum_at) != std::string(kSumWord) + ToHex(Digest256(content)) + "\n") return std::nullopt;
    CommitMarks marks;
    std::istringstream lines{std::string(content.substr(kMarksHead.size()))};
    for (std::string line; std::getline(lines, line);) {
        if (marks.ledger_id.empty()) {
            std::string_view words = line;
            if (NextWord(words) != "ledger") return std::nullopt;
            marks.ledger_id = words;
            continue;
        }
        const auto mark = DecodeOperator(line);
        if (!mark) return std::nullopt;
        marks.operators.push_back(*mark);
    }
    return marks;
}

Result<CommitMarks> ReadCommitMarks(Connection& ledger) {
    CommitMarks marks;
    marks.ledger_id = TRY(ReadLedgerId(ledger));
    const auto rows = TRY(ledger.Query(kMarkedOperators, {}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        marks.operators.push_back({rows.Identifier<OperatorId>(i, kMarkedOperators["operator_id"]),
                                   rows.Integer(i, kMarkedOperators["last_commit"]),
                                   rows.Integer(i, kMarkedOperators["last_block"]),
                                   rows.Integer(i, kMarkedOperators["catalogue_version"]),
                                   HashOf(rows.Text(i, kMarkedOperators["last_hash"]))});
    }
    return marks;
}

Result<std::vector<app::LedgerLoss>> FindLoss(Connection& ledger, const std::string& path) {
    std::vector<app::LedgerLoss> losses;
    std::ifstream file(CommitMarksPath(path), std::ios::binary);
    if (!file) return losses;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto marks = DecodeCommitMarks(text);
    if (!marks) {
        const std::string name = CommitMarksPath(path);
        telemetry::LogWarn("the file of marks is damaged and is not compared with the ledger", {{"file", name}});
        return losses;
    }
    const auto ledger_id = TRY(ReadLedgerId(ledger));
    if (marks->ledger_id != ledger_id) return losses;
    for (const CommitMark& mark : marks->operators) {
        const auto loss = TRY(Compare(ledger, mark));
        if (loss) losses.push_back(*loss);
    }
    return losses;
}

}  // namespace fairlead::ledger
