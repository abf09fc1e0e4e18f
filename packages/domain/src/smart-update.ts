import { customFieldName, DO_NOT_CONTACT_FIELD, leadCustomFields } from './custom-fields.js';
import type { CustomField } from './custom-fields.js';
import { parseFlag } from './flag.js';
import { isSameLink, isSamePhone, storedForm } from './psa-stored-form.js';
import type { ContactSnapshot, CustomFieldValue, CustomFieldValues, Lead, TicketSnapshot } from './model.js';

export interface ContactChange {
  readonly phonenumber?: string;
  readonly linkedin_url?: string;
}

export interface FieldChange {
  readonly from: CustomFieldValue | null;
  readonly to: CustomFieldValue;
}

/**
 * Why an offered value was not used: it is not longer than 1.5 times the existing one; the existing one
 * already contains it; imports never change the field.
 */
export type KeepRule = 'not_longer' | 'already_contained' | 'protected';

/** A value that stays, and the different value that was offered. */
export interface KeptField {
  readonly value: CustomFieldValue | null;
  readonly offered: CustomFieldValue;
  readonly rule: KeepRule;
}

/** What a smart update changes, and which existing values it keeps instead of offered ones. */
export interface SmartUpdate {
  readonly customFields: CustomFieldValues;
  readonly contact: ContactChange;
  /** `phonenumber`, `linkedin_url`, `CF_106` … */
  readonly fieldsUpdated: readonly string[];
  readonly fieldsKept: readonly string[];
  /** By field, for each of `fieldsUpdated`. */
  readonly changes: Readonly<Record<string, FieldChange>>;
  /** By field: every offered value that differs from the existing one and was not used. */
  readonly kept: Readonly<Record<string, KeptField>>;
}

type Verdict = 'write' | 'same' | KeepRule;

const MUCH_LONGER = 1.5;

/**
 * Compares a lead with its ticket and contact and returns the changes (specification, "Smart update"). The
 * table of custom fields has the rule for each field. A value equal to the stored one is no change, and a
 * missing value never clears one. Protected fields cannot be changed at all.
 *
 * @param ticket with the texts of dropdown options, not their ids
 * @param contact null if the ticket has none, so that a phone or link cannot be written
 * @param withCustomFields false changes no custom field except CF_105
 */
export function smartUpdate(
  lead: Lead,
  ticket: TicketSnapshot,
  contact: ContactSnapshot | null,
  withCustomFields: boolean,
): SmartUpdate {
  const change: { phonenumber?: string; linkedin_url?: string } = {};
  const changes: Record<string, FieldChange> = {};
  if (contact !== null && lead.phone !== null && !isSamePhone(lead.phone, contact.phonenumber)) {
    change.phonenumber = lead.phone;
    changes['phonenumber'] = { from: contact.phonenumber, to: lead.phone };
  }
  if (contact !== null && lead.linkedinUrl !== null && !isSameLink(lead.linkedinUrl, contact.linkedinUrl)) {
    change.linkedin_url = lead.linkedinUrl;
    changes['linkedin_url'] = { from: contact.linkedinUrl, to: lead.linkedinUrl };
  }

  const written: Partial<Record<number, CustomFieldValue>> = {};
  const kept: Record<string, KeptField> = {};
  for (const field of leadCustomFields) {
    if (!withCustomFields && field.id !== DO_NOT_CONTACT_FIELD) continue;
    const value = lead.customFields[field.id];
    if (value === undefined || value === '') continue;
    const name = customFieldName(field.id);
    const stored = ticket.customFields[field.id] ?? null;
    const verdict = judge(field, value, stored);
    if (verdict === 'write') {
      written[field.id] = value;
      changes[name] = { from: stored, to: value };
    } else if (verdict !== 'same') {
      kept[name] = { value: stored, offered: value, rule: verdict };
    }
  }
  return {
    customFields: written,
    contact: change,
    fieldsUpdated: Object.keys(changes),
    fieldsKept: Object.keys(kept).filter((name) => kept[name]?.rule === 'not_longer'),
    changes,
    kept,
  };
}

function judge(field: CustomField, value: CustomFieldValue, stored: CustomFieldValue | null): Verdict {
  const offered = storedForm(value);
  const existing = stored === null ? '' : storedForm(stored);
  switch (field.smartUpdate) {
    case 'never':
      return existing === '' || isSameValue(field, offered, existing) ? 'same' : 'protected';
    case 'raise-only':
      return parseFlag(value) === true && parseFlag(stored) !== true ? 'write' : 'same';
    case 'always':
      return isSameValue(field, offered, existing) ? 'same' : 'write';
    case 'when-much-longer':
      if (offered === existing) return 'same';
      return existing === '' || offered.length > MUCH_LONGER * existing.length ? 'write' : 'not_longer';
    case 'when-not-contained':
      if (offered === existing) return 'same';
      return existing.includes(offered) ? 'already_contained' : 'write';
  }
}

function isSameValue(field: CustomField, offered: string, existing: string): boolean {
  if (field.type === 'dropdown') return offered.toLowerCase() === existing.toLowerCase();
  if (field.type === 'integer') return existing !== '' && Number(offered) === Number(existing);
  return offered === existing;
}
