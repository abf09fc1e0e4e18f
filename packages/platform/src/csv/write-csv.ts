import { guardCell } from './cell-guard.js';
import { byteOrderMark } from './file-bytes.js';

/** The beginning of a table: the names of its columns behind a byte order mark. */
export function csvHeader(columns: readonly string[]): string {
  return byteOrderMark + csvLine(columns);
}

/** With its line end (RFC 4180). Texts are guarded against being run as formulas. */
export function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | boolean | null | undefined): string {
  const plain = String(value ?? '');
  const text = typeof value === 'string' ? guardCell(plain) : plain;
  // Also semicolons and tabs: a spreadsheet that separates by them would start a cell, and a formula, behind one.
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
