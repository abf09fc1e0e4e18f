import { cleanEmail } from '../cleansing/email.js';
import type { CustomFieldValues, FieldFault, Lead } from '../model.js';
import type { IgnoredKey } from './ignored-keys.js';
import { isBlank } from './payload.js';

/** A parsed payload before cleansing: every reader returns this format. */
export interface LeadDraft {
  readonly firstName: unknown;
  readonly lastName: unknown;
  /** Split if neither a first nor a last name is given. */
  readonly fullName: unknown;
  readonly email: unknown;
  /** Dotted path of the email, for errors. */
  readonly emailField: string;
  /** Further addresses of the person, also this one; of what is no address nothing is said. */
  readonly otherEmails?: readonly unknown[];
  readonly jobTitle: unknown;
  /** The person's phones in order of preference; the first readable one counts. */
  readonly phones: readonly unknown[];
  /** If the sender should get a warning about which one was used; null for a provider's own. */
  readonly phoneKeys?: readonly (string | null)[];
  /** The company's phones: the company's own, and the fallback for the person's. */
  readonly companyPhones: readonly unknown[];
  /** Of numbers without a country code, if the source names one: the person's before the company's. */
  readonly country?: unknown;
  readonly linkedinUrl: unknown;
  readonly companyName: unknown;
  readonly website: unknown;
  readonly industry: unknown;
  /** Number of employees if the source knows it, not if it is estimated. */
  readonly headcount: number | null;
  readonly doNotContact: boolean;
  /** Without CF_101 and CF_105, which are derived from the source and `doNotContact`. */
  readonly customFields: CustomFieldValues;
  readonly research: Lead['research'];
  readonly emailVerification: unknown;
  /** The custom fields that are concluded from others: CF_107 from a number of employees. */
  readonly derivedFields?: readonly number[];
  /** The id of the record in its source; only the flat format has one. */
  readonly externalId?: string | null;
}

/** A draft, the errors that prevent one, or null if the payload has another format. */
export type DraftResult =
  | {
      readonly ok: true;
      readonly draft: LeadDraft;
      readonly ignored: readonly IgnoredKey[];
      /** Warnings about other parts of the payload that were left out on purpose. */
      readonly warnings?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly faults: readonly FieldFault[];
      /** Of a payload in the flat format, whose errors are all named. */
      readonly ignored?: readonly IgnoredKey[];
      /** All people in the rejected payload: their opt-outs still count. */
      readonly people?: () => readonly LeadDraft[];
    };

/** The research texts of sources without any. */
export const NO_RESEARCH: Lead['research'] = { publicResearch: null, newsArticles: null, initialNotes: null };

export function refused(fault: FieldFault): DraftResult {
  return { ok: false, faults: [fault] };
}

/** The result for a part of a native payload that is missing or is not an object. */
export function missingPart(field: string, value: unknown, expected: string): DraftResult {
  const message = value === undefined ? `${expected} is required` : `must be ${expected}`;
  return refused({ field, value: value ?? null, message, suggestion: NATIVE_OR_FLAT });
}

/** The error of an invalid email; null for a valid or missing one. */
export function emailFault(value: unknown, field: string): FieldFault | null {
  if (isBlank(value) || (typeof value === 'string' && cleanEmail(value) !== null)) return null;
  const suggestion = 'Correct the email address, or omit it';
  return { field, value, message: 'Invalid email address', suggestion };
}

const NATIVE_OR_FLAT =
  "Send the provider's payload whole, or the flat form (first_name, last_name, email, company, title)";
