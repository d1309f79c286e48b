CREATE TABLE deals (
    operator_id {uuid} NOT NULL,
    deal_id     {uuid} NOT NULL,
    name        TEXT NOT NULL,
    binding     TEXT NOT NULL,
    brand_ids   TEXT NOT NULL,                    -- Separated by commas; none: every brand.
    countries   TEXT NOT NULL,                    -- Likewise.
    is_default  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (operator_id, deal_id)
);

-- The terms of deals. A version never changes: what people were promised can be shown for ever.
CREATE TABLE deal_versions (
    operator_id    {uuid} NOT NULL,
    deal_id        {uuid} NOT NULL,
    version        BIGINT NOT NULL,               -- 1, 2 …
    effective_from BIGINT,                        -- In days since 1970; null: from the beginning.
    terms          TEXT NOT NULL,                 -- Canonical JSON: app/resources/deals/deal_terms_json.
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, deal_id, version)
);

-- How much of one currency a unit of another is worth, from a day on until there is a newer rate.
CREATE TABLE fx_rates (
    operator_id   {uuid} NOT NULL,
    from_currency TEXT NOT NULL,
    to_currency   TEXT NOT NULL,
    date          BIGINT NOT NULL,                -- In days since 1970.
    rate          TEXT NOT NULL,
    recorded_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, from_currency, to_currency, date)
);
CREATE INDEX fx_rates_by_date ON fx_rates (operator_id, date DESC, from_currency, to_currency);
