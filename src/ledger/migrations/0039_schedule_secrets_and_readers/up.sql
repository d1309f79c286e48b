-- The secret of a report schedule before its last rotation, and until when it is still used.
ALTER TABLE report_schedules ADD COLUMN previous_sealed {bytes};
ALTER TABLE report_schedules ADD COLUMN previous_until BIGINT;

-- The recipients who do not want the mails of the schedule any more, separated by commas.
ALTER TABLE report_schedules ADD COLUMN unsubscribed TEXT NOT NULL DEFAULT '';
