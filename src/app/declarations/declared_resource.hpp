#pragma once

#include <algorithm>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/declarations/catalogue_resource.hpp"
#include "app/declarations/member_schemas.hpp"
#include "app/declarations/members.hpp"
#include "base/assert.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {

// The declaration of a resource: its names, its members, the table of its records, and the checks of whole records.
template <class Record>
struct Declaration {
    ResourceWords words;
    Members<Record> members;
    RecordTable<Record> OperatorTables::* table = nullptr;
    // At creation, fills in what the body does not give. Returns members that are shown only once; usually none.
    std::function<boost::json::object(const DecisionContext&, const ChangeRequest&, Record&)> complete = {};
    // At a change, fills in what the body does not give. `given` is the body.
    std::function<void(const DecisionContext&, const Record& before, const boost::json::object& given, Record& after)>
        revise = {};
    // The errors of the whole record after each member has passed its own check. `before` is null at creation.
    std::function<Errors(const DecisionContext&, const Record* before, const Record& after)> check = {};
    // The errors of a change that this caller may not make, although its route is open to it. `before` is null at
    // creation.
    std::function<Errors(const ChangeRequest&, const Record* before, const Record& after)> permit = {};
    // Other records that change together with it, in their new state.
    std::function<std::vector<Record>(const DecisionContext&, const Record& after)> also = {};
    // Adds changes of records of other types to the same transaction. `before` is null at creation.
    std::function<void(const DecisionContext&, const Record* before, const Record& after, const ChangeRequest&,
                       CatalogueChange&)>
        extend = {};
    boost::json::object shown_once = {};  // The schemas of the members that `complete` returns.
    // The mails of a creation. `shown` is what `complete` has returned.
    std::function<std::vector<outbox::Mail>(const DecisionContext&, const Record&, const boost::json::object& shown)>
        mails = {};
};

// Reads, checks, decides and writes according to a declaration.
template <class Record>
class DeclaredResource final : public CatalogueResource {
    using IdType = decltype(Record::id);

public:
    explicit DeclaredResource(Declaration<Record> declaration) : declared_(std::move(declaration)) {}

    const Members<Record>& members() const { return declared_.members; }
    const ResourceWords& words() const override { return declared_.words; }

    Result<ListPage> List(const View& view, const ListQuery& query) const override {
        FAIRLEAD_ASSERT(declared_.table != nullptr);
        auto filters = TRY(FiltersOf(view, query));
        const RecordTable<Record>& table = view.entry.records.*declared_.table;
        const auto after = Uuid::Parse(query.cursor);
        if (!after && !query.cursor.empty()) {
            return Fail(ErrorCode::kInvalidRequest, "cursor must be a nextCursor of this list");
        }
        ListPage page;
        const Record* last = nullptr;
        for (auto record = after ? table.After(IdType{*after}) : table.begin(); record != table.end(); ++record) {
            if (!PassesAll(filters, *record)) continue;
            if (page.items.size() == query.limit) {
                page.next_cursor = last->id.ToString();
                break;
            }
            last = &*record;
            page.items.push_back(Encode(declared_.members, *record, view));
        }
        return page;
    }

    Result<std::vector<Uuid>> FindMatching(const View& view, const ListQuery& query) const override {
        FAIRLEAD_ASSERT(declared_.table != nullptr);
        const auto filters = TRY(FiltersOf(view, query));
        std::vector<Uuid> ids;
        for (const Record& record : view.entry.records.*declared_.table) {
            if (PassesAll(filters, record)) ids.push_back(record.id.uuid);
        }
        return ids;
    }

    bool HasFilter(std::string_view name) const override {
        return name == kSearchParameter ||
               std::ranges::find(declared_.members, name, &Member<Record>::name) != declared_.members.end();
    }

    std::optional<boost::json::object> Read(const View& view, Uuid id) const override {
        const Record* record = FindIn(view.entry, id);
        if (record == nullptr) return std::nullopt;
        return Encode(declared_.members, *record, view);
    }

    ManageCatalogue::Decide Create(ChangeRequest request) const override {
        return [this, request = std::move(request), id = IdType::New()](const DecisionContext& context) -> Decided {
            Record record{.id = id, .created_at = Now()};
            Errors errors = Decode(declared_.members, request.body, DecodeMode::kCreate, record);
            if (!errors.empty()) return std::unexpected(std::move(errors));
            boost::json::object shown_once;
            if (declared_.complete) shown_once = declared_.complete(context, request, record);
            errors = CheckWhole(context, request, nullptr, record);
            if (!errors.empty()) return std::unexpected(std::move(errors));
            auto decision = Decide(context, nullptr, record, request);
            if (declared_.mails) decision.mails = declared_.mails(context, record, shown_once);
            for (auto& [name, value] : shown_once) decision.answer[name] = value;
            return decision;
        };
    }

    ManageCatalogue::Decide Update(Uuid id, ChangeRequest request) const override {
        return [this, id, request = std::move(request)](const DecisionContext& context) -> Decided {
            const Record* before = FindIn(context.own, id);
            if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
            Record after = *before;
            Errors errors = Decode(declared_.members, request.body, DecodeMode::kUpdate, after);
            if (!errors.empty()) return std::unexpected(std::move(errors));
            if (declared_.revise) declared_.revise(context, *before, request.body.get_object(), after);
            errors = CheckWhole(context, request, before, after);
            if (!errors.empty()) return std::unexpected(std::move(errors));
            return Decide(context, before, after, request);
        };
    }

    boost::json::object AnswerSchema() const override { return AnswerSchemaOf(declared_.members); }
    boost::json::object CreationSchema() const override { return BodySchemaOf(declared_.members, DecodeMode::kCreate); }
    boost::json::object ChangeSchema() const override { return BodySchemaOf(declared_.members, DecodeMode::kUpdate); }
    boost::json::object ShownOnce() const override { return declared_.shown_once; }
    boost::json::object FilterSchemas() const override { return FilterSchemasOf(declared_.members); }

    // Adds a record and its audit entry to a change, unless nothing differs. `before` is null at creation.
    void Add(const OperatorEntry& own, const Record* before, const Record& after, const ChangeRequest& request,
             CatalogueChange& change) const {
        const auto now = EncodeForAudit(declared_.members, after, own);
        const auto then = before == nullptr ? boost::json::object() : EncodeForAudit(declared_.members, *before, own);
        // A change without a difference is not stored: the audit log would fill with empty entries.
        if (before != nullptr && now == then) return;
        const std::string noun(declared_.words.noun);
        change.upserts.emplace_back(after);
        change.audit.push_back({.actor = request.actor,
                                .action = noun + (before == nullptr ? ".create" : ".update"),
                                .subject = noun + "/" + after.id.ToString(),
                                .before = before == nullptr ? std::string() : boost::json::serialize(then),
                                .after = boost::json::serialize(now)});
    }

private:
    using Decided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;

    const Record* FindIn(const OperatorEntry& entry, Uuid id) const {
        if constexpr (std::is_same_v<Record, catalogue::Operator>) {
            return entry.records.self.id.uuid == id ? &entry.records.self : nullptr;
        } else {
            return (entry.records.*declared_.table).Find(IdType{id});
        }
    }

    static bool PassesAll(const std::vector<Filter<Record>>& filters, const Record& record) {
        return std::ranges::all_of(filters, [&](const Filter<Record>& filter) { return filter(record); });
    }

    Result<std::vector<Filter<Record>>> FiltersOf(const View& view, const ListQuery& query) const {
        std::vector<Filter<Record>> filters;
        for (const auto& [name, wanted] : query.filters) {
            if (name == kSearchParameter) {
                filters.push_back(Searching(wanted));
                continue;
            }
            const auto member = std::ranges::find(declared_.members, name, &Member<Record>::name);
            if (member == declared_.members.end()) {
                return Fail(ErrorCode::kInvalidRequest, "there is no parameter " + name);
            }
            filters.push_back(member->filter ? member->filter(wanted) : ComparingWritten(*member, view, wanted));
        }
        return filters;
    }

    // True if one of the texts contains the value, ignoring case.
    Filter<Record> Searching(std::string_view wanted) const {
        return [this, part = ToUpperAscii(wanted)](const Record& record) {
            const auto has_part = [&](std::string_view text) {
                return ToUpperAscii(text).find(part) != std::string::npos;
            };
            return std::ranges::any_of(declared_.members, [&](const Member<Record>& member) {
                return (member.text && has_part(member.text(record))) ||
                       (member.texts && std::ranges::any_of(member.texts(record), has_part));
            });
        };
    }

    static Filter<Record> ComparingWritten(const Member<Record>& member, const View& view, std::string wanted) {
        return [&member, &view, wanted = std::move(wanted)](const Record& record) {
            const boost::json::value written = member.write(record, view);
            return (written.is_string() ? std::string(written.get_string()) : boost::json::serialize(written)) ==
                   wanted;
        };
    }

    // References are checked at every change, because the other record may have changed.
    Errors CheckWhole(const DecisionContext& context, const ChangeRequest& request, const Record* before,
                      const Record& after) const {
        Errors all;
        if (declared_.permit) all = declared_.permit(request, before, after);
        if (!all.empty()) return all;
        for (const auto& member : declared_.members) {
            if (member.refer) AppendAt(JsonPointerTo(member.name), member.refer(context.own, after), all);
        }
        if (all.empty() && declared_.check) all = declared_.check(context, before, after);
        return all;
    }

    ManageCatalogue::CatalogueDecision Decide(const DecisionContext& context, const Record* before, const Record& after,
                                              const ChangeRequest& request) const {
        const OperatorEntry& own = context.own;
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = own.records.self.id, .based_on_version = own.records.version},
            .answer =
                Encode(declared_.members, after, {own, request.api_url, request.token_key, request.tracking_url})};
        Add(own, before, after, request, decision.change);
        if (declared_.extend) declared_.extend(context, before, after, request, decision.change);
        if (!declared_.also) return decision;
        for (const Record& other : declared_.also(context, after)) {
            Add(own, FindIn(own, other.id.uuid), other, request, decision.change);
        }
        return decision;
    }

    Declaration<Record> declared_;
};

}  // namespace fairlead::app
