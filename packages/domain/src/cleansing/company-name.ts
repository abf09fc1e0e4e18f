import { properCase } from './company-casing.js';
import { LIMITS } from './limits.js';
import { isPlaceholder } from './placeholder.js';
import { cleanName } from './text.js';

/** As whole words: the `Inc` in `Inc.com` or `Incyte` does not count. */
const LEGAL_FORM = /(?<=^|[\s,;(])(?:inc|llc|ltd|corp)\.?(?=$|[\s,;)])/giu;

/**
 * A company's name without the words Inc, LLC, Ltd and Corp, proper-cased (specification, "Data cleansing").
 *
 * A name that consists only of such words (`Inc.`) is kept. Cleaning is idempotent.
 */
export function cleanCompanyName(name: string): string {
  const line = cleanName(name, LIMITS.companyName);
  const bare = withoutLegalForm(line);
  // Without its legal form, `None Ltd` would be a word that stands for a missing name. A capital may compose with the mark behind it
  // although the small letter does not.
  return properCase(/[\p{L}\p{N}]/u.test(bare) && !isPlaceholder(bare) ? bare : line).normalize('NFC');
}

/** A name without its legal forms and their remains; empty if there was nothing else. */
export function withoutLegalForm(name: string): string {
  let rest = name;
  for (;;) {
    const next = rest
      .replace(LEGAL_FORM, ' ')
      .replace(/\(\s*\)/gu, ' ')
      .replace(/\s+(?=[,;)])|(?<=\()\s+/gu, '')
      .replace(/\s+/gu, ' ')
      .replace(/^[\s,;]+|[\s,;]+$/gu, '');
    // Removing one word can uncover another, as in `In (Inc) c`. The text gets shorter in every round except
    // the last.
    if (next === rest) return next;
    rest = next;
  }
}
