import { cleanEmail } from '../cleansing/email.js';
import type { CustomFieldValues, FieldFault, Lead } from '../model.js';
import type { IgnoredKey } from './ignored-keys.js';
import { isBlank } from './payload.js';

/**
 * A payload taken apart, but not yet cleansed: every reader of a payload gives this shape, so that names, emails,
 * phones and companies are cleansed in one place whatever they came in.
 */
export interface LeadDraft {
  readonly firstName: unknown;
  readonly lastName: unknown;
  /** Taken apart where neither a first nor a last name is given. */
  readonly fullName: unknown;
  readonly email: unknown;
  /** Dotted path of the email, for its fault. */
  readonly emailField: string;
  readonly jobTitle: unknown;
  /** The person's phones in order of preference; the first that can be read counts. */
  readonly phones: readonly unknown[];
  /** The keys that the phones came under, where a sender should be told which of them was taken; null for a provider's own. */
  readonly phoneKeys?: readonly (string | null)[];
  /** The company's phones: the fallback for the person's, and the company's own. */
  readonly companyPhones: readonly unknown[];
  /** The country whose numbers the source writes without a code, where it names one: the person's before the company's. */
  readonly country?: unknown;
  readonly linkedinUrl: unknown;
  readonly companyName: unknown;
  readonly website: unknown;
  readonly industry: unknown;
  /** Number of employees where the source knows it, not where it is estimated. */
  readonly headcount: number | null;
  readonly doNotContact: boolean;
  /** Without CF_101 and CF_105, which follow from the source and `doNotContact`. */
  readonly customFields: CustomFieldValues;
  readonly research: Lead['research'];
  readonly emailVerification: unknown;
  /** The source's own id of its record; only the flat form has one. */
  readonly externalId?: string | null;
}

/** What a payload's reader says: a draft, the faults that keep it from being one, or null for "not my shape". */
export type DraftResult =
  | {
      readonly ok: true;
      readonly draft: LeadDraft;
      readonly ignored: readonly IgnoredKey[];
      /** What else of the payload was left out on purpose. */
      readonly warnings?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly faults: readonly FieldFault[];
      /** Everybody whom the refused payload tells of: their opt-outs count all the same. */
      readonly people?: () => readonly LeadDraft[];
    };

/** The research texts of sources that have none. */
export const NO_RESEARCH: Lead['research'] = { publicResearch: null, newsArticles: null, initialNotes: null };

/** A reader's answer for one fault. */
export function refused(fault: FieldFault): DraftResult {
  return { ok: false, faults: [fault] };
}

/** A reader's answer for a part of a native payload that is missing or is no object. */
export function missingPart(field: string, value: unknown, expected: string): DraftResult {
  const message = value === undefined ? `${expected} is required` : `must be ${expected}`;
  return refused({ field, value: value ?? null, message, suggestion: NATIVE_OR_FLAT });
}

/** The fault of an email that is there and is no email; null where there is none or a good one. */
export function emailFault(value: unknown, field: string): FieldFault | null {
  if (isBlank(value) || (typeof value === 'string' && cleanEmail(value) !== null)) return null;
  const suggestion = 'Correct the email address, or leave it out';
  return { field, value, message: 'Invalid email address', suggestion };
}

const NATIVE_OR_FLAT =
  "Send the provider's payload whole, or the flat form (first_name, last_name, email, company, title)";
