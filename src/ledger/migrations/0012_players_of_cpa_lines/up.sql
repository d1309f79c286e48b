CREATE INDEX accruals_of_cpa_lines ON accruals
    (operator_id, affiliate_id, period, deal_id, deal_version, brand_id, player_id, reason, amount)
    WHERE component = 'cpa';
