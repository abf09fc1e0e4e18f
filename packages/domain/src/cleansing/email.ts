import { unescaped } from './entities.js';
import { withoutInvisible } from './invisible.js';
import { LIMITS } from './limits.js';
import { decodeLabel } from './punycode.js';

const PATTERN = /^[^\s@<>\p{Cc}\p{Cs}]+@[^\s@<>\p{Cc}\p{Cs}]+\.[^\s@<>\p{Cc}\p{Cs}]+$/u;
const ASCII = /^[\x20-\x7e]*$/u;
/** Leaves room for invisible characters and for wrappers around an address. */
const MAX_WRITTEN = LIMITS.email * 8;
const MAX_ROUNDS = 8;

const IDEOGRAPHIC_STOP = /\u3002/gu;
/** What the end of a sentence or of a list entry leaves after the address. */
const TRAILING = /[\s.,;]+$/u;
const WRAPPED =
  /^(?:<(.*)>|\((.*)\)|\[(.*)\]|\{(.*)\}|"(.*)"|'(.*)'|`(.*)`|“(.*)”|„(.*)[“”]|‘(.*)’|«(.*)»|‹(.*)›)$/su;
const MAILTO = /^mailto:([^?]*)/u;
/** A local part that needs no quotes is the same with and without them (RFC 5322, 3.4.1). */
const QUOTED_LOCAL = /^"([^\s"\\@]+)"(?=@[^@]+$)/u;

/**
 * An email trimmed and lower-cased, or null if it is malformed (specification, "Data cleansing": valid when
 * it matches `text@text.text` with no whitespace).
 *
 * Every spelling of an address results in the same text: invisible characters are dropped, compatible forms
 * (full-width or bold letters) become plain letters, an ASCII domain (`xn--…`) is decoded, and `<…>`, quotes,
 * `mailto:`, HTML escapes and trailing punctuation are removed. Letters that only look alike stay different.
 *
 * Control characters also make an address malformed. The length is checked before the pattern, because on 100
 * KB the pattern alone would block the process for seconds.
 */
export function cleanEmail(value: string): string | null {
  if (value.length > MAX_WRITTEN) return null;
  let email = unescaped(value);
  // Removing one thing can uncover another, e.g. in `<mailto:…>`, or a compatible form of a capital. Only a
  // stable form is an address.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = unwrapped(plain(email));
    if (next === email) return email.length <= LIMITS.email && PATTERN.test(email) ? email : null;
    email = next;
  }
  return null;
}

function plain(text: string): string {
  if (ASCII.test(text)) return text.trim().toLowerCase();
  const visible = withoutInvisible(withoutInvisible(text).normalize('NFKC'));
  return visible.replace(IDEOGRAPHIC_STOP, '.').trim().toLowerCase().normalize('NFKC');
}

function unwrapped(text: string): string {
  const bare = text.replace(TRAILING, '');
  const inside = WRAPPED.exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (inside !== undefined) return inside.trim();
  const target = MAILTO.exec(bare)?.[1];
  if (target !== undefined) return percentDecoded(target);
  return withPlainDomain(bare.replace(QUOTED_LOCAL, '$1'));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withPlainDomain(email: string): string {
  const at = email.lastIndexOf('@');
  if (!email.includes('xn--', at)) return email;
  const labels = email.slice(at + 1).split('.');
  return `${email.slice(0, at + 1)}${labels.map(plainLabel).join('.')}`;
}

/**
 * A label may decode to characters that no registry allows: a dot, a capital, an invisible character. Such a
 * label stays encoded.
 */
function plainLabel(label: string): string {
  const decoded = decodeLabel(label);
  return plain(decoded) === decoded && !/[\s@.<>]/u.test(decoded) ? decoded : label;
}
