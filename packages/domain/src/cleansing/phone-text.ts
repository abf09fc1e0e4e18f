import { withAsciiDigits } from './ascii-digits.js';
import { withoutInvisible } from './invisible.js';
import { LIMITS } from './limits.js';

/** A number as it stands in a text, and everything else that stands in the text. */
export interface WrittenNumber {
  readonly number: string;
  /** In the order of the text; empty if there is nothing else. */
  readonly beside: readonly string[];
}

/** What stands beside a number: another number, an extension, or a remark for people. */
export interface BesideNumber {
  readonly kind: 'extension' | 'number' | 'remark';
  readonly text: string;
}

/** Leaves room for invisible characters between those of a number. */
const MAX_WRITTEN = LIMITS.phone * 16;
/** The fewest digits of a complete number: what no number contains ends one only behind them. */
const FEWEST_DIGITS = 7;
/** The fewest digits of a number, with its area, that another ending may follow. */
const FEWEST_BEFORE_ENDING = 9;
/** `4.91512E+12`: a spreadsheet has replaced digits of the number. */
const EXPONENT = /^\s*\+?\d+(?:[.,]\d+)?e[+-]?\d+\s*$/iu;
/** `2025550143.0`, as spreadsheets write a column of numbers with gaps. Its zero would be one digit too many. */
const DECIMAL = /^(\s*\+?\d{7,})\.0+\s*$/u;
/** `+44 (0)20 …`: the zero is dialed only within the country. */
const TRUNK_ZERO = /^(\D*\+\s*\d{1,3}\s*)\(0\)/u;
const NEXT_PART = /^(?:[,;|\n\r\t]|:::)/u;
/** Begins what stands behind a complete number: a word, also in brackets, or a sign that no number contains. */
const REMARK = /^(?:\p{L}|\((?=[^()]*\p{L})|[[{<>~&*#"])/u;
/** The words before a number: `Tel.`, `(call before noon)`, and with a digit only before a colon (`Phone 2: …`). */
const WORDS_BEFORE = /^(?:[^\d:+]*\p{L}[^\d:+]*(?:\d[^\d:+]*)?:|(?:\((?=[^()]*\p{L})[^()]*\)|[^\d+(])+)/u;
/** `x12`, `ext. 12`, `[7]`, `#12`, and the words for it in the languages of the payloads. */
const EXTENSION =
  /^[^\p{L}\d]*(?:(?:ext(?:ension|ensión|n)?|x|poste|durchwahl|dw|nebenstelle|nst|apparat|app|int(?:erno)?|anexo|ramal|toestel|tst|wewn|dahili|anknytning|ankn|доб(?:авочный)?|вн|内線|分机|转|press)[^\p{L}\d]*)?\d{1,6}[^\p{L}\d]*(?:\(.*)?$/iu;
/** Words that say what kind of number it is. Nothing is lost without them. */
const KINDS_OF_NUMBER = new Set(
  (
    'tel telephone phone ph t p m c o w h d mobile mob cell cellphone work office home direct main business ' +
    'personal switchboard hq ext extension x telefon telefonnummer mobil mobiltelefon handy büro privat dienstlich ' +
    'zentrale téléphone portable bureau travail domicile mobiele mobiel telefoon werk kantoor thuis teléfono móvil ' +
    'celular oficina casa trabajo telefono cellulare ufficio telefone telemóvel escritório trabalho тел телефон ' +
    'call callto skype sms whatsapp wa me http https a href br ' +
    'моб мобильный рабочий домашний komórka komórkowy arbete'
  ).split(' '),
);
/** No sign begins another number, and no space can part at most 13 digits into two numbers of equal length. */
const PLAIN_NUMBER = /^\+?\(?\d(?:[ .()-]{0,2}\d){0,12}$/;

/** The numbers that a text may contain, the most likely reading first; the country decides which can be read. */
export function writtenNumbers(value: string): readonly WrittenNumber[] {
  if (PLAIN_NUMBER.test(value)) return [{ number: value, beside: [] }];
  const text = plainForm(value);
  if (EXPONENT.test(text)) return [];
  const parts = partsOf(text);
  const first = parts.findIndex((part) => /\d/u.test(part));
  return parts.flatMap((part, index) => {
    // Behind the first part, a few digits are an extension or the rest of a count with separators.
    if (index !== first && countDigits(part) < FEWEST_DIGITS) return [];
    const before = WORDS_BEFORE.exec(part)?.[0] ?? '';
    const beside = (rest: string): string[] => [
      ...parts.slice(0, index),
      before,
      rest,
      ...parts.slice(index + 1),
    ];
    return readings(part.slice(before.length)).map(([number, rest]) => ({ number, beside: beside(rest) }));
  });
}

/** What of a text beside a number would be lost; null if that is nothing. */
export function besideNumber({ beside }: WrittenNumber): BesideNumber | null {
  const told = beside.map((part) => part.replace(/^[\s,;|/\\:-]+|[\s,;|/\\:-]+$/gu, '')).filter(tellsMore);
  if (told.length === 0) return null;
  const text = told.join(' ').replace(/\s+/gu, ' ');
  if (told.some((part) => countDigits(part) >= FEWEST_DIGITS)) return { kind: 'number', text };
  return { kind: told.some((part) => EXTENSION.test(part)) ? 'extension' : 'remark', text };
}

export function digitsOf(number: string): string {
  return number.replace(DECIMAL, '$1').replace(TRUNK_ZERO, '$1').replace(/\D/gu, '');
}

function tellsMore(part: string): boolean {
  if (/\d/u.test(part)) return true;
  const words = part.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => !KINDS_OF_NUMBER.has(word));
}

function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  let digitCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    const rest = text.slice(index);
    const isNext =
      NEXT_PART.test(rest) ||
      (digitCount > 0 && rest.startsWith('+')) ||
      (digitCount >= FEWEST_DIGITS && REMARK.test(rest));
    if (isNext) {
      parts.push(text.slice(begin, index));
      begin = index;
      digitCount = 0;
    } else if (/\d/u.test(text.charAt(index))) {
      digitCount += 1;
    }
  }
  return [...parts, text.slice(begin)];
}

/** How a part may be read: as one number, or as a number with another one or an ending of its own behind it. */
function readings(part: string): readonly (readonly [number: string, rest: string])[] {
  for (const { index, 0: sign } of part.matchAll(/\s*[/\\]\s*|\s+[-–—]\s+|\s+/gu)) {
    const one = part.slice(0, index);
    const other = part.slice(index + sign.length);
    // `901820 / 901821`: two numbers of one place. Together they might be a number of somebody else.
    if (sign.trim() !== '' && isPair(one, other)) return [[one, other]];
    // `901820/21`: where numbers may have any length, all digits together would be one, too.
    if (/[/\\]/u.test(sign) && countDigits(one) >= FEWEST_BEFORE_ENDING && /^\D*\d{1,2}\D*$/u.test(other)) {
      return [
        [one, other],
        [part, ''],
      ];
    }
    if (endsNumber(countDigits(one), countDigits(other), sign)) {
      return [
        [part, ''],
        [one, other],
      ];
    }
  }
  return [[part, '']];
}

function isPair(one: string, other: string): boolean {
  const [digits, others] = [digitsOf(one), digitsOf(other)];
  return (
    digits.length >= FEWEST_DIGITS - 1 &&
    digits.length === others.length &&
    digits.slice(0, 3) === others.slice(0, 3)
  );
}

/** Whether a sign may end a number: before a number as long as it, or before a few digits. */
function endsNumber(before: number, after: number, sign: string): boolean {
  if (before < FEWEST_DIGITS || after === 0) return false;
  if (after % before === 0) return true;
  return sign.trim() !== '' && (after < FEWEST_DIGITS - 2 || Math.abs(before - after) <= 3);
}

function countDigits(text: string): number {
  return text.replace(/\D/gu, '').length;
}

/** A text without invisible characters, with its signs and digits in ASCII. */
function plainForm(value: string): string {
  const visible = withAsciiDigits(withoutInvisible(value.slice(0, MAX_WRITTEN)));
  return visible.slice(0, LIMITS.phone);
}
