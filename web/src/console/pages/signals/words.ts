import type { FraudRule } from './queries';

export type Kind = FraudRule['kind'];
export type Parameters = Record<string, number>;

export interface ParameterWords {
    name: string;
    label: string;
    description: string;
    min: number;
    max: number;
    usual: number;
    suffix?: string;
}

export interface KindWords {
    label: string;
    // What the rule looks for.
    description: string;
    parameters: ParameterWords[];
    // The rule with its numbers, as a sentence.
    sentence: (numbers: Parameters) => string;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const span = (minutes: number) => (minutes > 60 && minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute'));

const window = (usual: number, min = 1): ParameterWords => ({ name: 'windowMinutes', label: 'Window', description: 'The time in which clicks are counted', min, max: 1440, usual, suffix: ' min' });
const clicksMin: ParameterWords = { name: 'clicksMin', label: 'Fewest clicks', description: 'Affiliates with fewer clicks are not judged', min: 10, max: 1_000_000, usual: 100 };

// The bounds are those of the API (docs/fraud-signals.md).
export const kinds: Record<Kind, KindWords> = {
    clickBurst: {
        label: 'Burst of clicks',
        description: 'Many clicks on one link in a short time.',
        parameters: [window(10), { name: 'clicksMax', label: 'Most clicks', description: 'On one link in the window', min: 1, max: 1_000_000, usual: 200 }],
        sentence: ({ windowMinutes = 0, clicksMax = 0 }) => `More than ${counted(clicksMax, 'click')} on one link in ${span(windowMinutes)}`,
    },
    oneAddress: {
        label: 'One address',
        description: 'Many clicks of one affiliate from one address.',
        parameters: [window(10), { name: 'clicksMax', label: 'Most clicks', description: 'From one address in the window', min: 1, max: 1_000_000, usual: 50 }],
        sentence: ({ windowMinutes = 0, clicksMax = 0 }) => `More than ${counted(clicksMax, 'click')} of an affiliate from one address in ${span(windowMinutes)}`,
    },
    oneAgent: {
        label: 'One user agent',
        description: 'One user agent makes most clicks of an affiliate.',
        parameters: [window(1440, 10), clicksMin, { name: 'sharePercentMax', label: 'Greatest share', description: 'Of an affiliate’s clicks in the window', min: 1, max: 99, usual: 80, suffix: ' %' }],
        sentence: ({ windowMinutes = 0, clicksMin: least = 0, sharePercentMax = 0 }) => `One user agent makes more than ${sharePercentMax} % of an affiliate’s clicks in ${span(windowMinutes)}, with at least ${counted(least, 'click')}`,
    },
    fastRegistration: {
        label: 'Fast registration',
        description: 'A player registers too soon after the click.',
        parameters: [{ name: 'secondsMin', label: 'Shortest time', description: 'Between the click and the registration', min: 1, max: 3600, usual: 5, suffix: ' s' }],
        sentence: ({ secondsMin = 0 }) => `A registration less than ${counted(secondsMin, 'second')} after the click`,
    },
    unusualConversion: {
        label: 'Unusual conversion',
        description: 'The share of clicks that become registrations is far outside what the affiliate usually has.',
        parameters: [
            { name: 'weeks', label: 'Weeks', description: 'The number of previous weeks whose median is the usual conversion', min: 4, max: 52, usual: 8 },
            clicksMin,
            { name: 'spreadsMax', label: 'Spreads', description: 'How many times the usual difference a week may be away from the median', min: 2, max: 20, usual: 4 },
        ],
        sentence: ({ weeks = 0, clicksMin: least = 0, spreadsMax = 0 }) => `A week’s conversion is more than ${spreadsMax} spreads away from the median of ${weeks} weeks, with at least ${counted(least, 'click')}`,
    },
};

export const kindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));

export const usualNumbers = (kind: Kind): Parameters => Object.fromEntries(kinds[kind].parameters.map(({ name, usual }) => [name, usual]));

// The numbers that the kind has, and no others.
export const numbersOf = (kind: Kind, numbers: Parameters): Parameters => Object.fromEntries(kinds[kind].parameters.map(({ name, usual }) => [name, numbers[name] ?? usual]));

export const stateLabels = { open: 'Open', released: 'Released', reversed: 'Reversed' } as const;
export const stateColors = { open: 'yellow', released: 'gray', reversed: 'red' } as const;
