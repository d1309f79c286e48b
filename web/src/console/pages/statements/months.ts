// The next month, this one and those before it, newest first; and one more where it is chosen but lies elsewhere. Held
// commission belongs to months to come.
export function recentMonths(today: string, count: number, chosen?: string): string[] {
    const [year = 0, month = 1] = today.split('-').map(Number);
    const first = year * 12 + month;
    const months = Array.from({ length: count }, (_, at) => first - at).map((at) => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`);
    return chosen && !months.includes(chosen) ? [chosen, ...months] : months;
}
