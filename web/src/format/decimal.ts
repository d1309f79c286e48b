// A number as people type it: a decimal comma is read as a point.
export const typedDecimal = (text: string): string => text.trim().replace(',', '.');
