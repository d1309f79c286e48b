// A campaign or a link that a postback can be limited to.
export interface ScopeChoice {
    id: string;
    name: string;
    brandId: string;
}

// What a select offers: those of the chosen brand, and always the one that is chosen.
export function scopeOptions(choices: ScopeChoice[], brandId: string | null, chosen: string | null): { value: string; label: string }[] {
    const offered = choices.filter((one) => one.id === chosen || !brandId || one.brandId === brandId);
    const options = offered.map(({ id, name }) => ({ value: id, label: name }));
    const isMissing = chosen !== null && !offered.some(({ id }) => id === chosen);
    return isMissing ? [...options, { value: chosen, label: chosen }] : options;
}
