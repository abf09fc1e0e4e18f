import { isSalutation } from '../cleansing/full-name.js';
import { isPlaceholder } from '../cleansing/placeholder.js';
import { cleanWebsite } from '../cleansing/website.js';
import { inUnitOfColumn, isWithin, readCount, readYear, readQuantity } from '../quantity.js';
import { ADDRESS_PARTS, FIELD_NAMES, type FlatField } from './field-names.js';
import { flatField, isOfCompany, nearestField } from './find-field.js';
import type { IgnoredKey } from './ignored-keys.js';
import { saysConsent } from './opt-out-flags.js';
import { isBlank, isBlankOrPlaceholder, text, texts, type Payload } from './payload.js';

/** A LinkedIn page, which LinkedIn's exports call the company's URL, is not the company's website. */
const LINKEDIN_PAGE =
  /^\s*(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(?:company|sales|school|showcase|in)\//iu;

const QUANTITIES: ReadonlySet<FlatField> = new Set(['headcount', 'annual_revenue']);

const IDENTITY = ['first_name', 'last_name', 'name', 'email', 'company'] as const satisfies FlatField[];

export interface FlatValue {
  readonly key: string;
  readonly value: unknown;
}

interface AddressPart extends FlatValue {
  readonly field: FlatField;
}

/** The values of a flat payload by field, and the keys that were not used. */
export interface FlatValues {
  readonly byField: ReadonlyMap<FlatField, FlatValue>;
  /** In the order of their keys. Which of them is readable is only known after cleansing. */
  readonly phones: readonly FlatValue[];
  /** The person's addresses, the first of which is that of the lead. */
  readonly emails: readonly unknown[];
  /** The person's country, else that of their company. */
  readonly country: unknown;
  readonly ignored: readonly IgnoredKey[];
}

/**
 * Assigns each key of a flat payload to the field that it names. Of several keys for one field the first
 * non-empty one counts; the others are reported if their values differ. If there are two addresses, the
 * company's counts: a mix of both would be a third address. What is about consent is left to `optOutFlags`.
 */
export function flatValues(data: Payload): FlatValues {
  const byField = new Map<FlatField, FlatValue>();
  const ignored: IgnoredKey[] = [];
  const phones: FlatValue[] = [];
  const emails: unknown[] = [];
  const countries: FlatValue[] = [];
  const missing: (readonly [key: string, value: unknown])[] = [];
  const given = Object.entries(data).filter((entry) => {
    const [key, value] = entry;
    if (saysConsent(key, value)) return false;
    const isGiven = !isMissing(flatField(key), value);
    if (!isGiven) missing.push(entry);
    return isGiven;
  });
  const companyAddress = rivalledCompanyAddress(given);
  for (const [key, sent] of given) {
    const field = flatField(key);
    const value = field === 'annual_revenue' ? inUnitOfColumn(key, sent) : sent;
    if (field === null) {
      ignored.push({ key, reason: 'unknown', field: nearestField(key) });
      continue;
    }
    if (isUnreadable(field, value) || !isUsable(field, key, value)) {
      ignored.push({ key, reason: 'unreadable', field });
      continue;
    }
    if (field === 'country') countries.push({ key, value });
    if (field === 'phone') phones.push({ key, value });
    if (field === 'email') emails.push(value);
    if (companyAddress !== null && isAddressPart(field) && !isOfCompany(key)) {
      const taken = companyAddress.find((part) => part.field === field) ?? companyAddress[0];
      if (taken !== undefined && !(taken.field === field && isSame(value, taken.value))) {
        ignored.push({ key, reason: 'second', field, taken: taken.key });
      }
      continue;
    }
    const taken = byField.get(field);
    if (taken === undefined || isMoreExact(field, value, taken.value)) {
      byField.set(field, { key, value });
    } else if (field !== 'phone' && !isSaid(field, value, taken.value)) {
      ignored.push({ key, reason: 'second', field, taken: taken.key });
    }
  }
  const country = countries.find(({ key }) => !isOfCompany(key)) ?? countries[0];
  ignored.push(...placeholdersAmong(missing, byField));
  return { byField, ignored, phones, emails, country: country?.value };
}

function isMissing(field: FlatField | null, value: unknown): boolean {
  switch (field) {
    case 'country':
    case 'state':
    case 'first_name':
    case 'last_name':
      // What may be a name or a code is decided later, with the other parts.
      return isBlank(value);
    case 'title':
      return isBlankOrPlaceholder(value) || (typeof value === 'string' && isSalutation(value.trim()));
    default:
      return isBlankOrPlaceholder(value);
  }
}

/** The words that stand in place of the person or the company: one of them may be a name after all. */
function placeholdersAmong(
  missing: readonly (readonly [key: string, value: unknown])[],
  byField: ReadonlyMap<FlatField, FlatValue>,
): IgnoredKey[] {
  return missing.flatMap(([key, value]) => {
    const field = IDENTITY.find((each) => each === flatField(key));
    const isWord = typeof value === 'string' && /[\p{L}]/u.test(value) && isPlaceholder(value);
    return field === undefined || byField.has(field) || !isWord
      ? []
      : [{ key, reason: 'placeholder' as const, field, value: value.trim() }];
  });
}

/** The parts of the company's address if another one differs in any; null if all belong to one address. */
function rivalledCompanyAddress(
  given: readonly (readonly [key: string, value: unknown])[],
): readonly AddressPart[] | null {
  const parts = given.flatMap(([key, value]) => {
    const field = flatField(key);
    return field !== null && isAddressPart(field) && !isUnreadable(field, value)
      ? [{ key, value, field }]
      : [];
  });
  const ofCompany = parts.filter(({ key }) => isOfCompany(key));
  const isRivalled = parts.some(
    (other) =>
      !isOfCompany(other.key) &&
      ofCompany.some(({ field, value }) => field === other.field && !isSame(value, other.value)),
  );
  return isRivalled ? ofCompany : null;
}

export function isAddressPart(field: FlatField): boolean {
  return ADDRESS_PARTS.some((part) => part === field);
}

/** Whether an optional fact has a value that cannot be read. */
function isUnreadable(field: FlatField, value: unknown): boolean {
  switch (field) {
    case 'annual_revenue':
      return readQuantity(value) === null;
    case 'founded_year':
      return readYear(value) === null;
    case 'technologies':
    case 'department':
      return texts(value).length === 0;
    case 'management_level':
    case 'location':
    case 'street':
    case 'city':
    case 'state':
    case 'country':
      return typeof value !== 'string';
    case 'postal_code':
      return typeof value !== 'string' && typeof value !== 'number';
    case 'website':
      return typeof value === 'string' && LINKEDIN_PAGE.test(value);
    default:
      return false;
  }
}

/** A wrong value counts under the field's own name: an error is better than losing it. */
function isUsable(field: FlatField, key: string, value: unknown): boolean {
  if (Object.hasOwn(FIELD_NAMES, key)) return true;
  switch (field) {
    case 'phone':
    case 'company_phone':
    case 'external_id':
      return typeof value === 'string' || typeof value === 'number';
    case 'headcount':
      return Number.isInteger(readCount(value)?.from);
    case 'annual_revenue':
    case 'founded_year':
    case 'technologies':
    case 'department':
    case 'postal_code':
      return true;
    default:
      return typeof value === 'string';
  }
}

/** Whether a quantity says the same as the one that is used, and more: the number of employees behind its range. */
function isMoreExact(field: FlatField, value: unknown, taken: unknown): boolean {
  return QUANTITIES.has(field) && isSaid(field, taken, value);
}

/** Whether the value that is used for a field says what another one does: the number of employees does beside its range. */
function isSaid(field: FlatField, value: unknown, taken: unknown): boolean {
  switch (field) {
    case 'headcount':
      return isWithin(readCount(taken), readCount(value));
    case 'annual_revenue':
      return isWithin(readQuantity(taken), readQuantity(value));
    case 'website':
      return isSameSite(value, taken);
    default:
      return isSame(value, taken);
  }
}

/** The domain beside the address of a page in it says nothing else. */
function isSameSite(value: unknown, taken: unknown): boolean {
  const [site, other] = [value, taken].map((written) =>
    (cleanWebsite(text(written) ?? '') ?? '').toLowerCase().replace(/^www\./u, ''),
  );
  return isSame(value, taken) || (site !== '' && (site === other || site === other?.replace(/\/.*$/u, '')));
}

function isSame(value: unknown, taken: unknown): boolean {
  return (
    value === taken || (isScalar(value) && isScalar(taken) && String(value).trim() === String(taken).trim())
  );
}

/** Only a scalar is safe as a text: an object of a payload may have a `toString` of its own. */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
