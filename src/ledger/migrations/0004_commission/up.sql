ALTER TABLE operators ADD COLUMN last_commit BIGINT NOT NULL DEFAULT 0;   -- The newest row of commits.
ALTER TABLE operators ADD COLUMN last_hash {bytes};                       -- Its hash; null before the first.
ALTER TABLE operators ADD COLUMN last_accrual BIGINT NOT NULL DEFAULT 0;
ALTER TABLE operators ADD COLUMN last_held BIGINT NOT NULL DEFAULT 0;
ALTER TABLE operators ADD COLUMN last_change BIGINT NOT NULL DEFAULT 0;   -- The newest row of changes.

-- The chain: one hash per commit over the events, accruals, changes and statements that it wrote, and the hash before it.
CREATE TABLE commits (
    operator_id  {uuid} NOT NULL,
    commit_no    BIGINT NOT NULL,                 -- Without gaps.
    recorded_at  BIGINT NOT NULL,
    last_seq     BIGINT NOT NULL,                 -- Of events, up to and with this commit; likewise the others.
    last_accrual BIGINT NOT NULL,
    last_change  BIGINT NOT NULL,
    hash         {bytes} NOT NULL,
    PRIMARY KEY (operator_id, commit_no)
) {clustered};

-- Everything that is no event and yet moves money, in the order of commits: terms, deals given, rates, closings,
-- reassignments, adjustments. What pays whom at any moment is the sum of these.
CREATE TABLE changes (
    operator_id {uuid} NOT NULL,
    number      BIGINT NOT NULL,                  -- Without gaps.
    kind        TEXT NOT NULL,
    content     TEXT NOT NULL,                    -- JSON.
    PRIMARY KEY (operator_id, number)
) {clustered};

CREATE TABLE accruals (
    operator_id  {uuid} NOT NULL,
    number       BIGINT NOT NULL,                 -- Without gaps, in the order of commits.
    recorded_at  BIGINT NOT NULL,
    affiliate_id {uuid} NOT NULL,
    player_id    {uuid},                          -- Null for a fixed fee, as are the next two.
    brand_id     {uuid},
    event_seq    BIGINT,
    deal_id      {uuid} NOT NULL,
    deal_version BIGINT NOT NULL,
    component    TEXT NOT NULL,
    reason       TEXT NOT NULL,
    period       BIGINT NOT NULL,                 -- Months since the year 0.
    event_time   BIGINT NOT NULL,
    payable_from BIGINT,                          -- Where it is not the event's time.
    late         BIGINT NOT NULL,
    amount       {decimal} NOT NULL,
    currency     TEXT NOT NULL,
    base         {decimal},
    rate         {decimal},
    source       BIGINT,                          -- Of a parent's share: the child's accrual.
    reverses     BIGINT,                          -- The accrual that this one takes back.
    seen         {bytes} NOT NULL,                -- What the decision saw: domain/accruals/accrual.hpp.
    PRIMARY KEY (operator_id, number)
) {clustered};
-- Nearly always written at its end.
CREATE INDEX accruals_by_event ON accruals (operator_id, event_seq) WHERE event_seq IS NOT NULL;

-- What waits for an exchange rate; a row goes when its accrual has been made.
CREATE TABLE held_accruals (
    operator_id   {uuid} NOT NULL,
    number        BIGINT NOT NULL,                -- In the order in which they were held.
    held_at       BIGINT NOT NULL,
    affiliate_id  {uuid} NOT NULL,                -- Who will be paid.
    player_id     {uuid} NOT NULL,
    event_seq     BIGINT NOT NULL,
    deal_id       {uuid} NOT NULL,
    deal_version  BIGINT NOT NULL,
    component     TEXT NOT NULL,
    period        BIGINT NOT NULL,
    late          BIGINT NOT NULL,
    from_currency TEXT NOT NULL,
    to_currency   TEXT NOT NULL,
    event_time    BIGINT NOT NULL,
    source        BIGINT,                         -- Of a parent's share: the child's accrual.
    PRIMARY KEY (operator_id, number)
);
CREATE INDEX held_accruals_by_pair ON held_accruals (operator_id, from_currency, to_currency, number);
CREATE INDEX held_accruals_by_player ON held_accruals (operator_id, player_id);

-- The running sums of one affiliate, period and deal version: domain/accruals/state.hpp.
CREATE TABLE commission_groups (
    operator_id  {uuid} NOT NULL,
    affiliate_id {uuid} NOT NULL,
    period       BIGINT NOT NULL,
    deal_id      {uuid} NOT NULL,
    deal_version BIGINT NOT NULL,
    state        {bytes} NOT NULL,
    PRIMARY KEY (operator_id, affiliate_id, period, deal_id, deal_version)
) {clustered};

CREATE INDEX commission_groups_by_period ON commission_groups (operator_id, period, affiliate_id);

-- The qualified players of a group's month.
CREATE TABLE cpa_positions (
    operator_id  {uuid} NOT NULL,
    affiliate_id {uuid} NOT NULL,
    period       BIGINT NOT NULL,
    deal_id      {uuid} NOT NULL,
    deal_version BIGINT NOT NULL,
    position     BIGINT NOT NULL,
    player_id    {uuid} NOT NULL,
    brand_id     {uuid} NOT NULL,
    amount       {decimal} NOT NULL,
    priced_by    BIGINT NOT NULL,
    payable_from BIGINT NOT NULL,
    standing     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, affiliate_id, period, deal_id, deal_version, position)
) {clustered};

-- Players of brands that send totals: what a total is compared with, per currency and UTC day. The day before time
-- began stands for the whole life.
CREATE TABLE ngr_marks (
    operator_id {uuid} NOT NULL,
    player_id   {uuid} NOT NULL,
    currency    TEXT NOT NULL,
    day         BIGINT NOT NULL,
    sum         {decimal} NOT NULL,
    latest      BIGINT,
    PRIMARY KEY (operator_id, player_id, currency, day)
) {clustered};

ALTER TABLE events ADD COLUMN ngr_delta {decimal};       -- What an ngr_update added, where that is not its amount.
ALTER TABLE players ADD COLUMN commission {bytes};       -- domain/accruals/state.hpp; null: nothing yet.

CREATE TABLE statements (
    operator_id   {uuid} NOT NULL,
    statement_id  {uuid} NOT NULL,
    affiliate_id  {uuid} NOT NULL,
    period        BIGINT NOT NULL,
    currency      TEXT NOT NULL,
    closed_at     BIGINT NOT NULL,
    closed_by     TEXT NOT NULL,
    commit_no     BIGINT NOT NULL,
    payable       {decimal} NOT NULL,
    content       {bytes} NOT NULL,               -- domain/statements/statement.hpp.
    content_hash  {bytes} NOT NULL,
    previous_hash {bytes} NOT NULL,
    PRIMARY KEY (operator_id, statement_id)
);
CREATE INDEX statements_by_affiliate ON statements (operator_id, affiliate_id, commit_no);
CREATE INDEX statements_by_period ON statements (operator_id, period, affiliate_id);

-- What happened to a statement after it was closed, each step once; the newest says how it stands.
CREATE TABLE statement_steps (
    operator_id       {uuid} NOT NULL,
    statement_id      {uuid} NOT NULL,
    number            BIGINT NOT NULL,
    status            TEXT NOT NULL,
    actor             TEXT NOT NULL,
    at                BIGINT NOT NULL,
    payment_date      TEXT,
    payment_method    TEXT,
    payment_reference TEXT,
    PRIMARY KEY (operator_id, statement_id, number)
);

CREATE TABLE adjustments (
    operator_id   {uuid} NOT NULL,
    adjustment_id {uuid} NOT NULL,
    affiliate_id  {uuid} NOT NULL,
    amount        {decimal} NOT NULL,
    currency      TEXT NOT NULL,
    reason        TEXT NOT NULL,
    actor         TEXT NOT NULL,
    made_at       BIGINT NOT NULL,
    commit_no     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, adjustment_id)
);
CREATE INDEX adjustments_by_affiliate ON adjustments (operator_id, affiliate_id, commit_no);
