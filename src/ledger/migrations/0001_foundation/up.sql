-- Times are UTC microseconds. Every primary key leads with operator_id, so that the schema shards by operator as it stands.

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value {bytes} NOT NULL
);

CREATE TABLE operators (
    operator_id       {uuid} PRIMARY KEY,
    name              TEXT NOT NULL,
    currencies        TEXT NOT NULL,              -- Declared codes, separated by commas.
    created_at        BIGINT NOT NULL,
    catalogue_version BIGINT NOT NULL,            -- Grows by one with every change to what the operator manages.
    last_seq          BIGINT NOT NULL             -- Of events; the row's lock makes decisions about an operator serial.
);

CREATE TABLE brands (
    operator_id             {uuid} NOT NULL,
    brand_id                {uuid} NOT NULL,
    name                    TEXT NOT NULL,
    website_url             TEXT,
    attribution_window_days BIGINT NOT NULL,
    attribution_fallback    TEXT NOT NULL,
    ngr_mode                TEXT NOT NULL,
    active                  BIGINT NOT NULL,
    created_at              BIGINT NOT NULL,
    PRIMARY KEY (operator_id, brand_id)
);

CREATE TABLE api_keys (
    operator_id         {uuid} NOT NULL,
    key_id              {uuid} NOT NULL,
    name                TEXT NOT NULL,
    prefix              TEXT NOT NULL,
    hash                {bytes} NOT NULL,         -- The key itself is never stored.
    active              BIGINT NOT NULL,
    allowed_ips         TEXT NOT NULL,            -- Networks, separated by commas.
    requests_per_minute BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    last_used_at        BIGINT,
    PRIMARY KEY (operator_id, key_id)
);

CREATE TABLE users (
    operator_id   {uuid} NOT NULL,
    user_id       {uuid} NOT NULL,
    email         TEXT NOT NULL,
    role          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (operator_id, user_id)
);
CREATE INDEX users_by_email ON users (email);

CREATE TABLE audit_log (
    operator_id {uuid} NOT NULL,
    entry_id    {uuid} NOT NULL,
    at          BIGINT NOT NULL,
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    subject     TEXT NOT NULL,
    before      TEXT,
    after       TEXT,
    PRIMARY KEY (operator_id, entry_id)
);

-- A player is a brand's and the operator's own reference. Its row is written when it first appears and when it reaches a
-- milestone, not with every event: a random page per event is what slows a growing table down.
CREATE TABLE players (
    operator_id       {uuid} NOT NULL,
    player_id         {uuid} NOT NULL,
    brand_id          {uuid} NOT NULL,
    external_ref      TEXT NOT NULL,
    created_at        BIGINT NOT NULL,
    registration_seq  BIGINT,
    first_deposit_seq BIGINT,
    PRIMARY KEY (operator_id, player_id)
);
CREATE UNIQUE INDEX players_by_ref ON players (operator_id, brand_id, external_ref);

CREATE TABLE events (
    operator_id     {uuid} NOT NULL,
    seq             BIGINT NOT NULL,              -- Without gaps, in the order of commits.
    event_id        {uuid} NOT NULL,
    event_type      TEXT NOT NULL,
    event_time      BIGINT NOT NULL,
    recorded_at     BIGINT NOT NULL,
    brand_id        {uuid} NOT NULL,
    player_id       {uuid} NOT NULL,
    idempotency_key TEXT NOT NULL,
    amount          {decimal},
    currency        TEXT,
    click_id        TEXT,
    country         TEXT,
    product         TEXT,
    game            TEXT,
    user_agent      TEXT,
    ip_hash         TEXT,
    unknown_members TEXT,
    PRIMARY KEY (operator_id, seq)
);

-- Duplicates whose content was not that of the first event, each distinct content once.
CREATE TABLE event_differences (
    operator_id     {uuid} NOT NULL,
    event_id        {uuid} NOT NULL,              -- The first event under the key.
    content_digest  {bytes} NOT NULL,
    idempotency_key TEXT NOT NULL,
    first_seen      BIGINT NOT NULL,
    last_seen       BIGINT NOT NULL,
    count           BIGINT NOT NULL,
    PRIMARY KEY (operator_id, event_id, content_digest)
);

CREATE TABLE anomalies (
    operator_id {uuid} NOT NULL,
    seq         BIGINT NOT NULL,                  -- Of the event.
    kind        TEXT NOT NULL,
    player_id   {uuid} NOT NULL,
    event_id    {uuid} NOT NULL,
    recorded_at BIGINT NOT NULL,
    PRIMARY KEY (operator_id, seq)
);

-- The freshness of what each brand sends.
CREATE TABLE feeds (
    operator_id      {uuid} NOT NULL,
    brand_id         {uuid} NOT NULL,
    event_type       TEXT NOT NULL,
    last_event_time  BIGINT NOT NULL,
    last_recorded_at BIGINT NOT NULL,
    count            BIGINT NOT NULL,
    PRIMARY KEY (operator_id, brand_id, event_type)
);

-- One row that is written to find out whether writing works.
CREATE TABLE probes (
    name TEXT PRIMARY KEY,
    at   BIGINT NOT NULL
);
