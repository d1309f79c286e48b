#include "app/reports/resolve_filters.hpp"

#include <algorithm>

#include "app/await.hpp"
#include "app/reports/row_names.hpp"

namespace fairlead::app {
namespace {

using reporting::Calendar;
using reporting::Dimension;
using reporting::FactKind;
using reporting::TimeSpan;

Error NamesNothing(const std::string& key, std::size_t index) {
    return {ErrorCode::kInvalidValue, "/filters/" + key + "/" + std::to_string(index), "names no " + key};
}

template <class Record, class Matches>
void AddMatching(const RecordTable<Record>& table, Matches matches, std::vector<Uuid>& ids) {
    for (const Record& record : table) {
        if (matches(record)) ids.push_back(record.id.uuid);
    }
}

// Both lists are ascending and disjoint.
std::vector<TimeSpan> Overlap(const std::vector<TimeSpan>& some, const std::vector<TimeSpan>& others) {
    std::vector<TimeSpan> both;
    for (const TimeSpan& one : some) {
        for (const TimeSpan& other : others) {
            const TimeSpan overlap{std::max(one.from, other.from), std::min(one.to, other.to)};
            if (overlap.from < overlap.to) both.push_back(overlap);
        }
    }
    return both;
}

std::vector<TimeSpan> Merged(std::vector<TimeSpan> spans) {
    std::ranges::sort(spans, {}, &TimeSpan::from);
    std::vector<TimeSpan> merged;
    for (const TimeSpan& span : spans) {
        if (!merged.empty() && span.from <= merged.back().to) {
            merged.back().to = std::max(merged.back().to, span.to);
        } else {
            merged.push_back(span);
        }
    }
    return merged;
}

class Resolution {
public:
    Resolution(const ReportRequest& request, const Calendar& calendar, RecordQueries& records)
        : request_(request), calendar_(calendar), records_(records) {
        resolved_.spans = {calendar.SpanOf(request.start, request.end)};
        if (request.affiliate) {
            resolved_.dimensions.push_back(
                {.dimension = Dimension::kAffiliate, .ids = {request.affiliate->uuid}, .texts = {}});
        }
    }

    Result<ResolvedFilters> Run() {
        for (const auto& [name, values] : request_.filters) {
            const auto* key = reporting::FindGroupKey(name);
            if (key == nullptr) return Fail(ErrorCode::kInvalidValue, "is not a group key", "/filters/" + name);
            const auto apply = [&](const auto& grouping) { return Apply(grouping, name, values); };
            TRY(std::visit(apply, key->grouping));
        }
        return std::move(resolved_);
    }

private:
    using Values = std::vector<std::string>;

    // The result for a value that names nothing.
    Status Unknown(const std::string& name, std::size_t index) const {
        if (request_.unknown_names == UnknownNames::kMatchNothing) return {};
        return std::unexpected(NamesNothing(name, index));
    }

    Status Apply(reporting::TimeBucket bucket, const std::string& name, const Values& values) {
        std::vector<TimeSpan> spans;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto span = calendar_.Find(bucket, values[i]);
            if (span) {
                spans.push_back(*span);
            } else
                TRY(Unknown(name, i));
        }
        resolved_.spans = Overlap(resolved_.spans, Merged(std::move(spans)));
        return {};
    }

    Status Apply(reporting::EventTypeGroup, const std::string& name, const Values& values) {
        resolved_.event_kinds.emplace();
        resolved_.only_events = std::ranges::find(values, "") == values.end();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto type = events::ParseEventType(values[i]);
            if (type) {
                resolved_.event_kinds->push_back(FactKind::Of(*type));
            } else if (!values[i].empty()) {
                TRY(Unknown(name, i));
            }
        }
        return {};
    }

    Status Apply(Dimension dimension, const std::string& name, const Values& values) {
        DimensionFilter filter{.dimension = dimension, .ids = {}, .texts = {}};
        if (dimension == Dimension::kPlayer) {
            TRY(FindPlayers(name, values, filter.ids));
        } else if (reporting::IsId(dimension)) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                const auto ids = IdsFor(dimension, values[i]);
                filter.ids.insert(filter.ids.end(), ids.begin(), ids.end());
                if (!ids.empty()) continue;
                TRY(Unknown(name, i));
            }
        } else {
            filter.texts = values;
        }
        resolved_.dimensions.push_back(std::move(filter));
        return {};
    }

    std::vector<Uuid> IdsFor(Dimension dimension, const std::string& value) const {
        auto ids = IdsNamed(request_.owner->records, dimension, value);
        if (!request_.affiliate || value.empty()) return ids;
        std::erase_if(ids,
                      [&](const Uuid& id) { return !MayName(*request_.owner, *request_.affiliate, dimension, id); });
        return ids;
    }

    // A value can be a player's id or the operator's reference, which may look like an id too.
    Status FindPlayers(const std::string& name, const Values& values, std::vector<Uuid>& ids) {
        const OperatorId owner = request_.owner->records.self.id;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t before = ids.size();
            if (values[i].empty()) ids.emplace_back();
            TRY(AddIfPlayer(values[i], ids));
            const auto found = TRY(Await<std::vector<PlayerId>>(
                [&](auto done) { records_.FindPlayers(owner, {values[i]}, std::move(done)); }));
            for (const PlayerId& player : found) ids.push_back(player.uuid);
            if (ids.size() > before) continue;
            TRY(Unknown(name, i));
        }
        return {};
    }

    // The player with this id, if there is one.
    Status AddIfPlayer(const std::string& value, std::vector<Uuid>& ids) {
        const auto id = Uuid::Parse(value);
        if (!id) return {};
        const auto refs = TRY(Await<std::vector<std::string>>([&](auto done) {
            records_.ReadPlayerRefs(request_.owner->records.self.id, {PlayerId{*id}}, std::move(done));
        }));
        if (!refs.front().empty()) ids.push_back(*id);
        return {};
    }

    const ReportRequest& request_;
    const Calendar& calendar_;
    RecordQueries& records_;
    ResolvedFilters resolved_;
};

}  // namespace

bool ResolvedFilters::Selects(FactKind kind) const {
    if (!event_kinds) return true;
    if (!kind.event_type()) return !only_events;
    return std::ranges::find(*event_kinds, kind) != event_kinds->end();
}

std::vector<Uuid> IdsNamed(const OperatorTables& tables, Dimension dimension, const std::string& value) {
    std::vector<Uuid> ids;
    const auto add = [&](const auto& table) {
        const auto id = Uuid::Parse(value);
        AddMatching(table, [&](const auto& record) { return record.id.uuid == id || record.name == value; }, ids);
    };
    if (value.empty()) return {Uuid{}};
    switch (dimension) {
        case Dimension::kBrand: add(tables.brands); break;
        case Dimension::kAffiliate:
            if (value == kOrganicName) ids.push_back(reporting::kOrganic.uuid);
            if (value == kUnregisteredName) ids.push_back(reporting::kUnregistered.uuid);
            add(tables.affiliates);
            break;
        case Dimension::kCampaign: add(tables.campaigns); break;
        case Dimension::kCreative: add(tables.creatives); break;
        case Dimension::kLink:
            add(tables.links);
            AddMatching(tables.links, [&](const auto& link) { return link.name != value && link.code == value; }, ids);
            break;
        case Dimension::kSource: add(tables.marketing_sources); break;
        case Dimension::kDeal: add(tables.deals); break;
        default: break;
    }
    return ids;
}

Result<ResolvedFilters> ResolveFilters(const ReportRequest& request, const Calendar& calendar, RecordQueries& records) {
    return Resolution(request, calendar, records).Run();
}

}  // namespace fairlead::app
