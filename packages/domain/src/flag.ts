/** The forms of TRUE and FALSE in German, French, Spanish, Italian, Portuguese and Dutch spreadsheets. */
const SPREADSHEET_YES = ['wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar'];
const SPREADSHEET_NO = ['falsch', 'faux', 'falso', 'onwaar'];
/** What people write into the column instead. */
const WRITTEN_YES = ['ja', 'oui', 'sí', 'si', 'sì', 'sim'];
const WRITTEN_NO = ['nein', 'non', 'nee', 'não'];
const YES: ReadonlySet<string> = new Set([
  'true',
  't',
  '1',
  'yes',
  'y',
  'on',
  ...SPREADSHEET_YES,
  ...WRITTEN_YES,
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
]);

/**
 * A yes-or-no value as PSAs, payloads and spreadsheets write it: a boolean, 1 and 0, or true, t, yes, y, on
 * (false, f, no, n, off), also in the languages of spreadsheets, in any case; null for everything else.
 */
export function parseFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
