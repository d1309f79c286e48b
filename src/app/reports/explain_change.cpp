#include "app/reports/explain_change.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "app/reports/change_causes.hpp"
#include "app/reports/change_text.hpp"
#include "app/reports/row_names.hpp"
#include "domain/comparison/percent_change.hpp"

namespace fairlead::app {
namespace {

using comparison::BeforeAndAfter;
using comparison::Contribution;
using comparison::Kind;
using comparison::Measured;
using reporting::Dimension;
using reporting::GroupKey;
using reporting::KeyReader;
using reporting::Tally;

constexpr std::array<std::string_view, 8> kUsualKeys{"affiliate", "brand", "campaign", "link",
                                                     "country",   "sub1",  "deal",     "player"};

Kind KindOf(const reporting::Metric& metric) {
    if (std::holds_alternative<reporting::Quotient>(metric.computation)) return Kind::kQuotient;
    return std::holds_alternative<reporting::Distinct>(metric.computation) ? Kind::kDistinct : Kind::kSum;
}

// The metric and, if it is a quotient, its parts.
std::vector<const reporting::Metric*> MeasuredMetrics(const reporting::Metric& metric) {
    const auto* quotient = std::get_if<reporting::Quotient>(&metric.computation);
    if (quotient == nullptr) return {&metric};
    return {&metric, reporting::FindMetric(quotient->numerator), reporting::FindMetric(quotient->denominator)};
}

Measured MeasuredFrom(const std::vector<Decimal>& values) {
    return values.size() < 3 ? Measured{values[0]} : Measured{values[0], values[1], values[2]};
}

// One group in both periods, by its index in each tally.
struct JoinedGroup {
    std::optional<std::size_t> before;
    std::optional<std::size_t> after;
};

class KeySplit {
public:
    KeySplit(const ChangeQuestion& request, const GroupKey& key, RunReport& run_report)
        : request_(request), key_(key), run_report_(run_report) {
        reports_[0] = ReportOf(request, request.before);
        reports_[1] = ReportOf(request, request.after);
        for (ReportRequest& report : reports_) {
            report.groups = {&key};
            report.metrics = MeasuredMetrics(*request.metric);
        }
    }

    Status Run() {
        for (std::size_t i = 0; i < reports_.size(); ++i) {
            auto sums = TRY(run_report_.Sum(reports_[i]));
            sums_[i] = std::move(sums);
        }
        Join();
        return {};
    }

    Result<ChangeBreakdown> Break(const BeforeAndAfter& whole) {
        split_ = comparison::SplitChange(KindOf(*request_.metric), whole, pairs_, request_.parts_max);
        const auto names = TRY(NameLargest());
        ChangeBreakdown breakdown{.by = key_.name, .parts = {}};
        for (std::size_t i = 0; i < split_.largest.size(); ++i) {
            breakdown.parts.push_back(PartOf(split_.largest[i], names[i]));
        }
        if (split_.other_count > 0 || !split_.rest.IsZero()) {
            const auto kind = split_.other_count > 0 ? PartKind::kOthers : PartKind::kOverlap;
            breakdown.parts.push_back({.kind = kind, .count = split_.other_count, .difference = split_.rest});
        }
        return breakdown;
    }

    // Whether the key tells groups apart.
    bool HasSeveralGroups() const { return pairs_.size() > 1; }
    // Whether no fact has a value of this key: a click has no player.
    bool HasNoValue() const { return pairs_.empty() || (pairs_.size() == 1 && IsEmpty(joined_.front())); }
    Decimal concentration() const { return comparison::Concentration(split_); }

private:
    const Tally& TallyOf(std::size_t period) const { return sums_[period]->tally(); }

    void Join() {
        std::map<std::string_view, JoinedGroup> groups;
        for (std::size_t i = 0; i < TallyOf(0).group_count(); ++i) groups[TallyOf(0).KeyOf(i)].before = i;
        for (std::size_t i = 0; i < TallyOf(1).group_count(); ++i) groups[TallyOf(1).KeyOf(i)].after = i;
        for (const auto& [key, group] : groups) {
            const BeforeAndAfter pair{ValueOf(0, group.before), ValueOf(1, group.after)};
            if (pair.before == Measured() && pair.after == Measured()) continue;
            joined_.push_back(group);
            pairs_.push_back(pair);
        }
    }

    Measured ValueOf(std::size_t period, std::optional<std::size_t> group) const {
        if (!group) return {};
        std::vector<Decimal> values;
        TallyOf(period).AppendMetricsOf(*group, values);
        return MeasuredFrom(values);
    }

    const std::string& KeyOf(const JoinedGroup& group) const {
        return group.after ? TallyOf(1).KeyOf(*group.after) : TallyOf(0).KeyOf(*group.before);
    }

    bool IsEmpty(const JoinedGroup& group) const {
        const auto* dimension = std::get_if<Dimension>(&key_.grouping);
        KeyReader reader(KeyOf(group));
        if (dimension == nullptr) return reader.Number() == 0;
        return reporting::IsId(*dimension) ? reader.ReadUuid() == Uuid{} : reader.Text().empty();
    }

    Result<std::vector<std::string>> NameLargest() const {
        std::vector<std::string> names(split_.largest.size());
        for (const std::size_t period : {std::size_t{0}, std::size_t{1}}) {
            std::vector<std::size_t> groups;
            std::vector<std::size_t> places;
            for (std::size_t i = 0; i < split_.largest.size(); ++i) {
                const JoinedGroup& group = joined_[split_.largest[i].group];
                if (group.after.has_value() != (period == 1)) continue;
                groups.push_back(period == 1 ? *group.after : *group.before);
                places.push_back(i);
            }
            auto found = TRY(run_report_.NameGroups(reports_[period], TallyOf(period), groups));
            for (std::size_t i = 0; i < places.size(); ++i) names[places[i]] = std::move(found[i]);
        }
        return names;
    }

    // Filters find players by id. A caller that may not see the name gets no filter either.
    std::string FilterOf(const JoinedGroup& group, const std::string& name) const {
        const auto* dimension = std::get_if<Dimension>(&key_.grouping);
        if (dimension == nullptr || !reporting::IsId(*dimension) || name.empty()) return name;
        if (name == kOrganicName || name == kUnregisteredName) return name;
        return KeyReader(KeyOf(group)).ReadUuid().ToString();
    }

    ChangePart PartOf(const Contribution& contribution, const std::string& name) const {
        const BeforeAndAfter& pair = pairs_[contribution.group];
        return {.kind = PartKind::kGroup,
                .name = name,
                .filter = FilterOf(joined_[contribution.group], name),
                .before = pair.before.value,
                .after = pair.after.value,
                .difference = contribution.difference};
    }

    const ChangeQuestion& request_;
    const GroupKey& key_;
    RunReport& run_report_;
    std::array<ReportRequest, 2> reports_;
    std::array<std::unique_ptr<const ReportSums>, 2> sums_;
    std::vector<JoinedGroup> joined_;
    std::vector<BeforeAndAfter> pairs_;
    comparison::ChangeSplit split_;
};

class ChangeRun {
public:
    ChangeRun(ChangeQuestion request, RunReport& run_report) : run_report_(run_report) {
        result_.request = std::move(request);
    }

    Result<ChangeExplanation> Run() {
        TRY(MeasureWhole());
        TRY(AddCauses());
        for (const GroupKey* key : Keys()) TRY(AddSplit(*key));
        WriteTexts(result_);
        return std::move(result_);
    }

private:
    const ChangeQuestion& request() const { return result_.request; }

    Status MeasureWhole() {
        for (const bool later : {false, true}) {
            ReportRequest report = ReportOf(request(), later ? request().after : request().before);
            report.metrics = MeasuredMetrics(*request().metric);
            const auto sums = TRY(run_report_.Sum(report));
            std::vector<Decimal> values;
            sums->tally().AppendTotals(values);
            (later ? result_.whole.after : result_.whole.before) = MeasuredFrom(values);
            if (request().metric->IsMoney()) result_.currency = sums->currency();
        }
        result_.percent = comparison::PercentChange(result_.whole.before.value, result_.whole.after.value);
        return {};
    }

    Status AddCauses() {
        auto parts = TRY(FindCauses(request(), result_.whole, run_report_));
        if (parts.empty()) return {};
        result_.splits.push_back({kByCause, std::move(parts)});
        return {};
    }

    std::vector<const GroupKey*> Keys() const {
        if (!request().by.empty()) return request().by;
        std::vector<const GroupKey*> keys;
        for (const std::string_view name : kUsualKeys) {
            const auto filter = request().filters.find(std::string(name));
            const bool is_one = filter != request().filters.end() && filter->second.size() == 1;
            const bool is_hidden = request().affiliate && (name == "affiliate" || name == "player");
            if (!is_one && !is_hidden) keys.push_back(reporting::FindGroupKey(name));
        }
        return keys;
    }

    Status AddSplit(const GroupKey& key) {
        const bool asked = !request().by.empty();
        KeySplit split(request(), key, run_report_);
        const auto done = split.Run();
        // Too many players. The other keys still explain something.
        if (!done && !asked && done.error().code == ErrorCode::kInvalidRequest) return {};
        TRY(done);
        if (!asked && split.HasNoValue()) return {};
        auto breakdown = TRY(split.Break(result_.whole));
        if (breakdown.parts.empty() && !asked) return {};
        if (split.HasSeveralGroups() && split.concentration() > concentration_) {
            concentration_ = split.concentration();
            result_.suggested = key.name;
        }
        result_.splits.push_back(std::move(breakdown));
        return {};
    }

    RunReport& run_report_;
    ChangeExplanation result_;
    Decimal concentration_;
};

}  // namespace

bool SplitsChanges(const GroupKey& key) {
    return !std::holds_alternative<reporting::TimeBucket>(key.grouping) &&
           key.grouping != reporting::Grouping(Dimension::kPeriod) &&
           key.grouping != reporting::Grouping(Dimension::kCurrency);
}

Result<ChangeExplanation> ExplainChange(ChangeQuestion request, RunReport& run_report) {
    return ChangeRun(std::move(request), run_report).Run();
}

}  // namespace fairlead::app
