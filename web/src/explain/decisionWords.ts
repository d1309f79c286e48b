import type { Schema } from '@/api/client';

// Who brought a player and why, in words. Pure: codes in, words out.

type Reason = Schema<'DecisionReason'>;

const outcomes: Record<Schema<'ClickOutcome'>, string> = {
    won: 'This click brought the player.',
    notInForce: 'The link was inactive, or its affiliate was not approved, when it was clicked.',
    otherBrand: 'The click was on a link of another brand.',
    uncounted: 'A bot or a prefetch made this call: it only counts when the registration names it.',
    afterRegistration: 'The click came after the registration.',
    beforeWindow: 'The click is older than the brand’s attribution window.',
    noAddressGiven: 'The brand asks for a matching address, and the registration had none.',
    addressDiffers: 'The click came from another address than the registration.',
    agentDiffers: 'The click came from another user agent than the registration.',
    countryDiffers: 'The click came from another country than the registration.',
    fallbackOff: 'The brand credits only registrations that name their click.',
    earlierThanWinner: 'A later click fits as well, and the last one counts.',
};

export const outcomeWords = (outcome: Schema<'ClickOutcome'>): string => outcomes[outcome];

const days = (count: number): string => (count === 1 ? 'day' : `${count} days`);

// The note of a decision by hand is shown by itself: it is what a person wrote.
export function decisionWords({ rule, namedClick, windowDays }: Reason): string {
    const named = namedClick === null ? 'The registration named no click that could count.' : `The registration named the click ${namedClick}, which is unknown or not in force.`;
    switch (rule) {
        case 'clickNamed':
            return 'The registration named the click that brought the player.';
        case 'byHand':
            return 'The operator has given the player to this affiliate by hand.';
        case 'lastClick':
            return `${named} The last click within ${days(windowDays)} before it that fits what is known of the visitor counts.`;
        case 'namedOnly':
            return `${named} ${outcomes.fallbackOff}`;
        case 'noAddress':
            return `${named} ${outcomes.noAddressGiven}`;
        case 'noMatch':
            return `${named} No click of the last ${days(windowDays)} fits the address and what else is known of the visitor.`;
        case 'noClick':
            return `${named} There was no click in the last ${days(windowDays)} that could count.`;
        case 'noClickThatFits':
            return `${named} None of the clicks of the last ${days(windowDays)} fits what is known of the visitor.`;
    }
}
