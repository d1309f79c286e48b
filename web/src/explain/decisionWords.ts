import type { Schema } from '@/api/client';

// Texts about the attribution of a player, from the codes of the API.

type Reason = Schema<'DecisionReason'>;

const outcomes: Record<Schema<'ClickOutcome'>, string> = {
    won: 'This click brought the player.',
    notInForce: 'When the link was clicked, it was inactive or its affiliate was not approved.',
    otherBrand: 'The click was on a link of another brand.',
    uncounted: 'A bot or a prefetch made this call. It counts only if the registration names it.',
    afterRegistration: 'The click came after the registration.',
    beforeWindow: 'The click is older than the brand’s attribution window.',
    noAddressGiven: 'The brand requires a matching IP address, and the registration has none.',
    addressDiffers: 'The click came from another IP address than the registration.',
    agentDiffers: 'The click came from another user agent than the registration.',
    countryDiffers: 'The click came from another country than the registration.',
    fallbackOff: 'The brand attributes a player only if the registration names a click.',
    earlierThanWinner: 'A later click also matches, and the latest one counts.',
    noEvidenceGiven: 'The registration has neither an IP address nor a user agent, so no other click is credited.',
    affiliateSuspended: 'The affiliate was suspended when the registration was recorded. It gets no new players.',
};

export const outcomeWords = (outcome: Schema<'ClickOutcome'>): string => outcomes[outcome];

const days = (count: number): string => (count === 1 ? 'day' : `${count} days`);

// Without the note of a manual decision, which pages show separately.
export function decisionWords({ rule, namedClick, windowDays }: Reason): string {
    const named = namedClick === null ? 'The registration named no click that could count.' : `The registration named the click ${namedClick}, which is unknown or not in force.`;
    switch (rule) {
        case 'clickNamed':
            return 'The registration named the click that brought the player.';
        case 'byHand':
            return 'The operator assigned the player to this affiliate by hand.';
        case 'released':
            return 'The operator took the player from its affiliate by hand.';
        case 'lastClick':
            return `${named} The latest matching click in the ${days(windowDays)} before the registration counts.`;
        case 'namedOnly':
            return `${named} ${outcomes.fallbackOff}`;
        case 'noAddress':
            return `${named} ${outcomes.noAddressGiven}`;
        case 'noMatch':
            return `${named} No click in the ${days(windowDays)} before the registration matches its IP address and its other evidence.`;
        case 'noClick':
            return `${named} No click in the ${days(windowDays)} before the registration could count.`;
        case 'noClickThatFits':
            return `${named} None of the clicks in the ${days(windowDays)} before the registration matches it.`;
        case 'noEvidence':
            return `${named} ${outcomes.noEvidenceGiven}`;
        case 'affiliateSuspended':
            return 'The registration named a click of an affiliate that was suspended when the registration was recorded. Such an affiliate gets no new players.';
    }
}
