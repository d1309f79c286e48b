-- What an operator regards as a sign of fraud. Parameters are written as "name=number", separated by commas.
CREATE TABLE fraud_rules (
    operator_id {uuid} NOT NULL,
    rule_id     {uuid} NOT NULL,
    name        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    parameters  TEXT NOT NULL,
    active      BIGINT NOT NULL,
    holds       BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    changed_at  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, rule_id)
);

-- Every version of a rule. Rows are only added.
CREATE TABLE fraud_rule_versions (
    operator_id {uuid} NOT NULL,
    rule_id     {uuid} NOT NULL,
    version     BIGINT NOT NULL,
    name        TEXT NOT NULL,
    parameters  TEXT NOT NULL,
    active      BIGINT NOT NULL,
    holds       BIGINT NOT NULL,
    changed_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, rule_id, version)
);

-- What the rules found. A cause is the link, the address, the agent, the player or the affiliate that a rule hit.
CREATE TABLE fraud_signals (
    operator_id  {uuid} NOT NULL,
    signal_id    {uuid} NOT NULL,
    rule_id      {uuid} NOT NULL,
    rule_version BIGINT NOT NULL,
    cause        TEXT NOT NULL,
    affiliate_id {uuid} NOT NULL,
    link_id      {uuid},
    player_id    {uuid},
    mark         TEXT,              -- Of the address or the agent: the first digits of its hash.
    begins_at    BIGINT NOT NULL,
    ends_at      BIGINT NOT NULL,
    value        {decimal} NOT NULL,
    allowed      {decimal} NOT NULL,
    usual        {decimal},
    summary      TEXT NOT NULL,
    holds        BIGINT NOT NULL,
    found_at     BIGINT NOT NULL,
    state        TEXT NOT NULL,
    reason       TEXT,
    decided_by   TEXT,
    decided_at   BIGINT,
    PRIMARY KEY (operator_id, signal_id)
);
CREATE INDEX fraud_signals_by_cause ON fraud_signals (operator_id, rule_id, cause, ends_at);
CREATE INDEX fraud_signals_by_affiliate ON fraud_signals (operator_id, affiliate_id, signal_id);
CREATE INDEX fraud_signals_open ON fraud_signals (operator_id, signal_id) WHERE state = 'open';
