#include "app/reports/open_rows.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/ports/record_queries.hpp"

namespace fairlead::app {
namespace {

using reporting::Dimension;

template <class Choose>
std::optional<Timestamp> BothTimes(const std::optional<Timestamp>& one, const std::optional<Timestamp>& other,
                                   Choose choose) {
    return one && other ? std::optional(choose(*one, *other)) : (one ? one : other);
}

// Adds the player to the filter: every player with this reference, and the player with this id.
void AddPlayer(const std::string& named, const std::vector<PlayerId>& called_so, RowFilter& filter) {
    DimensionFilter players{.dimension = Dimension::kPlayer, .ids = {}, .texts = {}};
    for (const PlayerId& player : called_so) players.ids.push_back(player.uuid);
    if (const auto id = Uuid::Parse(named)) players.ids.push_back(*id);
    if (players.ids.empty()) filter.nothing = true;
    filter.dimensions.push_back(std::move(players));
}

// Completes the filter when the player is known, and passes it to `done` on any thread.
void CompleteFilter(RecordQueries& records, OperatorId owner, RowSelection selection, AnswerDone<RowFilter> done) {
    if (!selection.player) return done(std::move(selection.filter));
    std::vector<std::string> refs{*selection.player};
    records.FindPlayers(
        owner, std::move(refs),
        [selection = std::move(selection), done = std::move(done)](const Result<std::vector<PlayerId>>& found) mutable {
            if (!found) return done(std::unexpected(found.error()));
            AddPlayer(*selection.player, *found, selection.filter);
            done(std::move(selection.filter));
        });
}

// The value that a dimension of the filter must have, if it is the only one.
template <class IdType>
std::optional<IdType> OnlyId(const RowFilter& filter, Dimension dimension) {
    for (const DimensionFilter& each : filter.dimensions) {
        if (each.dimension == dimension && each.ids.size() == 1) return IdType{each.ids.front()};
    }
    return std::nullopt;
}

// The index has the events of a player, …
void UseIndex(const RowFilter& filter, EventQuery& query) {
    if (!query.player) query.player = OnlyId<PlayerId>(filter, Dimension::kPlayer);
}

// … and the accruals of a player and of an affiliate.
void UseIndex(const RowFilter& filter, AccrualQuery& query) {
    const auto player = OnlyId<PlayerId>(filter, Dimension::kPlayer);
    if (!query.player && player && *player != PlayerId{}) query.player = player;
    if (!query.affiliate) query.affiliate = OnlyId<AffiliateId>(filter, Dimension::kAffiliate);
}

}  // namespace

TimeRange Overlap(const TimeRange& one, const TimeRange& other) {
    const auto later = [](Timestamp a, Timestamp b) { return std::max(a, b); };
    const auto earlier = [](Timestamp a, Timestamp b) { return std::min(a, b); };
    return {BothTimes(one.from, other.from, later), BothTimes(one.to, other.to, earlier)};
}

void OpenEvents(RecordQueries& records, EventQuery query, RowSelection selection, AnswerDone<EventPage> done) {
    query.event_time = Overlap(query.event_time, selection.time);
    const OperatorId owner = query.owner;
    CompleteFilter(records, owner, std::move(selection),
                   [&records, query = std::move(query), done = std::move(done)](Result<RowFilter> filter) mutable {
                       if (!filter) return done(std::unexpected(filter.error()));
                       UseIndex(*filter, query);
                       records.ReadEvents(std::move(query), std::move(*filter), std::move(done));
                   });
}

void OpenClicks(RecordQueries& records, ClickQuery query, RowSelection selection, AnswerDone<ClickPage> done) {
    query.time = Overlap(query.time, selection.time);
    // A click belongs to no player.
    if (selection.player) selection.filter.nothing = true;
    records.ReadClicks(query, std::move(selection.filter), std::move(done));
}

void OpenAccruals(RecordQueries& records, AccrualQuery query, RowSelection selection, AnswerDone<AccrualPage> done) {
    query.event_time = Overlap(query.event_time, selection.time);
    CompleteFilter(records, query.owner, std::move(selection),
                   [&records, query, done = std::move(done)](Result<RowFilter> filter) mutable {
                       if (!filter) return done(std::unexpected(filter.error()));
                       UseIndex(*filter, query);
                       records.ReadAccruals(query, std::move(*filter), std::move(done));
                   });
}

}  // namespace fairlead::app
