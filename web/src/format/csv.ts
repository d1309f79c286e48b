// Whether a spreadsheet would run the text as a formula, or a part of the text that it could read as a cell.
const hasFormula = (text: string): boolean => text.split(/[;\t\r\n]/).some((part) => /^[\s\u00a0\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(part));
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

// A cell of a CSV file. A formula becomes text by an apostrophe in front, as in the server's files.
export function csvCell(text: string): string {
    const safe = hasFormula(text) && !isNumber(text) ? `'${text}` : text;
    return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvOf = (rows: string[][]): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
