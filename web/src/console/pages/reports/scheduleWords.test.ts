import { expect, test } from 'vitest';
import { describeSchedule, describeUnsubscribed, hostOf, resultOf, type Run, type Schedule } from './scheduleWords';

const run = (...statuses: ('waiting' | 'delivered' | 'failed' | 'paused')[]) =>
    ({ error: null, deliveries: statuses.map((status) => ({ id: '', kind: 'mail', status })) }) as unknown as Run;

test('the result of a run is that of its worst message', () => {
    expect(resultOf(run('delivered', 'waiting', 'failed'))).toBe('failed');
    expect(resultOf(run('delivered', 'waiting'))).toBe('waiting');
    expect(resultOf(run('delivered', 'delivered'))).toBe('delivered');
    expect(resultOf({ ...run('delivered'), error: 'none of the recipients can log in any more' })).toBe('failed');
    expect(resultOf(run())).toBe('failed');
});

test('a schedule is described by its times and its readers', () => {
    const schedule = { frequency: 'daily', hour: 6, recipients: ['1'], unsubscribed: [], url: null } as unknown as Schedule;
    expect(describeSchedule(schedule)).toBe('Daily at 06:00 to 1 person');
    expect(describeSchedule({ ...schedule, recipients: ['1', '2'], frequency: 'weekly' })).toBe('Weekly at 06:00 to 2 people');
    expect(describeSchedule({ ...schedule, recipients: [], url: 'https://o.example/reports?key=secret' })).toBe('Daily at 06:00 to o.example');
});

test('a person who unsubscribed is named and does not count', () => {
    const schedule = { frequency: 'daily', hour: 6, recipients: ['1', '2'], unsubscribed: ['2'], url: null } as unknown as Schedule;
    expect(describeSchedule(schedule)).toBe('Daily at 06:00 to 1 person');
    const people = [
        { id: '1', email: 'anna@o.example' },
        { id: '2', email: 'ben@o.example' },
    ];
    expect(describeUnsubscribed(schedule, people)).toBe('Unsubscribed: ben@o.example');
    expect(describeUnsubscribed(schedule, [])).toBe('Unsubscribed: 1 person');
    expect(describeUnsubscribed({ ...schedule, unsubscribed: [] }, people)).toBe('');
});

test('a URL is shown without what may be secret', () => {
    expect(hostOf('http://127.0.0.1:8080/r/abc')).toBe('127.0.0.1:8080');
});
