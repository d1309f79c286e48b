#pragma once

#include "app/ports/answers.hpp"
#include "base/crypto/secrets.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

class CatalogueStore;
class CommissionQueries;
class CommissionStore;
class FactBlocks;
class Intake;
class LoginRecords;
class Outbox;
class RateAuthority;
class RecordQueries;
class SessionStore;
class SignalStore;
class VisitSums;

// The newest times in the ledger. Zero stands for none.
struct LastTimes {
    Timestamp commit;  // The newest block of facts. The next block must be later.
    Timestamp write;   // The newest entry of any kind that the service writes while it runs.
};

// The whole ledger, for the code that opens it. The ports belong to the ledger and live as long as it. All their
// callbacks have been called before Stop returns.
class Ledger {
public:
    virtual ~Ledger() = default;

    virtual Intake& intake() = 0;
    virtual CatalogueStore& catalogue() = 0;
    virtual RecordQueries& records() = 0;
    virtual CommissionQueries& commission_queries() = 0;
    virtual CommissionStore& commission_store() = 0;
    // For the projector.
    virtual FactBlocks& fact_blocks() = 0;
    virtual VisitSums& visit_sums() = 0;
    // The sessions of users.
    virtual SessionStore& sessions() = 0;
    // The records about log-ins that all nodes share.
    virtual LoginRecords& logins() = 0;
    // The fraud signals.
    virtual SignalStore& signals() = 0;
    // The messages that leave the service.
    virtual Outbox& outbox() = 0;
    // Null if this process is the only one on the ledger and needs no shared limits.
    virtual RateAuthority* rate_authority() = 0;

    // Sets the key of player aliases (PlayerAlias). From now on aliases are stored, so that players are found by them.
    // The first call stores the aliases of all existing players, which takes a while if there are many. Blocks.
    virtual Status UseAliasKey(const Bytes32& key) = 0;

    // Writes something small, durably, to check that writing works. Compares the clock with the server's first.
    virtual void Probe(StatusDone done) = 0;

    // Blocks.
    virtual Result<LastTimes> ReadLastTimes() = 0;

    // Finishes all submitted work and stops the threads. Nothing may be submitted afterwards.
    virtual void Stop() = 0;
};

}  // namespace fairlead::app
