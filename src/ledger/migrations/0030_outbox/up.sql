-- The URLs of affiliates that are called when something happens to their players.
CREATE TABLE postbacks (
    operator_id  {uuid} NOT NULL,
    postback_id  {uuid} NOT NULL,
    affiliate_id {uuid} NOT NULL,
    name         TEXT NOT NULL,
    triggers     TEXT NOT NULL,                   -- Separated by commas.
    brand_id     {uuid},                          -- The scope; null: not limited.
    campaign_id  {uuid},
    link_id      {uuid},
    method       TEXT NOT NULL,
    url          TEXT NOT NULL,                   -- With macros in braces.
    status       TEXT NOT NULL,
    pause_reason TEXT,
    paused_at    BIGINT,
    resumed_at   BIGINT,                          -- When a person last made it active.
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, postback_id)
);

-- The URLs of the operator that get signed messages.
CREATE TABLE webhooks (
    operator_id     {uuid} NOT NULL,
    webhook_id      {uuid} NOT NULL,
    url             TEXT NOT NULL,
    types           TEXT NOT NULL,                -- Separated by commas.
    status          TEXT NOT NULL,
    pause_reason    TEXT,
    paused_at       BIGINT,
    resumed_at      BIGINT,
    secret_sealed   {bytes} NOT NULL,
    previous_sealed {bytes},                      -- The secret before the last rotation, valid until `previous_until`.
    previous_until  BIGINT,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, webhook_id)
);

-- What postbacks tell affiliates.
ALTER TABLE operators ADD COLUMN postback_amounts BIGINT NOT NULL DEFAULT 1;
ALTER TABLE operators ADD COLUMN postback_commission BIGINT NOT NULL DEFAULT 1;

ALTER TABLE affiliates ADD COLUMN postbacks_allowed BIGINT NOT NULL DEFAULT 0;

-- What should be sent, written in the transaction of its cause. The members up to `content` never change.
CREATE TABLE outbox_messages (
    operator_id     {uuid} NOT NULL,
    created_at      BIGINT NOT NULL,              -- The time of the commit that caused it.
    position        BIGINT NOT NULL,              -- The number of the message in that commit.
    destination_id  {uuid} NOT NULL,              -- A postback or a webhook, by `kind`.
    kind            TEXT NOT NULL,
    type            TEXT NOT NULL,                -- The trigger of a postback, the type of a webhook.
    player_id       {uuid},
    event_seq       BIGINT,
    accrual         BIGINT,
    content         TEXT,                         -- The data of a webhook; null: made from the record when sent.
    status          BIGINT NOT NULL,              -- 0 waiting, 1 delivered, 2 failed.
    started_at      BIGINT NOT NULL,              -- Since when it is being tried.
    failures        BIGINT NOT NULL,              -- Failed attempts since then.
    attempts        BIGINT NOT NULL,              -- All attempts.
    next_attempt_at BIGINT NOT NULL,
    PRIMARY KEY (operator_id, created_at, position)
) {clustered};
CREATE INDEX outbox_messages_waiting ON outbox_messages (destination_id, created_at, position) WHERE status = 0;
CREATE INDEX outbox_messages_sent ON outbox_messages (destination_id, created_at, position) WHERE status <> 0;
CREATE INDEX outbox_messages_failed ON outbox_messages (operator_id, created_at, position) WHERE status = 2;

CREATE TABLE outbox_attempts (
    operator_id {uuid} NOT NULL,
    created_at  BIGINT NOT NULL,                  -- This and the position name the message.
    position    BIGINT NOT NULL,
    number      BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    status      BIGINT NOT NULL,                  -- Of HTTP; 0: no answer.
    duration_ms BIGINT NOT NULL,
    error       TEXT,
    address     TEXT NOT NULL,                    -- The URL, with secrets masked.
    answer      TEXT,                             -- The first bytes.
    PRIMARY KEY (operator_id, created_at, position, number)
) {clustered};

-- How many messages were dropped after their time was over, and up to when.
CREATE TABLE outbox_counts (
    operator_id    {uuid} NOT NULL,
    destination_id {uuid} NOT NULL,
    delivered      BIGINT NOT NULL,
    failed         BIGINT NOT NULL,
    PRIMARY KEY (operator_id, destination_id)
);
CREATE TABLE outbox_marks (
    operator_id    {uuid} NOT NULL,
    dropped_before BIGINT NOT NULL,               -- Messages from before may be missing.
    PRIMARY KEY (operator_id)
);

-- Which node sends to a destination, and how the destination has answered. Belongs to the running service.
CREATE TABLE outbox_lanes (
    operator_id    {uuid} NOT NULL,
    destination_id {uuid} NOT NULL,
    node           {uuid} NOT NULL,
    leased_until   BIGINT NOT NULL,
    failures       BIGINT NOT NULL,               -- Since the last success.
    failing_since  BIGINT,
    next_try_at    BIGINT NOT NULL,
    PRIMARY KEY (operator_id, destination_id)
);
