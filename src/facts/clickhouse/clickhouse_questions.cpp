// The queries of ClickHouseStore.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "facts/clickhouse/clickhouse_store.hpp"

namespace fairlead::facts {
namespace {

using app::GroupCell;
using app::Grouping;
using std::chrono::milliseconds;

// Extra time, so that the server reports its own timeout before we close the connection.
constexpr milliseconds kAnswerGrace{2'000};

// Casts all numbers to one type, because their types depend on the values in the SQL.
std::vector<std::string> GroupColumns(std::span<const Grouping> groups) {
    std::vector<std::string> columns;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const bool is_number = !std::holds_alternative<reporting::Dimension>(groups[i]);
        const auto name = fmt::format("group{}", i);
        columns.push_back(is_number ? fmt::format("toInt64({})", name) : name);
    }
    return columns;
}

std::string Wrapped(std::span<const std::string> columns, const std::string& sql) {
    return fmt::format("SELECT {} FROM ({}) FORMAT RowBinary", fmt::join(columns, ", "), sql);
}

// The result contains views into the reader's data.
void ReadGroup(std::span<const Grouping> groups, RowBinaryReader& reader, std::vector<GroupCell>& cells) {
    cells.clear();
    for (const auto& group : groups) {
        const auto* dimension = std::get_if<reporting::Dimension>(&group);
        if (dimension == nullptr) {
            cells.emplace_back(reader.Number<std::int64_t>());
        } else if (reporting::IsId(*dimension)) {
            cells.emplace_back(reader.Id());
        } else {
            cells.emplace_back(reader.Text());
        }
    }
}

}  // namespace

std::vector<ClickHouseSetting> ClickHouseStore::QuestionSettings() const {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(options_.question_time_max).count();
    std::vector<ClickHouseSetting> settings{{"max_execution_time", std::to_string(seconds)},
                                            {"timeout_overflow_mode", "throw"},
                                            // Filters may be long.
                                            {"max_query_size", "67108864"},
                                            {"max_ast_elements", "1000000"},
                                            {"max_expanded_ast_elements", "1000000"}};
    if (options_.question_memory_bytes > 0) {
        settings.push_back({"max_memory_usage", std::to_string(options_.question_memory_bytes)});
        // Beyond this size groups are written to disk. Merging them needs about the same amount of memory again.
        settings.push_back({"max_bytes_before_external_group_by", std::to_string(options_.question_memory_bytes / 2)});
    }
    if (options_.question_threads > 0) settings.push_back({"max_threads", std::to_string(options_.question_threads)});
    return settings;
}

ClickHouseStatus ClickHouseStore::Ask(const std::string& sql, const ClickHouseClient::ReadRow& read) {
    TRY(Prepare());
    const auto settings = QuestionSettings();
    return client_.Query({.sql = sql, .settings = settings, .time_max = options_.question_time_max + kAnswerGrace},
                         read);
}

Status ClickHouseStore::Sum(const app::SumQuestion& question, const std::function<void(const app::SumRow&)>& each) {
    if (SelectsNothing(question.selection)) return {};
    auto columns = GroupColumns(question.groups);
    columns.emplace_back("fact_kind");
    if (question.split) columns.insert(columns.end(), {"rate_currency", "toInt64(rate_day)"});
    columns.emplace_back("weights");
    if (question.split) columns.emplace_back("amounts");

    std::vector<GroupCell> cells;
    return StatusOf(Ask(Wrapped(columns, SumSql(question, dialect_)), [&](RowBinaryReader& reader) {
        ReadGroup(question.groups, reader, cells);
        app::SumRow row{.group = cells, .kind = {reader.Number<std::uint8_t>()}, .currency = {}, .amount = {}};
        if (question.split) {
            row.currency = reader.Text();
            const auto day = reader.Number<std::int64_t>();
            row.rate_day = row.currency.empty() ? 0 : RateDayOf(*question.split, day);
        }
        row.weight = reader.Number<std::int64_t>();
        if (question.split) row.amount = reader.Amount();
        if (reader.ok()) each(row);
    }));
}

Status ClickHouseStore::CountDistinct(const app::DistinctQuestion& question,
                                      const std::function<void(const app::DistinctRow&)>& each) {
    if (SelectsNothing(question.selection)) return {};
    auto columns = GroupColumns(question.groups);
    columns.emplace_back("toInt64(entity_count)");
    std::vector<GroupCell> cells;
    return StatusOf(Ask(Wrapped(columns, DistinctSql(question, dialect_)), [&](RowBinaryReader& reader) {
        ReadGroup(question.groups, reader, cells);
        const app::DistinctRow row{.group = cells, .count = reader.Number<std::int64_t>()};
        if (reader.ok() && row.count > 0) each(row);
    }));
}

}  // namespace fairlead::facts
