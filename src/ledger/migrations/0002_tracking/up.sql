ALTER TABLE operators ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE operators ADD COLUMN base_currency TEXT NOT NULL DEFAULT 'EUR';
ALTER TABLE operators ADD COLUMN min_payout {decimal} NOT NULL DEFAULT '0';
ALTER TABLE operators ADD COLUMN portal_name TEXT;
ALTER TABLE operators ADD COLUMN portal_logo_url TEXT;
ALTER TABLE operators ADD COLUMN portal_primary_color TEXT;
ALTER TABLE operators ADD COLUMN portal_domains TEXT NOT NULL DEFAULT '';    -- Separated by commas.
ALTER TABLE operators ADD COLUMN last_block BIGINT NOT NULL DEFAULT 0;       -- The number of the newest block of facts.
ALTER TABLE operators ADD COLUMN last_recorded_at BIGINT NOT NULL DEFAULT 0; -- Its time; the next one is later.
ALTER TABLE operators ADD COLUMN click_total BIGINT NOT NULL DEFAULT 0;      -- Logged, counted or not.
ALTER TABLE operators ADD COLUMN impression_total BIGINT NOT NULL DEFAULT 0;

CREATE TABLE affiliates (
    operator_id         {uuid} NOT NULL,
    affiliate_id        {uuid} NOT NULL,
    name                TEXT NOT NULL,
    email               TEXT NOT NULL,
    status              TEXT NOT NULL,
    parent_affiliate_id {uuid},
    deal_ids            TEXT NOT NULL,            -- Separated by commas, in their order.
    min_payout          {decimal},
    notes               TEXT,
    created_at          BIGINT NOT NULL,
    PRIMARY KEY (operator_id, affiliate_id)
);

CREATE TABLE marketing_sources (
    operator_id  {uuid} NOT NULL,
    source_id    {uuid} NOT NULL,
    affiliate_id {uuid} NOT NULL,
    name         TEXT NOT NULL,
    type         TEXT,
    url          TEXT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, source_id)
);

CREATE TABLE campaigns (
    operator_id {uuid} NOT NULL,
    campaign_id {uuid} NOT NULL,
    brand_id    {uuid} NOT NULL,
    name        TEXT NOT NULL,
    active      BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, campaign_id)
);

CREATE TABLE creatives (
    operator_id {uuid} NOT NULL,
    creative_id {uuid} NOT NULL,
    campaign_id {uuid} NOT NULL,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL,
    image_url   TEXT,
    width       BIGINT,
    height      BIGINT,
    active      BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, creative_id)
);

CREATE TABLE links (
    operator_id     {uuid} NOT NULL,
    link_id         {uuid} NOT NULL,
    code            TEXT NOT NULL,
    affiliate_id    {uuid} NOT NULL,
    brand_id        {uuid} NOT NULL,
    destination_url TEXT NOT NULL,
    name            TEXT,
    campaign_id     {uuid},
    source_id       {uuid},
    creative_id     {uuid},
    geo_target      TEXT,
    active          BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, link_id)
);
-- A code leads to one link, of whichever operator.
CREATE UNIQUE INDEX links_by_code ON links (code);

-- One block per commit: every click and impression, and the facts of every event, in the format of
-- domain/facts/fact_block.hpp. The time of a block is the time of all its clicks, and part of their ids.
CREATE TABLE fact_blocks (
    operator_id {uuid} NOT NULL,
    recorded_at BIGINT NOT NULL,                  -- Strictly growing per operator.
    block_no    BIGINT NOT NULL,                  -- Without gaps, in the order of commits.
    click_count BIGINT NOT NULL,
    fact_count  BIGINT NOT NULL,
    payload     {bytes} NOT NULL,
    PRIMARY KEY (operator_id, recorded_at)
) {clustered};

ALTER TABLE players ADD COLUMN registered_at BIGINT;      -- The registration's event_time.
ALTER TABLE players ADD COLUMN country TEXT;
ALTER TABLE players ADD COLUMN affiliate_id {uuid};       -- Null: organic, or not yet registered.
ALTER TABLE players ADD COLUMN origin {bytes};            -- The dimensions of the click that brought it.
CREATE INDEX players_by_affiliate ON players (operator_id, affiliate_id, player_id) WHERE affiliate_id IS NOT NULL;

-- Who brought a player, decided at the registration and by hand afterwards. The newest decision is in force.
CREATE TABLE attributions (
    operator_id  {uuid} NOT NULL,
    player_id    {uuid} NOT NULL,
    number       BIGINT NOT NULL,                 -- 1, 2 …
    decided_at   BIGINT NOT NULL,
    method       TEXT NOT NULL,
    click_id     {uuid},
    affiliate_id {uuid},
    link_id      {uuid},
    actor        TEXT,                            -- Of a decision by hand, with its reason.
    reason       TEXT,
    decision     {bytes},                         -- The candidates and why each lost: domain/attribution/decision_bytes.
    PRIMARY KEY (operator_id, player_id, number)
);
