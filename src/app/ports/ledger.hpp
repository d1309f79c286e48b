#pragma once

#include "app/ports/answers.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::app {

class CatalogueStore;
class CommissionQueries;
class CommissionStore;
class FactBlocks;
class Intake;
class RateAuthority;
class RecordQueries;
class SessionStore;

// The record, as whoever opens it sees it. The ports are the ledger's and live as long as it does; before Stop returns,
// every callback of theirs has been called.
class Ledger {
public:
    virtual ~Ledger() = default;

    virtual Intake& intake() = 0;
    virtual CatalogueStore& catalogue() = 0;
    virtual RecordQueries& records() = 0;
    virtual CommissionQueries& commission_queries() = 0;
    virtual CommissionStore& commission_store() = 0;
    // What the projector reads.
    virtual FactBlocks& fact_blocks() = 0;
    // Who is logged in.
    virtual SessionStore& sessions() = 0;
    // Null when this process alone owns the ledger, and so may count by itself.
    virtual RateAuthority* rate_authority() = 0;

    // Says by which key players have names for affiliates (PlayerAlias). From now on these are stored, so that players
    // are found by them; on the first call those of all players from before are, which takes a while with many. Blocks.
    virtual Status UseAliasKey(const Bytes32& key) = 0;

    // Writes something small, durably, to find out whether writing works.
    virtual void Probe(StatusDone done) = 0;

    // Finishes all that was submitted and stops the threads. Nothing may be submitted afterwards.
    virtual void Stop() = 0;
};

}  // namespace fairlead::app
