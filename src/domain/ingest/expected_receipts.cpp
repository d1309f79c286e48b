#include "domain/ingest/expected_receipts.hpp"

#include <unordered_map>

namespace fairlead::events {

std::vector<Receipt> ExpectReceipts(std::span<const SubmittedEvent> batch,
                                    std::span<const std::optional<EventId>> earlier,
                                    const std::function<EventId()>& next_event) {
    std::unordered_map<KeyDigest, EventId, KeyDigestHash> accepted;
    std::vector<Receipt> receipts;
    receipts.reserve(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto first = accepted.find(batch[i].key_digest);
        if (earlier[i]) {
            receipts.push_back({*earlier[i], ReceiptStatus::kDuplicate});
        } else if (first != accepted.end()) {
            receipts.push_back({first->second, ReceiptStatus::kDuplicate});
        } else if (batch[i].is_valid) {
            receipts.push_back({next_event(), ReceiptStatus::kAccepted});
            accepted.emplace(batch[i].key_digest, receipts.back().event_id);
        } else {
            receipts.push_back({EventId(), ReceiptStatus::kRefused});
        }
    }
    return receipts;
}

}  // namespace fairlead::events
