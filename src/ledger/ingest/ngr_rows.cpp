#include "ledger/ingest/ngr_rows.hpp"

#include <unordered_set>

#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/event_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kSelectNgr(
    "SELECT sum, latest FROM ngr_marks WHERE operator_id = $1 AND player_id = $2 AND currency = $3 AND day = $4");
constexpr SqlText kNgrColumns("operator_id, player_id, currency, day, sum, latest");
constexpr ComposedSql kUpsertNgr(InsertInto("ngr_marks", kNgrColumns) +
                                 " ON CONFLICT (operator_id, player_id, currency, day) DO UPDATE SET " +
                                 AssignExcluded(SqlText("sum, latest")));

Result<std::optional<commission::NgrMark>> ReadMark(Connection& connection, OperatorId owner, PlayerId player,
                                                    Currency currency, Date day) {
    const auto rows = TRY(connection.Query(kSelectNgr, {Value::Of(owner), Value::Of(player), Value::Of(currency.code()),
                                                        Value::Of(std::int64_t{day.days})}));
    if (rows.empty()) return std::nullopt;
    commission::NgrMark mark{ReadStoredDecimal(rows, 0, kSelectNgr["sum"]), std::nullopt};
    if (!rows.IsNull(0, kSelectNgr["latest"])) mark.latest = rows.Time(0, kSelectNgr["latest"]);
    return mark;
}

}  // namespace

// The new events of brands that send totals.
std::vector<std::size_t> NgrTotals::EventsWithTotals() const {
    std::vector<std::size_t> indexes;
    const auto& plan = transaction_.cache.plan();
    if (!plan.AnyTotals()) return indexes;
    std::unordered_set<events::KeyDigest, events::KeyDigestHash> keys;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
        // A second use of a key in the batch is a duplicate, whatever its content.
        if (earlier_[i] || !batch_[i]->is_valid || !keys.insert(batch_[i]->key_digest).second) continue;
        const events::Event& event = batch_[i]->event;
        const bool total = event.type == events::EventType::kNgrUpdate && plan.HasSentTotals(event.brand);
        if (total) indexes.push_back(i);
    }
    return indexes;
}

Result<std::vector<std::optional<Decimal>>> NgrTotals::Decide() {
    const auto indexes = EventsWithTotals();
    std::vector<std::optional<Decimal>> deltas;
    if (indexes.empty()) return deltas;
    deltas.resize(batch_.size());
    for (const std::size_t i : indexes) {
        const events::Event& event = batch_[i]->event;
        const Date day = Date::OfUtc(event.time);
        const auto marked = TRY(MarksFor(i));
        const Decimal delta =
            NgrDelta(transaction_.cache.plan().NgrModeOf(event.brand), event.time, *event.money, marked->marks);
        marked->touched.insert({event.money->currency, day});
        if (delta != event.money->amount) deltas[i] = delta;
    }
    return deltas;
}

Result<NgrTotals::Marked*> NgrTotals::MarksFor(std::size_t index) {
    const events::Event& event = batch_[index]->event;
    auto& marked = marked_.try_emplace({event.brand, event.player_ref}, Marked{.index = index}).first->second;
    if (players_[index]) marked.player = players_[index]->id;
    const Currency currency = event.money->currency;
    TRY(Load(marked, currency, Date::OfUtc(event.time)));
    return &marked;
}

Status NgrTotals::Load(Marked& marked, Currency currency, Date day) {
    const bool known = marked.marks.currencies.contains(currency);
    if (known && marked.marks.currencies[currency].days.contains(day)) return {};
    auto& marks = marked.marks.currencies[currency];
    if (!marked.player) return {};
    const OperatorId owner = transaction_.moment.owner;
    if (!known) {
        const auto life =
            TRY(ReadMark(transaction_.connection, owner, *marked.player, currency, commission::kWholeLife));
        if (!life) return LoadFromEvents(marked, currency);
        marks.lifetime = *life;
    }
    const auto of_day = TRY(ReadMark(transaction_.connection, owner, *marked.player, currency, day));
    if (of_day) marks.days[day] = *of_day;
    return {};
}

// For the player's first total: its earlier events were changes, so their sum is the starting point.
Status NgrTotals::LoadFromEvents(Marked& marked, Currency currency) {
    const OperatorId owner = transaction_.moment.owner;
    const auto seqs = TRY(EventNumbersOf(transaction_.connection, transaction_.index, owner, *marked.player));
    const auto events = ReadEvents(transaction_.connection, owner, seqs);
    if (!events) return std::unexpected(events.error());
    auto& marks = marked.marks.currencies[currency];
    for (const ReadEventRow& row : *events) {
        const events::Event& event = row.stored.event;
        const bool counts = row.player == *marked.player && event.type == events::EventType::kNgrUpdate;
        if (!counts || event.money->currency != currency) continue;
        const Decimal delta = row.ngr_delta.value_or(event.money->amount);
        const Date day = Date::OfUtc(event.time);
        marks.days[day].sum += delta;
        marks.lifetime.sum += delta;
        marked.touched.insert({currency, day});
    }
    return {};
}

Status NgrTotals::Store(const events::IngestOutcome& outcome) {
    if (marked_.empty()) return {};
    std::map<std::size_t, PlayerId> accepted;
    for (const auto& event : outcome.accepted) accepted[event.index] = event.player;
    ParameterRows parameters(kNgrColumns.column_count());
    for (auto& [name, marked] : marked_) {
        const PlayerId& player = marked.player.emplace(accepted.at(marked.index));
        const auto add = [&](Currency currency, Date day, const commission::NgrMark& mark) {
            const auto code = parameters.Keep(std::string(currency.code()));
            parameters.Add({Value::Of(transaction_.moment.owner), Value::Of(player), Value::Of(code),
                            Value::Of(std::int64_t{day.days}), Value::DecimalText(parameters.Keep(mark.sum.ToString())),
                            mark.latest ? Value::Of(*mark.latest) : Value::Null()});
        };
        for (const auto& [currency, marks] : marked.marks.currencies)
            add(currency, commission::kWholeLife, marks.lifetime);
        for (const auto& [currency, day] : marked.touched)
            add(currency, day, marked.marks.currencies[currency].days[day]);
    }
    return transaction_.connection.RunEach(kUpsertNgr, parameters);
}

}  // namespace fairlead::ledger
