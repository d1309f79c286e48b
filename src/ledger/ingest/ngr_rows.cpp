#include "ledger/ingest/ngr_rows.hpp"

#include <unordered_set>

#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/event_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kMarkedColumns("day, sum, latest");
constexpr ComposedSql kSelectNgr("SELECT " + kMarkedColumns +
                                 " FROM ngr_product_marks WHERE operator_id = $1 AND player_id = $2 AND currency = $3"
                                 " AND product = $4 AND day = $5");
constexpr ComposedSql kSelectShared("SELECT " + kMarkedColumns +
                                    " FROM ngr_marks WHERE operator_id = $1 AND player_id = $2 AND currency = $3");
constexpr ComposedSql kSelectSharedDay("SELECT " + kMarkedColumns +
                                       " FROM ngr_marks WHERE operator_id = $1 AND player_id = $2 AND currency = $3"
                                       " AND day = $4");
constexpr SqlText kNgrColumns("operator_id, player_id, currency, product, day, sum, latest");
constexpr ComposedSql kUpsertNgr(InsertInto("ngr_product_marks", kNgrColumns) +
                                 " ON CONFLICT (operator_id, player_id, currency, product, day) DO UPDATE SET " +
                                 AssignExcluded(SqlText("sum, latest")));

using Key = commission::PlayerNgr::Key;

commission::NgrMark ReadMark(const ResultRows& rows, std::size_t row) {
    commission::NgrMark mark{ReadStoredDecimal(rows, row, kMarkedColumns["sum"]), std::nullopt};
    if (!rows.IsNull(row, kMarkedColumns["latest"])) mark.latest = rows.Time(row, kMarkedColumns["latest"]);
    return mark;
}

void AddMarks(const ResultRows& rows, commission::NgrMarks& marks) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Date day{static_cast<std::int32_t>(rows.Integer(row, kMarkedColumns["day"]))};
        (day == commission::kWholeLife ? marks.lifetime : marks.days[day]) = ReadMark(rows, row);
    }
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
        const auto marked = TRY(MarksFor(i));
        const Key key(event.money->currency, event.product);
        const Decimal delta = NgrDelta(transaction_.cache.plan().NgrModeOf(event.brand), event.time,
                                       event.money->amount, marked->products[key], marked->shared[key.first]);
        marked->touched.insert({key, Date::OfUtc(event.time)});
        if (delta != event.money->amount) deltas[i] = delta;
    }
    return deltas;
}

Result<NgrTotals::Marked*> NgrTotals::MarksFor(std::size_t index) {
    const events::Event& event = batch_[index]->event;
    auto& marked = marked_.try_emplace({event.brand, event.player_ref}, Marked{.index = index}).first->second;
    if (players_[index]) marked.player = players_[index]->id;
    TRY(Load(marked, {event.money->currency, event.product}, Date::OfUtc(event.time)));
    return &marked;
}

Status NgrTotals::Load(Marked& marked, const Key& key, Date day) {
    const bool known = marked.products.contains(key);
    commission::NgrMarks& marks = marked.products[key];
    if (!marked.player || marks.days.contains(day)) return {};
    if (!known) {
        const auto life = TRY(transaction_.connection.Query(
            kSelectNgr,
            {Value::Of(transaction_.moment.owner), Value::Of(*marked.player), Value::Of(key.first.code()),
             Value::Of(std::string_view(key.second)), Value::Of(std::int64_t{commission::kWholeLife.days})}));
        if (life.empty()) return LoadFromEvents(marked, key);
        marks.lifetime = ReadMark(life, 0);
    }
    return LoadDay(marked, key, day);
}

Status NgrTotals::LoadDay(Marked& marked, const Key& key, Date day) {
    const Value owner = Value::Of(transaction_.moment.owner);
    const Value currency = Value::Of(key.first.code());
    const Value date = Value::Of(std::int64_t{day.days});
    const auto of_day = TRY(transaction_.connection.Query(
        kSelectNgr, {owner, Value::Of(*marked.player), currency, Value::Of(std::string_view(key.second)), date}));
    AddMarks(of_day, marked.products[key]);
    if (!of_day.empty()) return {};
    const auto shared =
        TRY(transaction_.connection.Query(kSelectSharedDay, {owner, Value::Of(*marked.player), currency, date}));
    AddMarks(shared, marked.shared[key.first]);
    return {};
}

// For the first total of the player and product: what its earlier events have added is the starting point.
Status NgrTotals::LoadFromEvents(Marked& marked, const Key& key) {
    const OperatorId owner = transaction_.moment.owner;
    const auto seqs = TRY(EventNumbersOf(transaction_.connection, transaction_.index, owner, *marked.player));
    const auto events = TRY(ReadEvents(transaction_.connection, owner, seqs));
    commission::NgrMarks& marks = marked.products[key];
    for (const ReadEventRow& row : events) {
        const events::Event& event = row.stored.event;
        const bool counts = row.player == *marked.player && event.type == events::EventType::kNgrUpdate;
        if (!counts || event.money->currency != key.first || event.product != key.second) continue;
        const Decimal delta = row.ngr_delta.value_or(event.money->amount);
        const Date day = Date::OfUtc(event.time);
        marks.days[day].sum += delta;
        marks.lifetime.sum += delta;
        marked.touched.insert({key, day});
    }
    const auto shared = TRY(transaction_.connection.Query(
        kSelectShared, {Value::Of(owner), Value::Of(*marked.player), Value::Of(key.first.code())}));
    AddMarks(shared, marked.shared[key.first]);
    StartProduct(marked.shared[key.first], marks);
    return {};
}

Status NgrTotals::Store(const events::IngestOutcome& outcome) {
    if (marked_.empty()) return {};
    std::map<std::size_t, PlayerId> accepted;
    for (const auto& event : outcome.accepted) accepted[event.index] = event.player;
    ParameterRows parameters(kNgrColumns.column_count());
    for (auto& [name, marked] : marked_) {
        const PlayerId& player = marked.player.emplace(accepted.at(marked.index));
        const auto add = [&](const Key& key, Date day, const commission::NgrMark& mark) {
            const auto code = parameters.Keep(std::string(key.first.code()));
            parameters.Add({Value::Of(transaction_.moment.owner), Value::Of(player), Value::Of(code),
                            Value::Of(std::string_view(key.second)), Value::Of(std::int64_t{day.days}),
                            Value::DecimalText(parameters.Keep(mark.sum.ToString())),
                            mark.latest ? Value::Of(*mark.latest) : Value::Null()});
        };
        for (const auto& [key, marks] : marked.products) add(key, commission::kWholeLife, marks.lifetime);
        for (const auto& [key, day] : marked.touched) add(key, day, marked.products[key].days[day]);
    }
    return transaction_.connection.RunEach(kUpsertNgr, parameters);
}

}  // namespace fairlead::ledger
