/**
 * Signs at the beginning of a cell that make spreadsheets run it as a formula, in full width too. Behind apostrophes as well: a reader would
 * take one away that is part of the value.
 */
const formula = /^\s*'*[=+\-@＝＋－＠\t\r]/u;
const guarded = new RegExp(`^'(?=${formula.source.slice(1)})`, 'u');

/** A text as no spreadsheet runs it: with an apostrophe in front, which says that it is text. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text of a cell that `guardCell` may have written. */
export function unguardCell(text: string): string {
  return text.replace(guarded, '');
}
