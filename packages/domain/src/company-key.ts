import { withoutLegalForm } from './cleansing/company-name.js';
import { LIMITS } from './cleansing/limits.js';
import { cleanLine } from './cleansing/text.js';
import { foldCase, formerFoldCase, lettersAndDigits } from './comparison-form.js';
import { remembering } from './remembering.js';

/**
 * The normal form that identifies a company: clients in the PSA are found by it, rows of one company are
 * grouped by it, and it is the company's part of a deduplication key (specification, "Deduplication key":
 * lower-cased, only a-z0-9).
 *
 * `Acme, Inc.`, `ACME` and ` acme llc ` are one company. Names in other scripts keep their own letters, so
 * that two of them never share an empty key. A name without any letter or digit is its own key.
 *
 * @returns an empty text only for an empty name
 */
export const companyKey = remembering((name) => keyOf(name, foldCase));

/** The key that earlier releases gave to a company; stored keys of opt-outs still have it. */
export function formerCompanyKey(name: string): string {
  return keyOf(name, formerFoldCase);
}

function keyOf(name: string, fold: (text: string) => string): string {
  const folded = cleanLine(fold(cleanLine(name, LIMITS.companyName)), LIMITS.companyName * 2);
  const key = lettersAndDigits(withoutLegalForm(folded));
  if (key !== '') return key;
  const whole = lettersAndDigits(folded);
  return whole === '' ? folded : whole;
}
