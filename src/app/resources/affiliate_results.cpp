#include "app/resources/affiliate_results.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/text/fold.hpp"

namespace fairlead::app {
namespace {

using By = AffiliateOrder::By;

Result<std::size_t> ReadPosition(const std::string& cursor) {
    if (cursor.empty()) return std::size_t{0};
    std::size_t position = 0;
    const char* end = cursor.data() + cursor.size();
    const auto [read_to, error] = std::from_chars(cursor.data(), end, position);
    if (error == std::errc() && read_to == end) return position;
    return Fail(ErrorCode::kInvalidValue, "must be a nextCursor of this list", "/cursor");
}

// The metrics of each affiliate that has any.
class ResultsById {
public:
    // Only of the named affiliates; of all affiliates without names. Blocks.
    static Result<ResultsById> Read(ReportRequest request, std::span<const Uuid> only, RunReport& run_report) {
        request.groups = {reporting::FindGroupKey("affiliate")};
        request.filters.clear();
        for (const Uuid& id : only) request.filters["affiliate"].push_back(id.ToString());
        const auto sums = TRY(run_report.Sum(request));
        const reporting::Tally& tally = sums->tally();
        ResultsById results;
        results.zeros_.resize(request.metrics.size());
        for (std::size_t group = 0; group < tally.group_count(); ++group) {
            auto& metrics = results.found_[reporting::KeyReader(tally.KeyOf(group)).ReadUuid()];
            tally.AppendMetricsOf(group, metrics);
        }
        return results;
    }

    const std::vector<Decimal>& Of(const Uuid& id) const {
        const auto found = found_.find(id);
        return found == found_.end() ? zeros_ : found->second;
    }

private:
    std::unordered_map<Uuid, std::vector<Decimal>> found_;
    std::vector<Decimal> zeros_;
};

// Sorts ids by a key that is computed once for each. The ids are in the order of creation before.
template <class KeyOf>
void SortBy(std::vector<Uuid>& ids, bool descending, KeyOf key_of) {
    using Key = std::decay_t<decltype(key_of(ids.front()))>;
    std::vector<std::pair<Key, Uuid>> keyed;
    keyed.reserve(ids.size());
    for (const Uuid& id : ids) keyed.emplace_back(key_of(id), id);
    std::ranges::stable_sort(keyed, [&](const auto& left, const auto& right) {
        return descending ? right.first < left.first : left.first < right.first;
    });
    std::ranges::transform(keyed, ids.begin(), [](const auto& one) { return one.second; });
}

}  // namespace

Result<AffiliateResultsPage> ListAffiliateResults(const View& view, AffiliateResultsQuery query,
                                                  RunReport& run_report) {
    const std::size_t position = TRY(ReadPosition(query.list.cursor));
    auto ids = TRY(AffiliateResource().FindMatching(view, query.list));
    ResultsById results;
    if (query.order.by == By::kMetric) {
        // Any affiliate may be the first one.
        results = TRY(ResultsById::Read(query.report, {}, run_report));
        SortBy(ids, query.order.descending, [&](const Uuid& id) { return results.Of(id)[query.order.metric]; });
    } else if (query.order.by == By::kName) {
        SortBy(ids, query.order.descending,
               [&](const Uuid& id) { return Folded(view.entry.FindAffiliate({id})->name); });
    } else if (query.order.descending) {
        std::ranges::reverse(ids);
    }

    AffiliateResultsPage page;
    if (position < ids.size()) {
        const std::size_t count = std::min(query.list.limit, ids.size() - position);
        const auto shown = std::span(ids).subspan(position, count);
        if (query.order.by != By::kMetric) results = TRY(ResultsById::Read(query.report, shown, run_report));
        for (const Uuid& id : shown) page.items.push_back({{id}, results.Of(id)});
        if (position + count < ids.size()) page.next_cursor = std::to_string(position + count);
    }
    return page;
}

}  // namespace fairlead::app
