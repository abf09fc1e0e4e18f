import { withAsciiDigits } from './cleansing/ascii-digits.js';

/** Words for units in many languages; a full stop behind one is part of it. */
const WORDS_OF_UNITS: readonly (readonly [unit: number, words: string])[] = [
  [1e2, 'hundred'],
  [1e3, 'k thousand thousands thsd thou tsd tausend mille tys tyś тыс тысяч ألف آلاف bin 千'],
  [1e4, '万 萬'],
  [1e5, 'lakh lakhs lac lacs'],
  [
    1e6,
    'm mm mi mn mil mill mio mln million millions millionen millón millones milione milioni miljoen miljoner millioner milhão milhões milj млн миллион миллионов مليون ملايين milyon 百万',
  ],
  [1e7, 'cr crore crores'],
  [1e8, '億 亿'],
  [
    1e9,
    'b bi bn bil bln billion billions mrd mld md mdr mia milliarde milliarden milliard milliards miliardo miliardi miljard miljarder milliarder bilhão bilhões mlrd млрд миллиард миллиардов مليار milyar',
  ],
  [1e12, 't tn trn trillion trillions billionen трлн'],
];
/** Signs and words for currencies; only US dollars are what CF_107 is in. */
const WORDS_OF_CURRENCIES: Readonly<Record<string, string>> = {
  USD: 'us$ usd $ dollar dollars',
  EUR: '€ eur euro euros',
  GBP: '£ gbp pound pounds',
  CHF: 'chf sfr fr franken francs',
  BRL: 'r$ brl reais real',
  AUD: 'au$ a$ aud',
  CAD: 'ca$ c$ cad',
  HKD: 'hk$ hkd',
  SGD: 's$ sgd',
  NZD: 'nz$ nzd',
  MXN: 'mex$ mx$ mxn',
  JPY: '¥ jpy yen 円',
  CNY: 'cny rmb yuan 元 人民币',
  INR: '₹ inr rs rupees',
  RUB: '₽ rub руб рублей',
  KRW: '₩ krw won',
  SEK: 'sek kronor',
  NOK: 'nok',
  DKK: 'dkk',
  kr: 'kr kroner',
  PLN: 'pln zł zl złotych',
  CZK: 'czk kč',
  HUF: 'huf',
  TRY: 'try ₺ tl',
  ILS: 'ils ₪',
  ZAR: 'zar',
  AED: 'aed',
  SAR: 'sar',
};
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS_OF_CURRENCIES).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code]),
  ),
);
const UNITS: ReadonlyMap<string, number> = new Map([
  ...WORDS_OF_UNITS.flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
  ['mil millones', 1e9],
  ['mil milhões', 1e9],
  // `T€` and `TEUR` are thousands, while a T alone is a trillion.
  ...[...CURRENCIES.keys()].map((currency) => [`t${currency}`, 1e3] as const),
]);
const ANY_UNIT = anyOf(UNITS.keys());
const ANY_CURRENCY = anyOf(CURRENCIES.keys());
const NUMBER = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d[\\d,' ]*(?:\\.\\d+)?(?:e[-+]?\\d{1,2})?)\\s*(${ANY_UNIT})?\\.?\\s*(${ANY_CURRENCY})?(?![\\p{L}\\d]|[.,]\\d)`,
  'giu',
);
/** A number without separators, or with groups of thousands, in the Indian style also of hundreds. */
const GROUPED = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:'\d{3})+|\d{1,3}(?: \d{3})+)$/u;
const CURRENCY_SIGN = new RegExp(`(?<![\\p{L}])(?:${ANY_CURRENCY})(?![\\p{L}])`, 'giu');
const LONGEST_TEXT = 60;

const BELOW = listed(
  '< ≤ under below up less fewer than max maximum unter weniger als bis zu moins de menos meno di minder dan до',
);
const ABOVE = listed(
  '> ≥ + over above more than or plus least at min minimum über mehr als mindestens plus au moins más mas mais più di meer dan от свыше более',
);
const OPEN_BELOW =
  /^\s*(?:[<≤]|(?:under|below|up to|(?:less|fewer) than|max|unter|weniger als|bis zu|moins de|menos de|meno di|minder dan|до)(?![\p{L}]))/iu;
const OPEN_ABOVE =
  /(?:\+|(?<![\p{L}])(?:above|over|more|plus|mehr|higher))\s*\p{L}*\s*$|^\s*(?:[>≥]|(?:over|above|more than|at least|min|über|mehr als|mindestens|plus de|au moins|más de|mas de|mais de|più di|meer dan|от|свыше|более)(?![\p{L}]))/iu;
/** Words between the two ends of a range. */
const BETWEEN =
  /#[^#]*(?:[-–—~]|(?<![\p{L}])(?:to|and|bis|und|à|a|al|hasta|et|y|tot|t\/m|до)(?![\p{L}]))[^#]*#/iu;
/** Words that change nothing. */
const FILLERS = listed(
  `to and bis und à a al hasta et y e tot t m between from von zwischen entre of the in about around approx approximately
   approximate ca circa c roughly some etwa rund ungefähr env environ est estimated estimate us gross net total fte ftes
   employee employees employed people persons person staff members headcount worldwide globally mitarbeiter
   mitarbeitende mitarbeiterinnen beschäftigte personen ma salariés employés collaborateurs personnes empleados
   trabajadores dipendenti addetti medewerkers werknemers funcionários colaboradores сотрудников сотр человек чел осіб працівників osób pracowników zaměstnanců angajați
   anställda medarbetare ansatte työntekijää çalışan kişi nhân viên karyawan alkalmazott fő εργαζόμενοι עובדים
   موظف موظفا موظفًا موظفين कर्मचारी per year yr annum annual annually yearly pa p an jahr pro anno revenue revenues sales turnover umsatz chiffre
   affaires d de higher since founded established seit gegründet gegr year`,
);
const SIGNS = /^[\s#<>≤≥~≈+\-–—&.,:;'"/]*$/u;
/** A date or a year behind a number says when it was counted. */
const COUNTED_AT =
  /^(.*?\d.*?)[\s,;]+(?:as (?:of|at)|stand|per|in|fy|year|for|since|seit|au|al)\.?\s*(?:\p{L}{3,9}\.?\s*|q[1-4]\s*|\d{1,2}[./-])*\s*(?:19|20)\d\d\s*$/iu;
const COUNTED_IN = /^\s*(?:fy\s*)?(?:19|20)\d\d\s*:/iu;
const REMARK = /\([^()]*\)|\[[^[\]]*\]/gu;
/** `(in thousands)`, `(in 000s USD)`: the unit of a number, or of all numbers in a column. */
const UNITS_OF_REMARKS: readonly (readonly [remark: RegExp, unit: string])[] = [
  [/(?<!\p{L})in (?:us\$ |usd |\$ ?)?'?(?:thousands?|000s?|k)(?![\p{L}\d])/iu, ' thousand '],
  [/(?<!\p{L})in (?:us\$ |usd |\$ ?)?(?:millions?|mio|mn|m)(?![\p{L}\d])/iu, ' million '],
];

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

/** Thousands in the format of German, Italian and Spanish spreadsheets: `1.200`. */
const DOTTED_THOUSANDS = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.,])/gu;
/** The same where it cannot be a decimal: `12.500.000`, and `1.200,50` with a decimal comma. */
const SURELY_DOTTED = /(?<![\d.,])\d{1,3}(?:(?:\.\d{3}){2,}(?![\d.,])|(?:\.\d{3})+(?=,\d{1,2}(?![\d.,])))/gu;
/** `12,5`, which is twelve and a half: thousands have three digits after their comma. */
const DECIMAL_COMMA = /(?<![\d.,])(\d[\d' ]*),(\d{1,2})(?![\d.,])/gu;

/** Words for people in Chinese, Japanese and Korean, which stand beside a number without a space. */
const COUNTED_PEOPLE = /从业人员|員工|员工|従業員数?|社員数?|(?<=[\d千万萬+\s])(?:名|人|명|직원)(?!民)/gu;
const ABOUT_OR_MORE: readonly (readonly [words: RegExp, plain: string])[] = [
  [/[约約약]|大约|大約/gu, ' '],
  [/以上|이상/gu, '+'],
];
/** `2,5 mil`: of employees, and of money in Brazil, thousands; elsewhere `mil` is short for a million. */
const THOUSANDS_AS_MIL = /(?<=\d\s*)mil(?!\p{L}|\s*mil)/giu;
const THOUSANDS_OF_REAIS =
  /(?<=(?<!\p{L})r\$\s*[\d.,' ]*\d\s*)mil(?!\p{L}|\s*mil)|mil(?=\s+reais(?!\p{L}))/giu;

/** More employees than any company has: a phone number in the wrong column. */
const MAX_EMPLOYEES = 1e7;

/** A number of employees, which has no decimals: `1.200` is twelve hundred. Null for more than any company has. */
export function readCount(value: unknown): Quantity | null {
  const isText = typeof value === 'string' && value.length <= LONGEST_TEXT;
  const count = readQuantity(isText ? plainCount(value) : value);
  return count === null || count.from > MAX_EMPLOYEES ? null : count;
}

function plainCount(value: string): string {
  const about = ABOUT_OR_MORE.reduce((text, [words, plain]) => text.replace(words, plain), value);
  const count = about.replace(COUNTED_PEOPLE, ' ').replace(THOUSANDS_AS_MIL, 'k');
  return count.replace(DOTTED_THOUSANDS, withoutDots);
}

/**
 * Reads numbers in the formats that providers send: 120, "120", "1,200", "$18 Million", "$10 mil. - $25
 * mil.", "51-200", "501-1K", "under 10", "10001+", "1.25E+08", "85 as of 2024", and those of spreadsheets in
 * other languages: "12.500.000,00 €", "1,2 Mrd.". Null for everything else, including negative numbers, and
 * numbers with a word that is not known: it may be a unit.
 */
export function readQuantity(value: unknown): Quantity | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) && value >= 0 ? { from: value, to: value } : null;
  }
  if (typeof value !== 'string' || value.length > LONGEST_TEXT || /^\s*-/u.test(value)) return null;
  if (DATE_OF_RANGE.test(value)) return null;
  const form = plainForm(value);
  const found = [...form.matchAll(NUMBER)].map((match) => ({
    amount: amountOf(match[1] ?? ''),
    unit: UNITS.get((match[2] ?? '').toLowerCase()) ?? null,
  }));
  const [first, second] = found;
  if (first === undefined || found.length > 2) return null;
  if (found.some(({ amount }) => Number.isNaN(amount))) return null;
  const rest = form.replace(NUMBER, ' # ');
  if (!isUnderstood(rest) || (second !== undefined && !BETWEEN.test(rest))) return null;
  if (second === undefined) {
    const amount = first.amount * (first.unit ?? 1);
    if (OPEN_BELOW.test(rest)) return { from: 0, to: amount };
    return { from: amount, to: OPEN_ABOVE.test(rest) ? null : amount };
  }
  const to = second.amount * (second.unit ?? 1);
  // In "10-25 million" the unit applies to both ends, but in "501-1K" only to the second.
  const from = [first.unit ?? second.unit ?? 1, first.unit ?? 1]
    .map((unit) => first.amount * unit)
    .find((amount) => amount <= to);
  return from === undefined ? null : { from, to };
}

/** The currency that a text names, as a code; null for US dollars, and if it names none. */
export function foreignCurrency(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) return null;
  const form = value.normalize('NFKC').toLowerCase();
  const behind = [...form.matchAll(NUMBER)].map(([, , unit = '', sign]) => sign ?? unit.slice(1));
  const alone = [...form.matchAll(CURRENCY_SIGN)].map(([sign]) => sign);
  const codes = [...behind, ...alone].map((sign) => CURRENCIES.get(sign) ?? 'USD');
  return codes.find((code) => code !== 'USD') ?? null;
}

/** A number with its separators, without those that separate no thousands: `85 2024` is none. */
function amountOf(written: string): number {
  const [whole = '', ...decimals] = written.trim().split(/(?=[.e])/iu);
  return GROUPED.test(whole) ? Number(whole.replace(/[,' ]/gu, '') + decimals.join('')) : Number.NaN;
}

function isUnderstood(rest: string): boolean {
  const signs = rest.replace(CURRENCY_SIGN, ' ').replace(/[\p{L}\p{M}]+/gu, (word) => {
    const known = word.toLowerCase();
    return [FILLERS, BELOW, ABOVE].some((words) => words.has(known)) ? ' ' : '?';
  });
  return SIGNS.test(signs);
}

function anyOf(words: Iterable<string>): string {
  // The longest first, so that no word is matched by one that it begins with.
  const longestFirst = [...words].toSorted((one, other) => other.length - one.length);
  return longestFirst.map((word) => word.replaceAll('$', String.raw`\$`)).join('|');
}

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u));
}

/**
 * With English decimals and thousands, and plain spaces: many spreadsheets separate thousands by a
 * non-breaking space. Without remarks, such as when it was counted, except for those that state the unit.
 */
function plainForm(value: string): string {
  return withAsciiDigits(value)
    .replace(/[’ʼ]/gu, "'")
    .replace(/٬/gu, ',')
    .replace(/٫/gu, '.')
    .replace(THOUSANDS_OF_REAIS, 'k')
    .replace(REMARK, (remark) => unitOfRemark(remark) ?? ' ')
    .replace(COUNTED_IN, ' ')
    .replace(COUNTED_AT, '$1')
    .replace(SURELY_DOTTED, withoutDots)
    .replace(DECIMAL_COMMA, '$1.$2');
}

function unitOfRemark(remark: string): string | null {
  return UNITS_OF_REMARKS.find(([pattern]) => pattern.test(remark))?.[1] ?? null;
}

/** A number from a column whose name states the unit, such as `Revenue (in 000s USD)`, with that unit. */
export function inUnitOfColumn(column: string, value: unknown): unknown {
  const [unit] = [...column.matchAll(REMARK)].flatMap(([remark]) => unitOfRemark(remark) ?? []);
  if (unit === undefined || (typeof value !== 'string' && typeof value !== 'number')) {
    return value;
  }
  const stated = `${value}${unit}`;
  // A value may state its own.
  return readQuantity(stated) === null ? value : stated;
}

function withoutDots(number: string): string {
  return number.replaceAll('.', '');
}

/** Puts an open quantity just above its start: `10000+` and `> 10000` are above 10,000. */
export function bracketed(quantity: Quantity): number {
  return quantity.to === null ? quantity.from + 0.5 : midpoint(quantity);
}

/** Whether a quantity is known as exactly as another one that it does not contradict. */
export function isWithin(quantity: Quantity | null, range: Quantity | null): boolean {
  return (
    quantity !== null &&
    range !== null &&
    quantity.from >= range.from &&
    (quantity.to ?? Infinity) <= (range.to ?? Infinity)
  );
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

const DATE =
  /^\s*(?:\d{1,2}[./-]\d{1,2}[./-](\d{4})|(\d{4})[./-]\d{1,2}[./-]\d{1,2})(?:[T ][\d:.Z+-]*)?\s*$/u;

/** The year in which a company was founded, also of a whole date in any order; null for everything else. */
export function readYear(value: unknown): number | null {
  const [, behind, before] = typeof value === 'string' ? (DATE.exec(value) ?? []) : [];
  return readInteger(behind ?? before ?? value, 1000, 2999);
}

/** The first quantity above zero, or a more exact one behind it. By zero, providers mean unknown. */
export function firstAboveZero(...quantities: readonly (Quantity | null)[]): Quantity | null {
  const known = quantities.filter((quantity) => quantity !== null && midpoint(quantity) > 0);
  return known.reduce((best, other) => (best === null || isWithin(other, best) ? other : best), null);
}

/** A range as one text or number, or as a list of its two ends. */
export function readRange(value: unknown, read: typeof readQuantity): Quantity | null {
  if (!Array.isArray(value)) return read(value);
  const [from, to] = value.slice(0, 2).map(read);
  return from === null || from === undefined ? null : { from: from.from, to: to?.to ?? null };
}

/** The number of employees that an exact count states; null for a range. */
export function headcountOf(count: Quantity | null): number | null {
  return count !== null && count.from === count.to ? readInteger(count.from, 1, MAX_EMPLOYEES) : null;
}
