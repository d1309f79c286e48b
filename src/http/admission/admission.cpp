#include "http/admission/admission.hpp"

namespace fairlead::http {

Admission Admit(ConnectionCounts& counts, const IpAddress& peer, bool is_proxy) {
    Admission admission;
    if (!is_proxy) {
        admission.address = counts.TakeForAddress(peer);
        if (!admission.address) return {.crowding = Crowding::kAddress};
    }
    admission.total = counts.Take();
    if (!admission.total) return {.crowding = Crowding::kTotal};
    return admission;
}

}  // namespace fairlead::http
