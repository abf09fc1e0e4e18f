/** The forms of TRUE and FALSE in German, French, Spanish, Italian, Portuguese and Dutch spreadsheets. */
const SPREADSHEET_YES = ['wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar'];
const SPREADSHEET_NO = ['falsch', 'faux', 'falso', 'onwaar'];
/** What people write into the column instead, or what an export makes of a ticked box. */
const WRITTEN_YES =
  'ja oui sí si sì sim tak ano áno kyllä evet да так igen da ya ναι نعم כן 是 はい 예 네'.split(' ');
const WRITTEN_NO =
  'nein non nee não nej nei ei hayır нет 否 いいえ nie ne nem nu ні не tidak όχι لا לא 아니오 아니요'.split(
    ' ',
  );
const TICKED = ['1.0', 'checked', 'ticked', 'selected', 'x', '[x]', '✓', '✔', '✅', '☑'];
const UNTICKED = ['0.0', 'unchecked', 'unticked', '[ ]', '[]', '☐'];
const YES: ReadonlySet<string> = new Set([
  'true',
  't',
  '1',
  'yes',
  'y',
  'on',
  ...SPREADSHEET_YES,
  ...WRITTEN_YES,
  ...TICKED,
]);
const NO: ReadonlySet<string> = new Set([
  'false',
  'f',
  '0',
  'no',
  'n',
  'off',
  ...SPREADSHEET_NO,
  ...WRITTEN_NO,
  ...UNTICKED,
]);

/**
 * A yes-or-no value as PSAs, payloads and spreadsheets write it: a boolean, 1 and 0, or true, t, yes, y, on
 * (false, f, no, n, off), also in other languages and as a ticked box, in any case; null for everything else.
 */
export function parseFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const word = String(value).normalize('NFC').replaceAll('\uFE0F', '').trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
