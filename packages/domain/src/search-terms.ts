import { withoutLegalForm } from './cleansing/company-name.js';
import { bareName } from './cleansing/full-name.js';
import { cleanPhone } from './cleansing/phone.js';
import { clip } from './cleansing/text.js';
import { foldCase } from './comparison-form.js';
import type { Lead } from './model.js';

/** A longer name, or one with more words, is not indexed completely; its beginning is still found. */
const MAX_TERM_LENGTH = 60;
const MAX_TERMS = 60;
const MAX_SEARCHED = 10;

const NO_LETTER_OR_DIGIT = /[^\p{L}\p{M}\p{Nd}]+/u;
const PHONE = /^[+(]?[\d\s().\-/+]{4,}$/u;

/** The words of a lead's name and company, its email as a whole and in parts, its number in digits. */
export function searchTerms(
  lead: Pick<Lead, 'firstName' | 'lastName' | 'email' | 'phone' | 'company'>,
): string[] {
  const { firstName, lastName, email, phone, company } = lead;
  const terms = [
    ...[email, firstName, lastName, company.name].flatMap((text) => (text === null ? [] : words(text))),
    ...(email === null ? [] : [foldCase(email)]),
    ...[phone, company.phone].flatMap((number) => (number === null ? [] : digits(number))),
  ];
  return [...new Set(terms.map((term) => clip(term, MAX_TERM_LENGTH)))].slice(0, MAX_TERMS);
}

/**
 * The terms of a search for `text`: each must be the beginning of one of a lead's terms. Null if the text
 * contains no possible term. Companies are stored without their legal form, and people without their titles and
 * degrees, so these are none.
 *
 * @param defaultCountry for numbers without a country code
 */
export function searchedTerms(text: string, defaultCountry: string): readonly string[] | null {
  const trimmed = text.trim();
  const terms = PHONE.test(trimmed)
    ? [digits(cleanPhone(trimmed, defaultCountry) ?? trimmed).join('')]
    : bareName(withoutLegalForm(trimmed) || trimmed)
        .split(/\s+/u)
        .flatMap((part) => (part.includes('@') ? [foldCase(part)] : words(part)));
  const searched = terms.filter((term) => term !== '').map((term) => clip(term, MAX_TERM_LENGTH));
  return searched.length === 0 ? null : [...new Set(searched)].slice(0, MAX_SEARCHED);
}

function words(text: string): string[] {
  return foldCase(text)
    .split(NO_LETTER_OR_DIGIT)
    .filter((word) => word !== '');
}

function digits(number: string): string[] {
  const all = number.replaceAll(/\D/gu, '');
  return all === '' ? [] : [all];
}
