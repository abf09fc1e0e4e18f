import {
  customFieldName,
  DO_NOT_CONTACT_FIELD,
  isStoredForm,
  storedForm,
  type ContactSnapshot,
  type CustomFieldValue,
  type TicketSnapshot,
} from '@leadbridge/domain';

import type { ImportIntent } from '../../ports/import-store.js';

type UpdateIntent = Extract<ImportIntent, { kind: 'update' }>;

type Standing = CustomFieldValue | null | undefined;

/**
 * Compares an update that an earlier run began with the current state of the PSA. A field with the new value
 * is done; a field that is neither empty, nor has the old or the new value, was changed by a person. An
 * opt-out is always written.
 */
export function leftOfUpdate(
  { customFields, contact, before }: Pick<UpdateIntent, 'customFields' | 'contact' | 'before'>,
  ticket: Pick<TicketSnapshot, 'customFields'>,
  standing: ContactSnapshot | null,
) {
  const ofPeople: string[] = [];
  const isLeft = (name: string, wanted: CustomFieldValue, now: Standing, found: Standing): boolean => {
    if (now !== null && now !== undefined && storedForm(now) === storedForm(wanted)) return false;
    // Intents of earlier releases lack the previous values.
    const isFound = before === undefined || isEmpty(now) || isStoredForm(name, found ?? null, now ?? null);
    if (!isFound && !isStoredForm(name, wanted, now ?? null)) ofPeople.push(name);
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
    /** Fields that people have changed since the update began, and that keep those values. */
    ofPeople,
  };
}

function isEmpty(value: Standing): boolean {
  return value === null || value === undefined || String(value).trim() === '';
}
