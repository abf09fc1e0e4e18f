/**
 * Characters at the beginning of a cell that make spreadsheets run it as a formula, including full-width
 * ones. Also after apostrophes, because a reader would remove an apostrophe that is part of the value.
 */
const formula = /^[\s']*[=+\-@＝＋－＠\t\r]/u;
const guarded = new RegExp(`^'(?=${formula.source.slice(1)})`, 'u');

/** A text that no spreadsheet runs: prefixed with an apostrophe, which marks it as text. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The original text of a cell that `guardCell` may have written. */
export function unguardCell(text: string): string {
  return text.replace(guarded, '');
}
