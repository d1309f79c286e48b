-- How many players of a brand were attributed in which way when they registered: domain/attribution/attribute.hpp.
CREATE TABLE attribution_counts (
    operator_id {uuid} NOT NULL,
    brand_id    {uuid} NOT NULL,
    proof       TEXT NOT NULL,
    count       BIGINT NOT NULL,
    PRIMARY KEY (operator_id, brand_id, proof)
);

INSERT INTO attribution_counts (operator_id, brand_id, proof, count)
SELECT d.operator_id, d.brand_id, d.proof, count(*) FROM (
    SELECT p.operator_id, p.brand_id,
           CASE WHEN a.method = 'direct' THEN 'direct'
                WHEN a.method = 'lastClick' AND (e.ip_hash IS NOT NULL OR e.user_agent IS NOT NULL) THEN 'withEvidence'
                WHEN a.method = 'lastClick' THEN 'withoutEvidence'
                ELSE 'organic' END AS proof
    FROM attributions a
    JOIN players p ON p.operator_id = a.operator_id AND p.player_id = a.player_id
    JOIN events e ON e.operator_id = p.operator_id AND e.seq = p.registration_seq
    WHERE a.number = 1
) d GROUP BY d.operator_id, d.brand_id, d.proof;
