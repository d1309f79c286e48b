-- Changes of an operator's time zone and base currency. The values before the first change are in `operators`.
CREATE TABLE settings_changes (
    operator_id   {uuid} NOT NULL,
    first_day     BIGINT NOT NULL,                -- The first day of a month, in days since 1970-01-01.
    starts_at     BIGINT NOT NULL,                -- The start of that day in the time zone that applied before.
    time_zone     TEXT NOT NULL,
    base_currency TEXT NOT NULL,
    PRIMARY KEY (operator_id, first_day)
) {clustered};
