-- Versions of deals that were withdrawn before they started: they are chosen for nobody.
CREATE TABLE deal_withdrawals (
    operator_id  {uuid} NOT NULL,
    deal_id      {uuid} NOT NULL,
    version      BIGINT NOT NULL,
    withdrawn_at BIGINT NOT NULL,
    PRIMARY KEY (operator_id, deal_id, version)
);
