import {
  customFieldName,
  DO_NOT_CONTACT_FIELD,
  isKeptForm,
  storedForm,
  type ContactChange,
  type ContactSnapshot,
  type CustomFieldValue,
  type CustomFieldValues,
  type TicketSnapshot,
} from '@leadbridge/domain';

import type { ImportIntent } from '../ports/import-store.js';

type UpdateIntent = Extract<ImportIntent, { kind: 'update' }>;

/** What of an update that was begun is still to be written. */
export interface UpdateLeft {
  readonly customFields: CustomFieldValues;
  readonly contact: ContactChange;
  /** What people have changed since it was begun, and keeps what they gave it; `phonenumber`, `CF_106` … */
  readonly ofPeople: readonly string[];
}

type Standing = CustomFieldValue | null | undefined;

/**
 * Compares an update that an earlier run began with what stands in the PSA now: what it wrote already is done, and what is neither
 * what it wrote, nor what it found, nor empty is a person's. An opt-out is written in any case.
 */
export function leftOfUpdate(
  { customFields, contact, before }: Pick<UpdateIntent, 'customFields' | 'contact' | 'before'>,
  ticket: Pick<TicketSnapshot, 'customFields'>,
  standing: ContactSnapshot | null,
): UpdateLeft {
  const ofPeople: string[] = [];
  const isLeft = (name: string, wanted: CustomFieldValue, now: Standing, found: Standing): boolean => {
    if (now !== null && now !== undefined && storedForm(now) === storedForm(wanted)) return false;
    // Intents of earlier releases do not tell what they found.
    const isFound = before === undefined || isEmpty(now) || isKeptForm(name, found ?? null, now ?? null);
    if (!isFound && !isKeptForm(name, wanted, now ?? null)) ofPeople.push(name);
    return isFound;
  };
  const written: Partial<Record<number, CustomFieldValue>> = {};
  for (const [key, wanted] of Object.entries(customFields)) {
    const id = Number(key);
    const now = ticket.customFields[id];
    if (wanted === undefined) continue;
    const isOptOut = id === DO_NOT_CONTACT_FIELD && now !== wanted;
    if (isOptOut || isLeft(customFieldName(id), wanted, now, before?.customFields[id])) {
      written[id] = wanted;
    }
  }
  const { phonenumber, linkedin_url: linkedinUrl } = contact;
  const writesPhone =
    phonenumber !== undefined &&
    isLeft('phonenumber', phonenumber, standing?.phonenumber, before?.phonenumber);
  const writesLink =
    linkedinUrl !== undefined &&
    isLeft('linkedin_url', linkedinUrl, standing?.linkedinUrl, before?.linkedinUrl);
  return {
    customFields: written,
    contact: {
      ...(writesPhone ? { phonenumber } : {}),
      ...(writesLink ? { linkedin_url: linkedinUrl } : {}),
    },
    ofPeople,
  };
}

function isEmpty(value: Standing): boolean {
  return value === null || value === undefined || String(value).trim() === '';
}
