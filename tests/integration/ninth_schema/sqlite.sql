-- A ledger with the ninth schema, as its program left it, with what it was told in the file beside it.
BEGIN TRANSACTION;
CREATE TABLE accruals (
    operator_id  BLOB NOT NULL,
    number       BIGINT NOT NULL,                 -- Without gaps, in the order of commits.
    recorded_at  BIGINT NOT NULL,
    affiliate_id BLOB NOT NULL,
    player_id    BLOB,                          -- Null for a fixed fee, as are the next two.
    brand_id     BLOB,
    event_seq    BIGINT,
    deal_id      BLOB NOT NULL,
    deal_version BIGINT NOT NULL,
    component    TEXT NOT NULL,
    reason       TEXT NOT NULL,
    period       BIGINT NOT NULL,                 -- Months since the year 0.
    event_time   BIGINT NOT NULL,
    payable_from BIGINT,                          -- Where it is not the event's time.
    late         BIGINT NOT NULL,
    amount       TEXT NOT NULL,
    currency     TEXT NOT NULL,
    base         TEXT,
    rate         TEXT,
    source       BIGINT,                          -- Of a parent's share: the child's accrual.
    reverses     BIGINT,                          -- The accrual that this one takes back.
    seen         BLOB NOT NULL,                -- What the decision saw: domain/accruals/accrual.hpp.
    PRIMARY KEY (operator_id, number)
) WITHOUT ROWID;
INSERT INTO "accruals" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1,1794857410326100,X'01A1E5D69F0A74E1A88857E01F78E79F',X'01A1E5D69F1272D9B49826B3F9A2CFF8',X'01A1E5D69BED7D6488451FDFC3883C43',2,X'01A1E5D69EF97FA9A303B897F8AF092E',1,'revShare','earned',24314,1772366400000000,NULL,0,'25','EUR','100','25',NULL,NULL,X'020100000100000180C8AFA02500010000');
CREATE TABLE adjustments (
    operator_id   BLOB NOT NULL,
    adjustment_id BLOB NOT NULL,
    affiliate_id  BLOB NOT NULL,
    amount        TEXT NOT NULL,
    currency      TEXT NOT NULL,
    reason        TEXT NOT NULL,
    actor         TEXT NOT NULL,
    made_at       BIGINT NOT NULL,
    commit_no     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, adjustment_id)
);
CREATE TABLE affiliates (
    operator_id         BLOB NOT NULL,
    affiliate_id        BLOB NOT NULL,
    name                TEXT NOT NULL,
    email               TEXT NOT NULL,
    status              TEXT NOT NULL,
    parent_affiliate_id BLOB,
    deal_ids            TEXT NOT NULL,            -- Separated by commas, in their order.
    min_payout          TEXT,
    notes               TEXT,
    created_at          BIGINT NOT NULL,
    PRIMARY KEY (operator_id, affiliate_id)
);
INSERT INTO "affiliates" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F0A74E1A88857E01F78E79F','Best Bets','team@bets.example','approved',NULL,'01a1e5d6-9ef9-7fa9-a303-b897f8af092e',NULL,NULL,1794857410314366);
CREATE TABLE anomalies (
    operator_id BLOB NOT NULL,
    seq         BIGINT NOT NULL,                  -- Of the event.
    kind        TEXT NOT NULL,
    player_id   BLOB NOT NULL,
    event_id    BLOB NOT NULL,
    recorded_at BIGINT NOT NULL,
    PRIMARY KEY (operator_id, seq)
);
CREATE TABLE api_keys (
    operator_id         BLOB NOT NULL,
    key_id              BLOB NOT NULL,
    name                TEXT NOT NULL,
    prefix              TEXT NOT NULL,
    hash                BLOB NOT NULL,         -- The key itself is never stored.
    active              BIGINT NOT NULL,
    allowed_ips         TEXT NOT NULL,            -- Networks, separated by commas.
    requests_per_minute BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    last_used_at        BIGINT,
    PRIMARY KEY (operator_id, key_id)
);
INSERT INTO "api_keys" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69BED7D65A15AA6A6612097FB','First key','fairlead_82479444',X'6CE2F0AECFB3D7CA10D417016A2D88DAA8822D6B8A10DEA0B694E7A661600AB4',1,'',1000,1794857409517826,1794857410297888);
CREATE TABLE attributions (
    operator_id  BLOB NOT NULL,
    player_id    BLOB NOT NULL,
    number       BIGINT NOT NULL,                 -- 1, 2 …
    decided_at   BIGINT NOT NULL,
    method       TEXT NOT NULL,
    click_id     BLOB,
    affiliate_id BLOB,
    link_id      BLOB,
    actor        TEXT,                            -- Of a decision by hand, with its reason.
    reason       TEXT,
    decision     BLOB,                         -- The candidates and why each lost: domain/attribution/decision_bytes.
    PRIMARY KEY (operator_id, player_id, number)
);
INSERT INTO "attributions" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F1272D9B49826B3F9A2CFF8',1,1794857410321956,'direct',X'01A1E5D69F1074F180001DB3167FFF30',X'01A1E5D69F0A74E1A88857E01F78E79F',X'01A1E5D69F0E72E994BDE6DCE91A952D',NULL,NULL,X'001E2430316131653564362D396631302D373466312D383030302D316462333136376666663330000101A1E5D69F1074F180001DB3167FFF300001A1E5D69F0A74E1A88857E01F78E79F0101A1E5D69F0E72E994BDE6DCE91A952D');
CREATE TABLE audit_log (
    operator_id BLOB NOT NULL,
    entry_id    BLOB NOT NULL,
    at          BIGINT NOT NULL,
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    subject     TEXT NOT NULL,
    before      TEXT,
    after       TEXT,
    PRIMARY KEY (operator_id, entry_id)
);
INSERT INTO "audit_log" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69BEE7A3DBF73E358200C3CC9',1794857409518647,'commandLine','operator.create','operator/01a1e5d6-9bed-7d5c-b3f6-2c3bff21cf42',NULL,'{"name":"Harbour Gaming"}');
INSERT INTO "audit_log" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69EFA782DBD1E7D6CF36DD1E4',1794857410298517,'apiKey/01a1e5d6-9bed-7d65-a15a-a6a6612097fb','deal.create','deal/01a1e5d6-9ef9-7fa9-a303-b897f8af092e',NULL,'{"id":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","name":"Raised","binding":"registration","scope":{"brandIds":[],"countries":[]},"isDefault":false,"terms":{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"effectiveFrom":null,"version":1}');
INSERT INTO "audit_log" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F067B9DBE372EE6A707C90A',1794857410310727,'apiKey/01a1e5d6-9bed-7d65-a15a-a6a6612097fb','deal.update','deal/01a1e5d6-9ef9-7fa9-a303-b897f8af092e','{"id":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","name":"Raised","binding":"registration","scope":{"brandIds":[],"countries":[]},"isDefault":false,"terms":{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"effectiveFrom":null,"version":1}','{"id":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","name":"Raised","binding":"registration","scope":{"brandIds":[],"countries":[]},"isDefault":false,"terms":{"currency":"EUR","revShare":{"rate":"27","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"effectiveFrom":"2999-12-01","version":2}');
INSERT INTO "audit_log" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F0A79BABC667206D901BCD0',1794857410314609,'apiKey/01a1e5d6-9bed-7d65-a15a-a6a6612097fb','affiliate.create','affiliate/01a1e5d6-9f0a-74e1-a888-57e01f78e79f',NULL,'{"id":"01a1e5d6-9f0a-74e1-a888-57e01f78e79f","name":"Best Bets","email":"team@bets.example","status":"approved","parentAffiliateId":null,"dealIds":["01a1e5d6-9ef9-7fa9-a303-b897f8af092e"],"minPayout":null,"notes":null}');
INSERT INTO "audit_log" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F0E774F839CBF4DD60CEAF8',1794857410318457,'apiKey/01a1e5d6-9bed-7d65-a15a-a6a6612097fb','link.create','link/01a1e5d6-9f0e-72e9-94bd-e6dce91a952d',NULL,'{"linkId":"01a1e5d6-9f0e-72e9-94bd-e6dce91a952d","code":"gyie52ek8v","affiliateId":"01a1e5d6-9f0a-74e1-a888-57e01f78e79f","brandId":"01a1e5d6-9bed-7d64-8845-1fdfc3883c43","destinationUrl":"https://casino.example/join","name":null,"campaignId":null,"marketingSourceId":null,"creativeId":null,"geoTarget":null,"status":"active"}');
CREATE TABLE brands (
    operator_id             BLOB NOT NULL,
    brand_id                BLOB NOT NULL,
    name                    TEXT NOT NULL,
    website_url             TEXT,
    attribution_window_days BIGINT NOT NULL,
    attribution_fallback    TEXT NOT NULL,
    ngr_mode                TEXT NOT NULL,
    active                  BIGINT NOT NULL,
    created_at              BIGINT NOT NULL,
    PRIMARY KEY (operator_id, brand_id)
);
INSERT INTO "brands" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69BED7D6488451FDFC3883C43','Harbour Gaming',NULL,30,'lastClick','delta',1,1794857409517826);
CREATE TABLE campaigns (
    operator_id BLOB NOT NULL,
    campaign_id BLOB NOT NULL,
    brand_id    BLOB NOT NULL,
    name        TEXT NOT NULL,
    active      BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, campaign_id)
);
CREATE TABLE changes (
    operator_id BLOB NOT NULL,
    number      BIGINT NOT NULL,                  -- Without gaps.
    kind        TEXT NOT NULL,
    content     TEXT NOT NULL,                    -- JSON.
    PRIMARY KEY (operator_id, number)
) WITHOUT ROWID;
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1,'operator','{"timeZone":"UTC","baseCurrency":"EUR","minPayout":"0"}');
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',2,'brand','{"brandId":"01a1e5d6-9bed-7d64-8845-1fdfc3883c43","ngrMode":"delta"}');
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',3,'deal','{"dealId":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","name":"Raised","binding":"registration","brandIds":[],"countries":[],"isDefault":false,"createdAt":1794857410297990}');
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',4,'dealVersion','{"dealId":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","version":1,"effectiveFrom":null,"terms":{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"createdAt":1794857410297990}');
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',5,'deal','{"dealId":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","name":"Raised","binding":"registration","brandIds":[],"countries":[],"isDefault":false,"createdAt":1794857410297990}');
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',6,'dealVersion','{"dealId":"01a1e5d6-9ef9-7fa9-a303-b897f8af092e","version":2,"effectiveFrom":"2999-12-01","terms":{"currency":"EUR","revShare":{"rate":"27","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"createdAt":1794857410310564}');
INSERT INTO "changes" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',7,'affiliate','{"affiliateId":"01a1e5d6-9f0a-74e1-a888-57e01f78e79f","dealIds":["01a1e5d6-9ef9-7fa9-a303-b897f8af092e"],"parentAffiliateId":null,"minPayout":null}');
CREATE TABLE commission_groups (
    operator_id  BLOB NOT NULL,
    affiliate_id BLOB NOT NULL,
    period       BIGINT NOT NULL,
    deal_id      BLOB NOT NULL,
    deal_version BIGINT NOT NULL,
    state        BLOB NOT NULL,
    PRIMARY KEY (operator_id, affiliate_id, period, deal_id, deal_version)
) WITHOUT ROWID;
INSERT INTO "commission_groups" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F0A74E1A88857E01F78E79F',24314,X'01A1E5D69EF97FA9A303B897F8AF092E',1,X'010180C8AFA02500010000010101A1E5D69BED7D6488451FDFC3883C4301010180C8AFA025000180F28BA809000180F28BA8090000');
CREATE TABLE commits (
    operator_id  BLOB NOT NULL,
    commit_no    BIGINT NOT NULL,                 -- Without gaps.
    recorded_at  BIGINT NOT NULL,
    last_seq     BIGINT NOT NULL,                 -- Of events, up to and with this commit; likewise the others.
    last_accrual BIGINT NOT NULL,
    last_change  BIGINT NOT NULL,
    hash         BLOB NOT NULL,
    PRIMARY KEY (operator_id, commit_no)
) WITHOUT ROWID;
INSERT INTO "commits" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1,1794857409518203,0,0,2,X'E9E26E8EC0065A43D7836371E7E64DC5977EE2167A30E6F87181E20058DA7CE9');
INSERT INTO "commits" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',2,1794857410298337,0,0,4,X'27A44A9C9A8B4BB80C2E7C7C71849546D053C9627BFF700F1A4D216818556EB9');
INSERT INTO "commits" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',3,1794857410310689,0,0,6,X'658E9C5428212760AFA553672176E6273343CD4BBDE6798635490107527CD4CE');
INSERT INTO "commits" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',4,1794857410314575,0,0,7,X'942699E08F9E6F8E2B3D7F9E188689D1B41159E174C5B38A777FF190E4ADC192');
INSERT INTO "commits" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',5,1794857410321956,1,0,7,X'A07817CF9CBA7781781FC30D36408B971791CC2B22E072E9D8CBB46664455CFC');
INSERT INTO "commits" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',6,1794857410326100,2,1,7,X'E14B67B6711FF3CAE5A912D130E1FD3A9BBF9B225D96C50B19FA1E018959C390');
CREATE TABLE cpa_positions (
    operator_id  BLOB NOT NULL,
    affiliate_id BLOB NOT NULL,
    period       BIGINT NOT NULL,
    deal_id      BLOB NOT NULL,
    deal_version BIGINT NOT NULL,
    position     BIGINT NOT NULL,
    player_id    BLOB NOT NULL,
    brand_id     BLOB NOT NULL,
    amount       TEXT NOT NULL,
    priced_by    BIGINT NOT NULL,
    payable_from BIGINT NOT NULL,
    standing     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, affiliate_id, period, deal_id, deal_version, position)
) WITHOUT ROWID;
CREATE TABLE creatives (
    operator_id BLOB NOT NULL,
    creative_id BLOB NOT NULL,
    campaign_id BLOB NOT NULL,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL,
    image_url   TEXT,
    width       BIGINT,
    height      BIGINT,
    active      BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, creative_id)
);
CREATE TABLE deal_versions (
    operator_id    BLOB NOT NULL,
    deal_id        BLOB NOT NULL,
    version        BIGINT NOT NULL,               -- 1, 2 …
    effective_from BIGINT,                        -- In days since 1970; null: from the beginning.
    terms          TEXT NOT NULL,                 -- Canonical JSON: app/resources/deals/deal_terms_json.
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, deal_id, version)
);
INSERT INTO "deal_versions" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69EF97FA9A303B897F8AF092E',1,NULL,'{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}}',1794857410297990);
INSERT INTO "deal_versions" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69EF97FA9A303B897F8AF092E',2,376169,'{"currency":"EUR","revShare":{"rate":"27","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}}',1794857410310564);
CREATE TABLE deals (
    operator_id BLOB NOT NULL,
    deal_id     BLOB NOT NULL,
    name        TEXT NOT NULL,
    binding     TEXT NOT NULL,
    brand_ids   TEXT NOT NULL,                    -- Separated by commas; none: every brand.
    countries   TEXT NOT NULL,                    -- Likewise.
    is_default  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, deal_id)
);
INSERT INTO "deals" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69EF97FA9A303B897F8AF092E','Raised','registration','','',0,1794857410297990);
CREATE TABLE event_differences (
    operator_id     BLOB NOT NULL,
    event_id        BLOB NOT NULL,              -- The first event under the key.
    content_digest  BLOB NOT NULL,
    idempotency_key TEXT NOT NULL,
    first_seen      BIGINT NOT NULL,
    last_seen       BIGINT NOT NULL,
    count           BIGINT NOT NULL,
    PRIMARY KEY (operator_id, event_id, content_digest)
);
CREATE TABLE events (
    operator_id     BLOB NOT NULL,
    seq             BIGINT NOT NULL,              -- Without gaps, in the order of commits.
    event_id        BLOB NOT NULL,
    event_type      TEXT NOT NULL,
    event_time      BIGINT NOT NULL,
    recorded_at     BIGINT NOT NULL,
    brand_id        BLOB NOT NULL,
    player_id       BLOB NOT NULL,
    idempotency_key TEXT NOT NULL,
    amount          TEXT,
    currency        TEXT,
    click_id        TEXT,
    country         TEXT,
    product         TEXT,
    game            TEXT,
    user_agent      TEXT,
    ip_hash         TEXT,
    unknown_members TEXT, ngr_delta TEXT,
    PRIMARY KEY (operator_id, seq)
);
INSERT INTO "events" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1,X'01A1E5D69F1272DD95F4DCD6D59934F8','registration',1772366400000000,1794857410321956,X'01A1E5D69BED7D6488451FDFC3883C43',X'01A1E5D69F1272D9B49826B3F9A2CFF8','registration',NULL,NULL,'01a1e5d6-9f10-74f1-8000-1db3167fff30',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',2,X'01A1E5D69F16728F989E9F0E759207DF','ngr_update',1772366400000000,1794857410326100,X'01A1E5D69BED7D6488451FDFC3883C43',X'01A1E5D69F1272D9B49826B3F9A2CFF8','ngr','100','EUR',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE fact_blocks (
    operator_id BLOB NOT NULL,
    recorded_at BIGINT NOT NULL,                  -- Strictly growing per operator.
    block_no    BIGINT NOT NULL,                  -- Without gaps, in the order of commits.
    click_count BIGINT NOT NULL,
    fact_count  BIGINT NOT NULL,
    payload     BLOB NOT NULL,
    PRIMARY KEY (operator_id, recorded_at)
) WITHOUT ROWID;
INSERT INTO "fact_blocks" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1794857410320309,1,1,1,X'0002010101A1E5D69BED7D6488451FDFC3883C4300000000000000000000000000000000000101A1E5D69F0A74E1A88857E01F78E79F01A1E5D69F0E72E994BDE6DCE91A952D000000000100B0FEFFB3B1B607002E1236A63CA89404C50FDDC2D6874CDB00000000');
INSERT INTO "fact_blocks" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1794857410321956,2,0,1,X'00020000010080C0F8DAA6FDA506020001A1E5D69BED7D6488451FDFC3883C4301A1E5D69F1272D9B49826B3F9A2CFF800000002260101A1E5D69F0A74E1A88857E01F78E79F01A1E5D69F0E72E994BDE6DCE91A952D000000000000');
INSERT INTO "fact_blocks" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',1794857410326100,3,0,2,X'00020000010380C0F8DAA6FDA506020180C8AFA025000345555201A1E5D69BED7D6488451FDFC3883C4301A1E5D69F1272D9B49826B3F9A2CFF800000002260101A1E5D69F0A74E1A88857E01F78E79F01A1E5D69F0E72E994BDE6DCE91A952D0000000000010180C0F8DAA6FDA5060180F28BA80900034555520001A1E5D69EF97FA9A303B897F8AF092E0101A1E5D69BED7D6488451FDFC3883C4301A1E5D69F1272D9B49826B3F9A2CFF8000000260101A1E5D69F0A74E1A88857E01F78E79F01A1E5D69F0E72E994BDE6DCE91A952D0000000000');
CREATE TABLE feeds (
    operator_id      BLOB NOT NULL,
    brand_id         BLOB NOT NULL,
    event_type       TEXT NOT NULL,
    last_event_time  BIGINT NOT NULL,
    last_recorded_at BIGINT NOT NULL,
    count            BIGINT NOT NULL,
    PRIMARY KEY (operator_id, brand_id, event_type)
);
INSERT INTO "feeds" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69BED7D6488451FDFC3883C43','registration',1772366400000000,1794857410321956,1);
INSERT INTO "feeds" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69BED7D6488451FDFC3883C43','ngr_update',1772366400000000,1794857410326100,1);
CREATE TABLE fx_rates (
    operator_id   BLOB NOT NULL,
    from_currency TEXT NOT NULL,
    to_currency   TEXT NOT NULL,
    date          BIGINT NOT NULL,                -- In days since 1970.
    rate          TEXT NOT NULL,
    recorded_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, from_currency, to_currency, date)
);
CREATE TABLE held_accruals (
    operator_id   BLOB NOT NULL,
    number        BIGINT NOT NULL,                -- In the order in which they were held.
    held_at       BIGINT NOT NULL,
    affiliate_id  BLOB NOT NULL,                -- Who will be paid.
    player_id     BLOB NOT NULL,
    event_seq     BIGINT NOT NULL,
    deal_id       BLOB NOT NULL,
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
CREATE TABLE links (
    operator_id     BLOB NOT NULL,
    link_id         BLOB NOT NULL,
    code            TEXT NOT NULL,
    affiliate_id    BLOB NOT NULL,
    brand_id        BLOB NOT NULL,
    destination_url TEXT NOT NULL,
    name            TEXT,
    campaign_id     BLOB,
    source_id       BLOB,
    creative_id     BLOB,
    geo_target      TEXT,
    active          BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, link_id)
);
INSERT INTO "links" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F0E72E994BDE6DCE91A952D','gyie52ek8v',X'01A1E5D69F0A74E1A88857E01F78E79F',X'01A1E5D69BED7D6488451FDFC3883C43','https://casino.example/join',NULL,NULL,NULL,NULL,NULL,1,1794857410318184);
CREATE TABLE marketing_sources (
    operator_id  BLOB NOT NULL,
    source_id    BLOB NOT NULL,
    affiliate_id BLOB NOT NULL,
    name         TEXT NOT NULL,
    type         TEXT,
    url          TEXT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, source_id)
);
CREATE TABLE ngr_marks (
    operator_id BLOB NOT NULL,
    player_id   BLOB NOT NULL,
    currency    TEXT NOT NULL,
    day         BIGINT NOT NULL,
    sum         TEXT NOT NULL,
    latest      BIGINT,
    PRIMARY KEY (operator_id, player_id, currency, day)
) WITHOUT ROWID;
CREATE TABLE operators (
    operator_id       BLOB PRIMARY KEY,
    name              TEXT NOT NULL,
    currencies        TEXT NOT NULL,              -- Declared codes, separated by commas.
    created_at        BIGINT NOT NULL,
    catalogue_version BIGINT NOT NULL,            -- Grows by one with every change to what the operator manages.
    last_seq          BIGINT NOT NULL             -- Of events; the row's lock makes decisions about an operator serial.
, time_zone TEXT NOT NULL DEFAULT 'UTC', base_currency TEXT NOT NULL DEFAULT 'EUR', min_payout TEXT NOT NULL DEFAULT '0', portal_name TEXT, portal_logo_url TEXT, portal_primary_color TEXT, portal_domains TEXT NOT NULL DEFAULT '', last_block BIGINT NOT NULL DEFAULT 0, last_recorded_at BIGINT NOT NULL DEFAULT 0, click_total BIGINT NOT NULL DEFAULT 0, impression_total BIGINT NOT NULL DEFAULT 0, last_commit BIGINT NOT NULL DEFAULT 0, last_hash BLOB, last_accrual BIGINT NOT NULL DEFAULT 0, last_held BIGINT NOT NULL DEFAULT 0, last_change BIGINT NOT NULL DEFAULT 0);
INSERT INTO "operators" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42','Harbour Gaming','',1794857409517826,5,2,'UTC','EUR','0',NULL,NULL,NULL,'',3,1794857410326100,1,0,6,X'E14B67B6711FF3CAE5A912D130E1FD3A9BBF9B225D96C50B19FA1E018959C390',1,0,7);
CREATE TABLE players (
    operator_id       BLOB NOT NULL,
    player_id         BLOB NOT NULL,
    brand_id          BLOB NOT NULL,
    external_ref      TEXT NOT NULL,
    created_at        BIGINT NOT NULL,
    registration_seq  BIGINT,
    first_deposit_seq BIGINT, registered_at BIGINT, country TEXT, affiliate_id BLOB, origin BLOB, commission BLOB,
    PRIMARY KEY (operator_id, player_id)
);
INSERT INTO "players" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69F1272D9B49826B3F9A2CFF8',X'01A1E5D69BED7D6488451FDFC3883C43','anna',1794857410321956,1,NULL,1772366400000000,NULL,X'01A1E5D69F0A74E1A88857E01F78E79F',X'0101A1E5D69F0A74E1A88857E01F78E79F01A1E5D69F0E72E994BDE6DCE91A952D0000000000',X'010101A1E5D69EF97FA9A303B897F8AF092E010001000001000001000001000001000000');
CREATE TABLE probes (
    name TEXT PRIMARY KEY,
    at   BIGINT NOT NULL
);
CREATE TABLE report_presets (
    operator_id  BLOB NOT NULL,
    preset_id    BLOB NOT NULL,
    name         TEXT NOT NULL,
    group_keys   TEXT NOT NULL,                   -- Separated by commas, as are the metrics.
    metrics      TEXT NOT NULL,
    filters      TEXT NOT NULL,                   -- JSON: lists of values by group key.
    start_date   BIGINT,                          -- Days since 1970; null: the period says it.
    end_date     BIGINT,
    period       TEXT NOT NULL,
    token_active BIGINT NOT NULL,
    token_hash   BLOB NOT NULL,
    token_sealed BLOB NOT NULL,                -- Encrypted, so that it can be shown again.
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, preset_id)
);
CREATE TABLE retention (
    operator_id BLOB PRIMARY KEY,
    dropped_to  BIGINT NOT NULL,                  -- The block up to which clicks were dropped that nothing uses.
    archived_to BIGINT NOT NULL                   -- The block up to which payloads were moved to archive files.
);
CREATE TABLE schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL);
INSERT INTO "schema_migrations" VALUES(1,'0001_foundation',1794857409358891);
INSERT INTO "schema_migrations" VALUES(2,'0002_tracking',1794857409371631);
INSERT INTO "schema_migrations" VALUES(3,'0003_deals',1794857409373494);
INSERT INTO "schema_migrations" VALUES(4,'0004_commission',1794857409381993);
INSERT INTO "schema_migrations" VALUES(5,'0005_reports',1794857409385677);
INSERT INTO "schema_migrations" VALUES(6,'0006_retention',1794857409388065);
INSERT INTO "schema_migrations" VALUES(7,'0007_accounts',1794857409397718);
INSERT INTO "schema_migrations" VALUES(8,'0008_events_by_player',1794857409401529);
INSERT INTO "schema_migrations" VALUES(9,'0009_random_columns_first',1794857409405492);
CREATE TABLE sessions (
    operator_id  BLOB NOT NULL,
    token_hash   BLOB NOT NULL,
    user_id      BLOB NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    ended_at     BIGINT,                          -- By a log-out, or a change of the password.
    totp_step    BIGINT,                          -- Which one-time code opened it: each opens one.
    PRIMARY KEY (operator_id, token_hash)
);
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);
INSERT INTO "settings" VALUES('ledger_id',X'01A1E5D69B8177DFAAF43F4FE0409B61');
INSERT INTO "settings" VALUES('address_key',X'4F892FFAFCA2746893504AA6B27BD62EF6EE6422DCD0C8737ADABF5416C9CA4A51B4787CA8CD6A9DDA0FD1A53E11E1370C023267E8C0F5878CF85D167E8B6D70417037394B9ABA50');
INSERT INTO "settings" VALUES('token_key',X'7727CAA6F9591A3FFC72DBCC0A9863BBE699884103C78598663BD3A007D9EBF13F04FDBF2EA1CF4E00BB1A9DFCBDAB3BB65F92EC5DC779D345A7F67334E9B9DA74DC852020368891');
CREATE TABLE statement_steps (
    operator_id       BLOB NOT NULL,
    statement_id      BLOB NOT NULL,
    number            BIGINT NOT NULL,
    status            TEXT NOT NULL,
    actor             TEXT NOT NULL,
    at                BIGINT NOT NULL,
    payment_date      TEXT,
    payment_method    TEXT,
    payment_reference TEXT,
    PRIMARY KEY (operator_id, statement_id, number)
);
CREATE TABLE statements (
    operator_id   BLOB NOT NULL,
    statement_id  BLOB NOT NULL,
    affiliate_id  BLOB NOT NULL,
    period        BIGINT NOT NULL,
    currency      TEXT NOT NULL,
    closed_at     BIGINT NOT NULL,
    closed_by     TEXT NOT NULL,
    commit_no     BIGINT NOT NULL,
    payable       TEXT NOT NULL,
    content       BLOB NOT NULL,               -- domain/statements/statement.hpp.
    content_hash  BLOB NOT NULL,
    previous_hash BLOB NOT NULL,
    PRIMARY KEY (operator_id, statement_id)
);
CREATE TABLE users (
    operator_id   BLOB NOT NULL,
    user_id       BLOB NOT NULL,
    email         TEXT NOT NULL,
    role          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at    BIGINT NOT NULL, affiliate_id BLOB, status TEXT NOT NULL DEFAULT 'active', totp_sealed BLOB, totp_pending_sealed BLOB, recovery_hashes BLOB, invite_hash BLOB, invite_ends_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (operator_id, user_id)
);
INSERT INTO "users" VALUES(X'01A1E5D69BED7D5CB3F62C3BFF21CF42',X'01A1E5D69BED7D66934C2385AFF1328D','admin@harbour-gaming.local','admin','$argon2id$v=19$m=65536,t=2,p=1$vDP2deJpT5S7HCpFtw184w$mGj8TbfVMi64WcRaOz8RJuePhvocdaM3OomkkGhvy0w',1794857409517826,NULL,'active',NULL,NULL,NULL,NULL,0);
CREATE INDEX users_by_email ON users (email);
CREATE UNIQUE INDEX players_by_ref ON players (operator_id, brand_id, external_ref);
CREATE UNIQUE INDEX links_by_code ON links (code);
CREATE INDEX players_by_affiliate ON players (operator_id, affiliate_id, player_id) WHERE affiliate_id IS NOT NULL;
CREATE INDEX fx_rates_by_date ON fx_rates (operator_id, date DESC, from_currency, to_currency);
CREATE TRIGGER deal_versions_are_not_updated BEFORE UPDATE ON deal_versions
BEGIN SELECT RAISE(ABORT, 'deal_versions is only ever added to'); END;
CREATE TRIGGER deal_versions_are_not_deleted BEFORE DELETE ON deal_versions
BEGIN SELECT RAISE(ABORT, 'deal_versions is only ever added to'); END;
CREATE INDEX accruals_by_event ON accruals (operator_id, event_seq) WHERE event_seq IS NOT NULL;
CREATE INDEX held_accruals_by_pair ON held_accruals (operator_id, from_currency, to_currency, number);
CREATE INDEX held_accruals_by_player ON held_accruals (operator_id, player_id);
CREATE INDEX commission_groups_by_period ON commission_groups (operator_id, period, affiliate_id);
CREATE INDEX statements_by_affiliate ON statements (operator_id, affiliate_id, commit_no);
CREATE INDEX statements_by_period ON statements (operator_id, period, affiliate_id);
CREATE INDEX adjustments_by_affiliate ON adjustments (operator_id, affiliate_id, commit_no);
CREATE TRIGGER accruals_are_not_updated BEFORE UPDATE ON accruals
BEGIN SELECT RAISE(ABORT, 'accruals is only ever added to'); END;
CREATE TRIGGER accruals_are_not_deleted BEFORE DELETE ON accruals
BEGIN SELECT RAISE(ABORT, 'accruals is only ever added to'); END;
CREATE TRIGGER statements_are_not_updated BEFORE UPDATE ON statements
BEGIN SELECT RAISE(ABORT, 'statements is only ever added to'); END;
CREATE TRIGGER statements_are_not_deleted BEFORE DELETE ON statements
BEGIN SELECT RAISE(ABORT, 'statements is only ever added to'); END;
CREATE TRIGGER statement_steps_are_not_updated BEFORE UPDATE ON statement_steps
BEGIN SELECT RAISE(ABORT, 'statement_steps is only ever added to'); END;
CREATE TRIGGER statement_steps_are_not_deleted BEFORE DELETE ON statement_steps
BEGIN SELECT RAISE(ABORT, 'statement_steps is only ever added to'); END;
CREATE TRIGGER changes_are_not_updated BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes is only ever added to'); END;
CREATE TRIGGER changes_are_not_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes is only ever added to'); END;
CREATE TRIGGER commits_are_not_updated BEFORE UPDATE ON commits
BEGIN SELECT RAISE(ABORT, 'commits is only ever added to'); END;
CREATE TRIGGER commits_are_not_deleted BEFORE DELETE ON commits
BEGIN SELECT RAISE(ABORT, 'commits is only ever added to'); END;
CREATE TRIGGER adjustments_are_not_updated BEFORE UPDATE ON adjustments
BEGIN SELECT RAISE(ABORT, 'adjustments is only ever added to'); END;
CREATE TRIGGER adjustments_are_not_deleted BEFORE DELETE ON adjustments
BEGIN SELECT RAISE(ABORT, 'adjustments is only ever added to'); END;
CREATE TRIGGER events_are_not_updated BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events is only ever added to'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events is only ever added to'); END;
CREATE INDEX attributions_by_time ON attributions (operator_id, decided_at, player_id);
CREATE TRIGGER fact_blocks_keep_their_place BEFORE UPDATE OF operator_id, recorded_at, block_no, fact_count ON fact_blocks
BEGIN SELECT RAISE(ABORT, 'fact_blocks keep their numbers and times'); END;
CREATE UNIQUE INDEX sessions_by_totp_step ON sessions (operator_id, user_id, totp_step);
COMMIT;
