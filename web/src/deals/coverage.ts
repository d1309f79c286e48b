import { joinWords } from './words';

// Which players no deal is for. An affiliate with deals of its own does not have the default deal, so they earn nothing.

export interface Scope {
    brandIds?: string[];
    countries?: string[];
}

// Players of these brands, but for those from the countries.
export interface Gap {
    brandIds: string[];
    except: string[];
}

// Null where a deal takes the brand's players from everywhere.
function coveredCountries(brandId: string, scopes: Scope[]): string[] | null {
    const fitting = scopes.filter(({ brandIds = [] }) => brandIds.length === 0 || brandIds.includes(brandId));
    if (fitting.some(({ countries = [] }) => countries.length === 0)) return null;
    return [...new Set(fitting.flatMap(({ countries = [] }) => countries))].sort();
}

// Brands that lack the same are one gap.
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
    // How many brands there are; a gap of all of them names none.
    brandCount: number;
    brandName: (id: string) => string | null;
    country: (code: string) => string;
    // "earn nothing", "earn you nothing".
    verb: string;
}

export function gapSentence({ brandIds, except }: Gap, words: GapWords): string {
    const names = brandIds.flatMap((id) => words.brandName(id) ?? []);
    const at = brandIds.length === words.brandCount ? '' : names.length <= namesMax ? ` of ${joinWords(names)}` : ` of ${names.length} brands`;
    const countries = except.length <= namesMax ? joinWords(except.map(words.country)) : `the ${except.length} that the deals name`;
    return `New players${at}${except.length > 0 ? ` from countries other than ${countries}` : ''} ${words.verb}.`;
}
