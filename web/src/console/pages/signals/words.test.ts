import { expect, test } from 'vitest';
import { kinds, numbersOf, usualNumbers } from './words';

test('a rule is a sentence with its numbers', () => {
    expect(kinds.clickBurst.sentence({ windowMinutes: 1, clicksMax: 5 })).toBe('More than 5 clicks on one link in 1 minute');
    expect(kinds.oneAgent.sentence(usualNumbers('oneAgent'))).toBe('One user agent makes more than 80 % of an affiliate’s clicks in 24 hours, with at least 100 clicks');
    expect(kinds.fastRegistration.sentence({ secondsMin: 1 })).toBe('A registration less than 1 second after the click');
});

test('a rule has the numbers of its kind only', () => {
    expect(numbersOf('fastRegistration', { secondsMin: 9, weeks: 8 })).toEqual({ secondsMin: 9 });
    expect(numbersOf('unusualConversion', { weeks: 12 })).toEqual({ weeks: 12, clicksMin: 100, spreadsMax: 4 });
});
