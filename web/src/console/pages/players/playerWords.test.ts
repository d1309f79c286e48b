import { expect, test } from 'vitest';
import { accrualNotes, partialWords, readingOf, reasonLabels } from './playerWords';

const read = { isPending: false, isError: false, isFetchNextPageError: false, hasNextPage: false, data: {} };

test('commission that loads, failed or has more parts is not shown as complete', () => {
    expect(readingOf(read)).toBe('complete');
    expect(readingOf({ ...read, isPending: true, data: undefined })).toBe('loading');
    expect(readingOf({ ...read, isError: true, data: undefined })).toBe('failed');
    expect(readingOf({ ...read, hasNextPage: true })).toBe('partial');
    expect(readingOf({ ...read, hasNextPage: true, isError: true, isFetchNextPageError: true })).toBe('failed');
    expect(readingOf({ ...read, isError: true })).toBe('complete');
    expect(partialWords('2,000')).toContain('2,000');
});

test('notes about an accrual do not call a week or a half-month a month', () => {
    expect(accrualNotes({ reason: 'earned', late: false }, null)).toBe('');
    expect(accrualNotes({ reason: 'clawback', late: true }, 'Anna')).toBe('taken back, to Anna, in a later period');
    expect(Object.values(reasonLabels).join()).not.toMatch(/month/);
});
