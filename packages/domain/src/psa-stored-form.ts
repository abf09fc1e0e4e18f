import { withoutEntities } from './cleansing/entities.js';
import { readPhone } from './cleansing/phone.js';
import { customFieldName, customFields } from './custom-fields.js';
import type { CustomFieldValue } from './model.js';

/** A national number needs at least this many digits to match an international one. */
const TELLING_DIGITS = 8;
/** At any host of LinkedIn (`de.`, `m.`), with a language (`/in/jane/de`) or a query, which only tracks. */
const LINKEDIN_PROFILE =
  /^(?:[a-z]{1,3}\.)?linkedin\.[a-z]+(?:\/mwlite)?(\/(?:in|pub)\/[^/?#]+)(?:\/[a-z]{2}(?:[-_][a-z]{2})?)?\/*(?:[?#].*)?$/u;
/** No PSA field is shorter than this. A shorter text is a separate value, not a truncated one. */
const MIN_CUT_LENGTH = 50;
/** What truncation may leave at the end of a text: an ellipsis, part of an HTML escape. */
const CUT_END = /(?:\.\.\.|…|&#?\w{0,6})$/u;

const DROPDOWNS: ReadonlySet<string> = new Set(
  customFields.filter(({ type }) => type === 'dropdown').map(({ id }) => customFieldName(id)),
);

type Held = CustomFieldValue | null;

/** Typographic quotes and dashes: a PSA without them stores others. */
const SINGLE_QUOTES = /[‘’‚‛′]/gu;
const DOUBLE_QUOTES = /[“”„‟″]/gu;
const DASHES = /[‐‑‒–—―]/gu;

/** Without the differences that a PSA makes by storing it: type, spaces, quotes, dashes, escapes. */
export function storedForm(value: CustomFieldValue): string {
  return withoutEntities(String(value))
    .normalize('NFC')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Whether the value that a PSA shows is what was written, in the form in which the PSA stores it: escaped,
 * truncated, or with a reformatted phone number. Such a value was not changed by anyone.
 *
 * @param field `phonenumber`, `linkedin_url`, `CF_106` …
 */
export function isStoredForm(field: string, written: Held, shown: Held): boolean {
  const [wanted, found] = [storedForm(written ?? ''), storedForm(shown ?? '')];
  if (wanted === found) return true;
  if (wanted === '' || found === '') return false;
  switch (field) {
    case 'phonenumber':
      return isSamePhone(wanted, found);
    case 'linkedin_url':
      return isSameLink(wanted, found);
    default:
      return DROPDOWNS.has(field) ? wanted.toLowerCase() === found.toLowerCase() : isCutForm(wanted, found);
  }
}

/** Whether a text is the beginning of another that did not fit in its field. */
export function isCutForm(written: string, shown: string): boolean {
  const found = storedForm(shown);
  const beginning = found.replace(CUT_END, '').trimEnd();
  const wanted = storedForm(written);
  return found.length >= MIN_CUT_LENGTH && wanted.length > beginning.length && wanted.startsWith(beginning);
}

/** Whether a stored phone, in whatever form people typed it, is the number in E.164. */
export function isSamePhone(phone: string, stored: string | null): boolean {
  const read = stored === null ? null : readPhone(stored, null);
  if (read?.number === phone && read.leftOut === null) return true;
  const digits = (stored ?? '').replace(/\D/gu, '');
  const wanted = phone.replace(/\D/gu, '');
  if (digits === wanted) return true;
  const national = digits.replace(/^0+/u, '');
  return national.length >= TELLING_DIGITS && wanted.endsWith(national);
}

/** Whether two links lead to the same page, of LinkedIn also with tracking or by the host of another country. */
export function isSameLink(link: string, stored: string | null): boolean {
  return stored !== null && bareLink(link) === bareLink(stored);
}

function bareLink(link: string): string {
  const bare = link
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/^www\./u, '');
  const profile = LINKEDIN_PROFILE.exec(bare);
  return (profile === null ? bare : `linkedin${unescapedPath(profile[1] ?? '')}`).replace(/\/+$/u, '');
}

/** The same name may be written with or without percent escapes; a broken escape stays. */
function unescapedPath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
