import { joinWords } from './words';

// Finds players that no deal covers. An affiliate with its own deals does not have the default deal, so it earns nothing for
// them.

export interface Scope {
    brandIds?: string[];
    countries?: string[];
}

// All players of these brands, except those from the listed countries.
export interface Gap {
    brandIds: string[];
    except: string[];
}

// Null if a deal covers the brand's players from all countries.
function coveredCountries(brandId: string, scopes: Scope[]): string[] | null {
    const fitting = scopes.filter(({ brandIds = [] }) => brandIds.length === 0 || brandIds.includes(brandId));
    if (fitting.some(({ countries = [] }) => countries.length === 0)) return null;
    return [...new Set(fitting.flatMap(({ countries = [] }) => countries))].sort();
}

// Brands with the same uncovered countries share one gap.
export function gapsOf(scopes: Scope[], brandIds: string[]): Gap[] {
    const gaps = new Map<string, Gap>();
    for (const brandId of brandIds) {
        const except = coveredCountries(brandId, scopes);
        if (!except) continue;
        const gap = gaps.get(except.join()) ?? { brandIds: [], except };
        gap.brandIds.push(brandId);
        gaps.set(except.join(), gap);
    }
    return [...gaps.values()];
}

const namesMax = 8;

interface GapWords {
    // The number of all brands. A gap of all brands names none.
    brandCount: number;
    brandName: (id: string) => string | null;
    country: (code: string) => string;
    // "earn nothing", "earn you nothing".
    verb: string;
}

export function gapSentence({ brandIds, except }: Gap, words: GapWords): string {
    const names = brandIds.flatMap((id) => words.brandName(id) ?? []);
    const at = brandIds.length === words.brandCount ? '' : names.length <= namesMax ? ` of ${joinWords(names)}` : ` of ${names.length} brands`;
    const countries = except.length <= namesMax ? joinWords(except.map(words.country)) : `the ${except.length} in the deals`;
    return `New players${at}${except.length > 0 ? ` from countries other than ${countries}` : ''} ${words.verb}.`;
}
