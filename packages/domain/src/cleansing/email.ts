import { addressParser, type Address } from 'postal-mime';

import { unescaped } from './entities.js';
import { withoutInvisible } from './invisible.js';
import { LIMITS } from './limits.js';
import { decodeLabel } from './punycode.js';

/**
 * Specification: `text@text.text` with no whitespace. Brackets, quotes and separators are not part of an
 * address that people use, and only letters, digits, hyphens and symbols occur in a domain; otherwise
 * `email:jo@…` and `jo@…(home)` would be addresses of other people.
 */
const ADDRESS =
  /^[^\s@<>()[\]:;,"\\\p{Cc}\p{Cs}]+@(?:[^\p{P}\p{S}\p{Z}\p{C}]|[-_.·・]|\p{So})+\.(?:[^\p{P}\p{S}\p{Z}\p{C}]|[-_.·・]|\p{So})+$/u;
/** An address that needs no cleansing except for its case. */
const PLAIN_ADDRESS = /^(?!u003)[a-z0-9][a-z0-9._+-]*@(?!.*xn--)(?:[a-z0-9-]+\.)+[a-z]+$/u;
const ASCII = /^[\x20-\x7e]*$/u;
/** Leaves room for invisible characters and for wrappers around an address. */
const MAX_WRITTEN = LIMITS.email * 8;
const MAX_ROUNDS = 8;

const IDEOGRAPHIC_STOP = /\u3002/gu;
/** With a Turkish keyboard or locale, the capital of `i`; lower-cased elsewhere it becomes two characters. */
const DOTTED_I = /i\u0307/gu;
/** What text programs write in place of the apostrophe and the hyphen that were typed: `o’neil@…`. */
const APOSTROPHES = /[‘’‛ʼ′]/gu;
const HYPHENS = /[‐‑‒–—―−]/gu;
const CONTROLS = /\p{Cc}+/gu;
const UNICODE_ESCAPE = /\\u([0-9a-f]{4})/gu;
/** What remains of an escaped angle bracket whose backslash was lost: `u003ejo@example.com`. */
const LOST_BRACKET_IN_FRONT = /(^|[\s,;<"'])(?:u003[ce])+/gu;
const LOST_BRACKET_BEHIND = /(@[^\s@]*?)(?:u003[ce])+(?=$|[\s,;>"'])/gu;
const PERCENT_ESCAPE = /(?:%[0-9a-f]{2})+/gu;
/** The headers of a `mailto:` link. */
const LINK_QUERY = /(@[^\s@?<>,;]+)\?(?:[a-z-]*=[^<>,;]*)?/gu;
const WRAPPED = /^(?:\[(.*)\]|\{(.*)\}|'(.*)'|`(.*)`|“(.*)”|„(.*)[“”]|‘(.*)’|«(.*)»|‹(.*)›)$/su;
const SEPARATOR = /\s*(?:[\n\u2028\u2029|،؛、]|:{2,}|\s\/\s|\s(?:or|and|und|oder|et|ou|y|o)\s|\s&\s)\s*/gu;
/** The labels with which people and systems mark an address. */
const LABEL = /^(?:(?:mailto|e-?mail|mail|smtp|sip|work|business|office|home|private|personal)\s*:\s*)+/u;

/** What the end of a sentence or of a list leaves behind it. */
const END_OF_LIST = /[\s.,;]+$/u;
const LEADING = /^[\s'`=/|*.{}•·–—‘’“”„«»‹›]+/u;
const BULLET = /^[\s*•·–—-]+(?=\s)/u;
const TRAILING = /[^\p{L}\p{M}\p{N}\p{So}]+$/u;
/** An entry of a list with a name and one address behind it, in parentheses. */
const NAME_AND_ADDRESS =
  /(^|[,;])([^@,;<>()]*[^@,;<>()\s])\s*\(([^\s@,;<>()]+@[^\s@,;<>()]+)\)(?=\s*(?:$|[,;]))/gu;
/** A local part that needs no quotes is the same with and without them (RFC 5322, 3.4.1). */
const QUOTED_LOCAL = /^"([^\s"\\@]+)"(?=@[^@]+$)/u;

export interface WrittenAddresses {
  /** Clean and distinct, in their order. */
  readonly addresses: readonly string[];
  /** Whether names or remarks stand beside them, in the forms of mail headers. */
  readonly hasRemark: boolean;
  /** Whether the text contains anything else. */
  readonly hasRest: boolean;
}

const NOTHING: WrittenAddresses = { addresses: [], hasRemark: false, hasRest: true };

/**
 * Every address in a text: in the forms of mail headers (`"Jo" <jo@…>`, `jo@… (home)`, `a@…; b@…`), as a link
 * or with a label (`mailto:`, `email:`), in quotes or brackets, escaped, and with punctuation around it.
 *
 * Every spelling of an address results in the same text: invisible characters are dropped, compatible forms
 * (full-width or bold letters) become plain letters, and an ASCII domain (`xn--…`) is decoded. Letters that
 * only look alike stay different.
 */
export function readAddresses(value: string): WrittenAddresses {
  // The length is checked first, because on 100 KB the patterns alone would block the process for seconds.
  if (value.length > MAX_WRITTEN) return NOTHING;
  const lower = value.trim().toLowerCase();
  if (lower.length <= LIMITS.email && PLAIN_ADDRESS.test(lower)) {
    return { addresses: [lower], hasRemark: false, hasRest: false };
  }
  const text = stable(lower, bared);
  return text === null ? NOTHING : addressesOf(text, MAX_ROUNDS);
}

/** The first address of a text; null if it has none, or anything else beside addresses. */
export function cleanEmail(value: string): string | null {
  const { addresses, hasRest } = readAddresses(value);
  return hasRest ? null : (addresses[0] ?? null);
}

/**
 * The form in which addresses are compared, without regard to the locale in which somebody changed their
 * case: `ß` is `SS` in capitals, and `I` is `ı` in lower case in Turkish; and without typographic signs.
 */
export function emailForm(email: string): string {
  return ASCII.test(email)
    ? email
    : email
        .toUpperCase()
        .toLowerCase()
        .replace(DOTTED_I, 'i')
        .replaceAll('ς', 'σ')
        .replace(APOSTROPHES, "'")
        .replace(HYPHENS, '-');
}

function addressesOf(written: string, depth: number): WrittenAddresses {
  const text = angled(written);
  const parts = addressParser(separated(text)).flatMap((entry) => partsOf(entry, text, depth));
  const addresses = [...new Set(parts.flatMap((part) => part.addresses))];
  return {
    addresses,
    hasRemark: parts.some(({ hasRemark }) => hasRemark),
    hasRest: addresses.length === 0 || parts.some(({ hasRest }) => hasRest),
  };
}

/** The addresses of one entry of a list; a label reads like the name of a group. */
function partsOf({ address = '', name, group }: Address, text: string, depth: number): WrittenAddresses[] {
  if (group !== undefined) {
    const isLabelled = LABEL.test(`${name}:`);
    return [
      ...(isLabelled ? [] : [NOTHING]),
      ...(name.includes('@') ? named(name, depth) : []),
      ...group.flatMap((entry) => partsOf(entry, text, depth)),
    ];
  }
  const own = address === '' ? null : clean(address);
  const hasAddressInName = name.includes('@');
  const hasRemark = name !== '' && !hasAddressInName;
  // Part of an address with a space in it would be the address of somebody else: `jane doe@example.com`.
  const isWhole = !hasRemark || isNameOf(name, address, text);
  const found = own === null || !isWhole ? [] : [own];
  const hasRest = !isWhole || (own === null && address !== '');
  return [{ addresses: found, hasRemark, hasRest }, ...(hasAddressInName ? named(name, depth) : [])];
}

/** A further address where a name is expected: `a@… <b@…>`. */
function named(name: string, depth: number): WrittenAddresses[] {
  return [depth === 0 ? NOTHING : addressesOf(name, depth - 1)];
}

/** A text with the address in angle brackets where people write it in parentheses: `Jo Doe (jo@…)`. */
function angled(text: string): string {
  return text.includes('(') ? text.replace(NAME_AND_ADDRESS, '$1$2 <$3>') : text;
}

/** Separates addresses by commas, whatever people write between them. */
function separated(text: string): string {
  const unlabelled = text.replace(LABEL, '');
  if (unlabelled.indexOf('@') === unlabelled.lastIndexOf('@')) return unlabelled;
  const separate = unlabelled.replace(SEPARATOR, ', ');
  return /[<("]/u.test(separate) ? separate : separate.replace(/\s+/gu, ', ');
}

/** Whether the text beside an address is a name in front of angle brackets, or a remark in parentheses. */
function isNameOf(name: string, address: string, text: string): boolean {
  // A name may contain a comma: `Doe, Jane <jane@…>`.
  if (address === '') return text.includes('<');
  return text.replace(/<\s+/gu, '<').includes(`<${address}`) || text.includes(`(${name})`);
}

/** One address without what is left around it; null if it is malformed. */
function clean(address: string): string | null {
  const email = stable(address, (text) => {
    const inside = bared(text).replace(LABEL, '').replace(LEADING, '').replace(TRAILING, '');
    return withPlainDomain(inside.replace(QUOTED_LOCAL, '$1'));
  });
  return email !== null && email.length <= LIMITS.email && ADDRESS.test(email) ? email : null;
}

/** Removing one thing can uncover another, e.g. in `<mailto:…>`. Null without a stable form. */
function stable(text: string, change: (text: string) => string): string | null {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = change(current);
    if (next === current) return current;
    current = next;
  }
  return null;
}

/** A text without escapes, compatible forms and wrappers. */
function bared(text: string): string {
  const bare = plain(text)
    .replace(UNICODE_ESCAPE, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(LOST_BRACKET_IN_FRONT, '$1')
    .replace(LOST_BRACKET_BEHIND, '$1')
    .replace(PERCENT_ESCAPE, percentDecoded)
    .replace(LINK_QUERY, '$1');
  const inside = WRAPPED.exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined);
  return plain(inside ?? bare)
    .replace(END_OF_LIST, '')
    .replace(BULLET, '')
    .replace(QUOTED_LOCAL, '$1');
}

function plain(text: string): string {
  // A line break separates addresses, and no other control character is part of one.
  const readable = unescaped(text).replace(CONTROLS, (run) => (/^\t+$/u.test(run) ? ' ' : '\n'));
  if (ASCII.test(readable)) return readable.trim().toLowerCase();
  const visible = withoutInvisible(withoutInvisible(readable).normalize('NFKC'));
  return visible.replace(IDEOGRAPHIC_STOP, '.').trim().toLowerCase().normalize('NFKC').replace(DOTTED_I, 'i');
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

/** A label that decodes to characters which no registry allows (a dot, a capital) stays encoded. */
function plainLabel(label: string): string {
  const decoded = decodeLabel(label);
  return plain(decoded) === decoded && !/[\s@.<>]/u.test(decoded) ? decoded : label;
}
