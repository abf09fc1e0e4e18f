/** The words for units in English, German, French, Spanish, Italian and Dutch, and those of India. */
const WORDS_OF_UNITS: readonly (readonly [unit: number, words: string])[] = [
  [1e3, 'k thousand tsd tausend teur t€'],
  [1e5, 'lakh lakhs'],
  [1e6, 'm mm mil mio mln million millions millionen millón millones milione milioni miljoen'],
  [1e7, 'cr crore crores'],
  [
    1e9,
    'b bn bil billion billions mrd mld md milliarde milliarden milliard milliards miliardo miliardi miljard',
  ],
  [1e12, 't trillion trillions billionen'],
];
const UNITS: ReadonlyMap<string, number> = new Map(
  WORDS_OF_UNITS.flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
);
/** The longest first, so that no word is matched by one that it begins with. */
const ANY_UNIT = [...UNITS.keys()].toSorted((one, other) => other.length - one.length).join('|');
const NUMBER = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d[\\d,' ]*(?:\\.\\d+)?)\\s*(${ANY_UNIT})?(?![\\p{L}\\d]|[.,]\\d)`,
  'giu',
);
const LONGEST_TEXT = 60;
const OPEN_BELOW = /^\s*(?:<|≤|under|below|up to|(?:less|fewer) than)/iu;
const OPEN_ABOVE = /(?:\+|above|over|more)\s*$|^\s*(?:>|≥|over|above|more than)/iu;

/** A number from a payload: exact, or a range such as `51-200` or `10001+` (then `to` is null). */
export interface Quantity {
  readonly from: number;
  readonly to: number | null;
}

const MONTHS = 'jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez';
/** What spreadsheets turn the ranges 1-10 and 10-49 into: `10-Jan`, `10. Jan`, `Oct 49`. */
const DATE_OF_RANGE = new RegExp(
  `^\\s*(?:\\d{1,2}[-. ]+(?:${MONTHS})|(?:${MONTHS})[-. ]+\\d{1,4})\\.?\\s*$`,
  'iu',
);

/** What spreadsheets turn a long number in a narrow column into, with most of its digits lost: `1.25E+08`. */
const SCIENTIFIC = /\de[-+]?\d/iu;

/** Thousands in the format of German, Italian and Spanish spreadsheets: `1.200`. */
const DOTTED_THOUSANDS = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.,])/gu;
/** The same where it cannot be a decimal: `12.500.000`, and `1.200,50` with a decimal comma. */
const SURELY_DOTTED = /(?<![\d.,])\d{1,3}(?:(?:\.\d{3}){2,}(?![\d.,])|(?:\.\d{3})+(?=,\d{1,2}(?![\d.,])))/gu;
/** `12,5`, which is twelve and a half: thousands have three digits after their comma. */
const DECIMAL_COMMA = /(?<![\d.,])(\d[\d' ]*),(\d{1,2})(?![\d.,])/gu;

/** Reads a count, which has no decimals, so `1.200` is twelve hundred. Otherwise like `readQuantity`. */
export function readCount(value: unknown): Quantity | null {
  const isText = typeof value === 'string' && value.length <= LONGEST_TEXT;
  return readQuantity(isText ? value.replace(DOTTED_THOUSANDS, withoutDots) : value);
}

/**
 * Reads numbers in the formats that providers send: 120, "120", "1,200", "$18 Million", "$10 mil. - $25
 * mil.", "51-200", "501-1K", "under 10", "10001+", and those of spreadsheets in other languages:
 * "12.500.000,00 €", "1,2 Mrd.". Null for everything else, including negative numbers.
 */
export function readQuantity(value: unknown): Quantity | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) && value >= 0 ? { from: value, to: value } : null;
  }
  if (typeof value !== 'string' || value.length > LONGEST_TEXT || /^\s*-/u.test(value)) return null;
  if (DATE_OF_RANGE.test(value) || SCIENTIFIC.test(value)) return null;

  const found = [...plainForm(value).matchAll(NUMBER)].slice(0, 2).map((match) => ({
    amount: Number((match[1] ?? '').replace(/[,' ]/gu, '')),
    unit: UNITS.get((match[2] ?? '').toLowerCase()) ?? null,
  }));
  const [first, second] = found;
  if (first === undefined) return null;
  if (second === undefined) {
    const amount = first.amount * (first.unit ?? 1);
    if (OPEN_BELOW.test(value)) return { from: 0, to: amount };
    return { from: amount, to: OPEN_ABOVE.test(value) ? null : amount };
  }
  const to = second.amount * (second.unit ?? 1);
  // In "10-25 million" the unit applies to both ends, but in "501-1K" only to the second.
  const from = [first.unit ?? second.unit ?? 1, first.unit ?? 1]
    .map((unit) => first.amount * unit)
    .find((amount) => amount <= to);
  return from === undefined ? null : { from, to };
}

/**
 * With English decimals and thousands, and plain spaces: many spreadsheets separate thousands by a
 * non-breaking space.
 */
function plainForm(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/[’ʼ]/gu, "'")
    .replace(SURELY_DOTTED, withoutDots)
    .replace(DECIMAL_COMMA, '$1.$2');
}

function withoutDots(number: string): string {
  return number.replaceAll('.', '');
}

/** One number for a quantity: itself, the middle of a range, or the start of an open one. */
export function midpoint(quantity: Quantity): number {
  return quantity.to === null ? quantity.from : Math.round((quantity.from + quantity.to) / 2);
}

/** A whole number between two bounds, also from a text or an exact quantity; null for everything else. */
export function readInteger(value: unknown, min: number, max: number): number | null {
  const quantity = readQuantity(value);
  if (quantity === null || quantity.from !== quantity.to || !Number.isInteger(quantity.from)) return null;
  return quantity.from >= min && quantity.from <= max ? quantity.from : null;
}

/**
 * The first of several quantities of the same thing that is above zero; null if none is. By zero, providers
 * mean that they do not know it.
 */
export function firstAboveZero(...quantities: readonly (Quantity | null)[]): Quantity | null {
  return quantities.find((quantity) => quantity !== null && midpoint(quantity) > 0) ?? null;
}

/** More employees than any company has. */
const MAX_EMPLOYEES = 1e7;

/** The number of employees that an exact count states; null for a range. */
export function headcountOf(count: Quantity | null): number | null {
  return count !== null && count.from === count.to ? readInteger(count.from, 1, MAX_EMPLOYEES) : null;
}
