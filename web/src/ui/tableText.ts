// A table as text: what is shown, without buttons.

// The text of a cell. Lines within it become one line.
const textOf = (cell: HTMLElement): string => (cell.innerText || cell.textContent || '').replaceAll(/\s+/g, ' ').trim();

// The header, the rows and the totals of a table. Columns without a header hold buttons and boxes and are left out.
export function rowsOf(table: HTMLTableElement): string[][] {
    const [head, ...rows] = [...table.rows];
    const headers = [...(head?.cells ?? [])].map((cell) => (cell.querySelector('input, [data-actions]') ? '' : textOf(cell)));
    return [headers, ...rows.map((row) => [...row.cells].map(textOf))].map((cells) => cells.filter((_, index) => headers[index] !== ''));
}

// A spreadsheet must not run a cell as a formula. Numbers keep their sign.
const harmless = (text: string): string => (/^[=+@\t]|^-(?![\d.,\s€$£])/.test(text) && !/^\+[\d.,\s€$£]/.test(text) ? `'${text}` : text);

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvOf = (rows: string[][]): string => rows.map((cells) => cells.map((text) => csvCell(harmless(text))).join(',')).join('\r\n') + '\r\n';

// For the clipboard. Spreadsheets paste it as cells.
export const tabbed = (rows: string[][]): string => rows.map((cells) => cells.map((text) => harmless(text).replaceAll('\t', ' ')).join('\t')).join('\n');
