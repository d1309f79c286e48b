// Members of docs/commission.md §6 that the server of this version may not accept yet. The editor offers a condition and
// sends its member only if it is switched on here. The words about a member need no switch: they appear when the server
// returns it.

export type LaterMember = 'revShare.negative' | 'revShare.inactiveAfterMonths' | 'subAffiliate.levels' | 'tierPool' | 'lateEvents';

export const acceptedMembers: Record<LaterMember, boolean> = {
    'revShare.negative': true,
    'revShare.inactiveAfterMonths': true,
    'subAffiliate.levels': true,
    tierPool: true,
    lateEvents: true,
};

export const accepts = (member: LaterMember): boolean => acceptedMembers[member];
