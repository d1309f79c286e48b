// The option for a change that takes effect at once, without a date.
export const atOnce = 'atOnce';

const monthsOffered = 24;

// The first days of the months after the month of a day, as "2026-12-01".
export function monthsAfter(today: string): string[] {
    const [year = 0, month = 1] = today.split('-').map(Number);
    return Array.from({ length: monthsOffered }, (_, index) => {
        const months = year * 12 + month + index;
        return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
    });
}
