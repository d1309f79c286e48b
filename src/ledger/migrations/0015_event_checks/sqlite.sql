-- Codes outside ISO 4217 must be declared from now on. Those that an operator prices or pays in are declared here.
WITH used AS (
    SELECT operator_id, base_currency AS code FROM operators
    UNION SELECT operator_id, from_currency FROM fx_rates
    UNION SELECT operator_id, to_currency FROM fx_rates
    UNION SELECT operator_id, json_extract(terms, '$.currency') FROM deal_versions
), missing AS (
    SELECT used.operator_id, group_concat(used.code, ',') AS codes
    FROM used JOIN operators ON operators.operator_id = used.operator_id
    WHERE instr(',' || operators.currencies || ',', ',' || used.code || ',') = 0 AND used.code NOT IN (
        'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF', 'BMD',
        'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHE', 'CHF', 'CHW', 'CLF', 'CLP',
        'CNY', 'COP', 'COU', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD',
        'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR',
        'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK',
        'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK',
        'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR',
        'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS',
        'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH',
        'UGX', 'USD', 'USN', 'UYI', 'UYU', 'UYW', 'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAD', 'XAF', 'XCD', 'XCG',
        'XOF', 'XPF', 'YER', 'ZAR', 'ZMW', 'ZWG')
    GROUP BY used.operator_id
)
UPDATE operators
SET currencies = ltrim(
    currencies || ',' || (SELECT codes FROM missing WHERE missing.operator_id = operators.operator_id), ',')
WHERE operator_id IN (SELECT operator_id FROM missing);
