#include "http/codec/events/event_answer.hpp"

#include <algorithm>

#include "base/text/json_text.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

constexpr std::size_t kBytesPerResult = 160;
// An event has 13 known members. More errors of one event are errors of its JSON, for example of repeated members.
constexpr std::size_t kErrorsPerEntryMax = 20;

void AppendReceipt(std::string& out, std::string_view key, const events::Receipt& receipt) {
    out.append(R"({"event_id":")");
    char id[Uuid::kTextLength];
    receipt.event_id.uuid.Write(id);
    out.append(id, sizeof(id)).append(R"(","idempotency_key":)");
    AppendJsonString(out, key);
    const bool accepted = receipt.status == events::ReceiptStatus::kAccepted;
    out.append(accepted ? R"(,"status":"accepted")" : R"(,"status":"duplicate")");
}

// Appends nothing if there are no warnings, so that answers to correct events have only the members of the interface.
void AppendWarnings(std::string& out, std::span<const events::NearMiss> near_misses) {
    if (near_misses.empty()) return;
    out.append(",\"warnings\":[");
    for (const events::NearMiss& near_miss : near_misses) {
        out.append(&near_miss == near_misses.data() ? "{\"pointer\":" : ",{\"pointer\":");
        AppendJsonString(out, JsonPointerTo(near_miss.sent));
        out.append(R"(,"code":"similar_member","detail":)");
        AppendJsonString(out, DescribeNearMiss(near_miss));
        out += '}';
    }
    out += ']';
}

void AppendError(std::string& out, std::optional<std::string_view> key, const Errors& errors) {
    out.append(R"({"event_id":null,"idempotency_key":)");
    if (key) {
        AppendJsonString(out, *key);
    } else {
        out.append("null");
    }
    const Error& error = errors.front();
    out.append(R"(,"status":"error","error":{"code":)");
    AppendJsonString(out, Name(error.code));
    out.append(",\"field\":");
    AppendJsonString(out, error.pointer);
    out.append(",\"message\":");
    AppendJsonString(out, error.message);
    out += '}';
    AppendErrors(out, errors, kErrorsPerEntryMax);
}

constexpr std::string_view kIgnored = R"({"event_id":null,"idempotency_key":null,"status":"ignored")";

// The number of ignored events is only there if an adapter has ignored some.
void AppendSummary(std::string& out, std::size_t total, std::size_t accepted, std::size_t duplicates,
                   std::size_t ignored) {
    out.append(R"({"summary":{"total":)").append(std::to_string(total));
    out.append(",\"accepted\":").append(std::to_string(accepted));
    out.append(",\"duplicates\":").append(std::to_string(duplicates));
    if (ignored > 0) out.append(",\"ignored\":").append(std::to_string(ignored));
    out.append(",\"errors\":").append(std::to_string(total - accepted - duplicates - ignored)).append("}");
}

}  // namespace

Response SingleAnswer(const app::Submission& submission, const events::Receipt& receipt) {
    Response response{.status = receipt.status == events::ReceiptStatus::kAccepted ? 202 : 200};
    response.body.append("{\"result\":");
    const auto& entry = submission.entries().front();
    AppendReceipt(response.body, *submission.KeyOf(entry), receipt);
    response.body += '}';
    AppendWarnings(response.body, submission.NearMissesOf(entry));
    response.body += '}';
    return response;
}

Response RefusedAnswer(const app::Submission& submission, std::string_view request_id) {
    const auto& entry = submission.entries().front();
    Response response = Problem(entry.errors, request_id);
    response.body.pop_back();
    AppendWarnings(response.body, submission.NearMissesOf(entry));
    response.body += '}';
    return response;
}

Response IgnoredAnswer() { return {.body = std::string(R"({"result":)").append(kIgnored).append("}}")}; }

Response BatchAnswer(const app::Submission& submission, std::span<const events::Receipt> receipts) {
    const auto accepted = static_cast<std::size_t>(
        std::ranges::count(receipts, events::ReceiptStatus::kAccepted, &events::Receipt::status));
    const auto duplicates = static_cast<std::size_t>(
        std::ranges::count(receipts, events::ReceiptStatus::kDuplicate, &events::Receipt::status));
    const auto entries = submission.entries();
    const auto ignored = static_cast<std::size_t>(std::ranges::count(entries, true, &app::Submission::Entry::ignored));
    Response response{.status = accepted > 0 ? 202 : duplicates + ignored > 0 ? 200 : 400};
    std::string& body = response.body;
    body.reserve(entries.size() * kBytesPerResult + kBytesPerResult);
    AppendSummary(body, entries.size(), accepted, duplicates, ignored);
    body.append(",\"results\":[");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i != 0) body += ',';
        const auto key = submission.KeyOf(entries[i]);
        if (const events::Receipt* receipt = submission.ReceiptOf(entries[i], receipts)) {
            AppendReceipt(body, *key, *receipt);
        } else if (entries[i].ignored) {
            body.append(kIgnored);
        } else {
            AppendError(body, key, entries[i].errors);
        }
        AppendWarnings(body, submission.NearMissesOf(entries[i]));
        body += '}';
    }
    body.append("]}");
    return response;
}

}  // namespace fairlead::http
