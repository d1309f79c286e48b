// The next month, this one and previous ones, newest first, and the chosen month if it is not among them. CPA in its hold
// period belongs to a later month.
export function recentMonths(today: string, count: number, chosen?: string): string[] {
    const [year = 0, month = 1] = today.split('-').map(Number);
    const first = year * 12 + month;
    const months = Array.from({ length: count }, (_, at) => first - at).map((at) => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`);
    return chosen && !months.includes(chosen) ? [chosen, ...months] : months;
}
