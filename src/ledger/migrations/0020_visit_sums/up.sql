-- Clicks that were redirected and only counted (docs/rules.md §3.6), one row per day and link. Counts are added to.
CREATE TABLE visit_sums (
    operator_id   {uuid} NOT NULL,
    day           BIGINT NOT NULL,                -- In the operator's time zone, in days since 1970-01-01.
    link_id       {uuid} NOT NULL,                -- All zeros: links that a node did not tell apart.
    bot_count     BIGINT NOT NULL,                -- Of bots, prefetches and HEAD requests.
    limited_count BIGINT NOT NULL,                -- Of visitors over the limit of their address.
    PRIMARY KEY (operator_id, day, link_id)
) {clustered};
