#include "ledger/clicks/registration_context.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "base/assert.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/event_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kPolicy(
    "SELECT attribution_fallback, attribution_window_days FROM brands WHERE operator_id = $1 AND brand_id = $2");
constexpr Sql kFirstDeposit("SELECT first_deposit_seq FROM players WHERE operator_id = $1 AND player_id = $2");

class ContextLoader {
public:
    ContextLoader(const ClickSource& source, std::span<const events::SubmittedEvent* const> batch)
        : connection_(source.connection), index_(source.index), owner_(source.owner), batch_(batch), search_(source) {}

    Status Load(std::size_t i, const std::optional<tracking::Click>& named, const PlayerId* known_player,
                events::RegistrationContext& context) {
        const events::Event& event = batch_[i]->event;
        context.named = named;
        if (!named || !named->IsAttributable()) {
            // The policy is read under the operator's lock, so an acknowledged change of it applies.
            auto policy = TRY(PolicyOf(event.brand));
            context.policy = policy;
            auto candidates = TRY(search_.FindCandidates(event, context.policy));
            context.candidates = std::move(candidates);
        }
        return known_player == nullptr ? Status() : LoadWaiting(*known_player, context.waiting);
    }

    Result<std::vector<std::optional<tracking::Click>>> FindNamed(std::span<const std::optional<ClickId>> ids) {
        return search_.FindByIds(ids);
    }

private:
    Result<attribution::Policy> PolicyOf(BrandId brand) {
        if (const auto known = policies_.find(brand); known != policies_.end()) return known->second;
        const auto rows = TRY(connection_.Query(kPolicy, {Value::Of(owner_), Value::Of(brand)}));
        attribution::Policy policy;
        if (!rows.empty()) {
            const auto& names = catalogue::kAttributionFallbackNames;
            const auto name = std::ranges::find(names, rows.Text(0, kPolicy["attribution_fallback"]));
            FAIRLEAD_ASSERT(name != names.end());
            policy = {.fallback = static_cast<catalogue::AttributionFallback>(name - names.begin()),
                      .window_days = static_cast<int>(rows.Integer(0, kPolicy["attribution_window_days"]))};
        }
        return policies_[brand] = policy;
    }

    Status LoadWaiting(PlayerId player, std::vector<events::WaitingEvent>& waiting) {
        const auto seqs = TRY(EventNumbersOf(connection_, index_, owner_, player));
        const auto first_deposit = TRY(connection_.Query(kFirstDeposit, {Value::Of(owner_), Value::Of(player)}));
        auto rows = TRY(ReadEvents(connection_, owner_, seqs));
        for (ReadEventRow& row : rows) {
            if (row.player != player) continue;
            const bool deposit = row.stored.event.type == events::EventType::kFirstDeposit;
            const bool repeated = deposit && row.seq != first_deposit.Integer(0);
            waiting.push_back({row.seq, std::move(row.stored.event), row.ngr_delta, repeated});
        }
        return {};
    }

    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    std::span<const events::SubmittedEvent* const> batch_;
    ClickSearch search_;
    std::map<BrandId, attribution::Policy> policies_;
};

// The first registration of each unregistered player in the batch.
std::vector<std::size_t> FirstRegistrations(std::span<const events::SubmittedEvent* const> batch,
                                            const std::function<RegistrationNeed(std::size_t)>& need) {
    std::vector<std::size_t> indexes;
    std::unordered_set<events::KeyDigest, events::KeyDigestHash> keys;
    std::set<std::pair<BrandId, std::string_view>> players;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        // A second use of a key in the batch is a duplicate, whatever its content.
        if (!batch[i]->is_valid || !keys.insert(batch[i]->key_digest).second) continue;
        const events::Event& event = batch[i]->event;
        if (event.type != events::EventType::kRegistration || !need(i).may_be_first) continue;
        if (players.emplace(event.brand, event.player_ref).second) indexes.push_back(i);
    }
    return indexes;
}

}  // namespace

Result<std::vector<std::optional<events::RegistrationContext>>> LoadRegistrationContexts(
    const ClickSource& source, std::span<const events::SubmittedEvent* const> batch,
    const std::function<RegistrationNeed(std::size_t)>& need) {
    std::vector<std::optional<events::RegistrationContext>> contexts(batch.size());
    const auto indexes = FirstRegistrations(batch, need);
    if (indexes.empty()) return contexts;
    std::vector<std::optional<ClickId>> named_ids;
    for (const std::size_t i : indexes) named_ids.push_back(ClickId::Parse(batch[i]->event.click_id));
    ContextLoader loader(source, batch);
    const auto named = TRY(loader.FindNamed(named_ids));
    for (std::size_t k = 0; k < indexes.size(); ++k) {
        auto& context = contexts[indexes[k]].emplace();
        TRY(loader.Load(indexes[k], named[k], need(indexes[k]).known_player, context));
    }
    return contexts;
}

}  // namespace fairlead::ledger
