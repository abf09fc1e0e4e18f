import { readPhone } from './cleansing/phone.js';
import type { FieldFault, Lead, LeadSource } from './model.js';
import { factsOfLead, gatingKeys, gatingKeysOfLead, personKeys, type PersonFacts } from './person-keys.js';
import type { ReadSettings } from './providers/read-phones.js';
import { peopleInPayload, readPayload } from './read-payload.js';
import type { SuppressionKey } from './suppression-key.js';

/** Who opts out, as written; the values are unchecked. */
export interface OptOutPersonFields {
  readonly email?: unknown;
  readonly phone?: unknown;
  readonly first_name?: unknown;
  readonly last_name?: unknown;
  readonly name?: unknown;
  readonly company?: unknown;
  /** Further numbers of the person. */
  readonly otherPhones?: readonly unknown[];
}

export type ReadOptOutPerson =
  | {
      readonly ok: true;
      readonly lead: Lead;
      /** See `gatingKeys`; empty for a person whom nothing identifies. */
      readonly keys: readonly SuppressionKey[];
    }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** Personal data in an opt-out is parsed like a manually entered lead. */
const typed: LeadSource = { name: 'manual', kind: 'flat', label: 'Manual', aliases: [], enabled: true };

/** A number that cannot be two; most lists write them like that, and reading one twice takes time. */
const PLAIN_NUMBER = /^\+\d{6,15}$/u;

/** What can be read of the person of an opt-out, in spite of faults. */
export function peopleInOptOut(fields: OptOutPersonFields, settings: ReadSettings): readonly Lead[] {
  return peopleInPayload(typed, fields, settings);
}

/** The person of an opt-out. What cannot be read is a fault: it would be contacted although it must not be. */
export function readOptOutPerson(
  { otherPhones = [], ...fields }: OptOutPersonFields,
  settings: ReadSettings,
): ReadOptOutPerson {
  const read = readPayload(typed, fields, settings);
  if (!read.ok) {
    const faults = read.faults.map((fault) => ({ ...fault, field: fault.field.replace(/^data\./u, '') }));
    return { ok: false, faults };
  }
  const { lead } = read;
  if (
    typeof fields.phone === 'string' &&
    PLAIN_NUMBER.test(fields.phone) &&
    lead.phone !== null &&
    otherPhones.length === 0
  ) {
    return { ok: true, lead, keys: gatingKeysOfLead(lead) };
  }
  const phones = [fields.phone, ...otherPhones].flatMap((written) => {
    const text = typeof written === 'number' ? String(written) : written;
    return text === undefined || text === null || (typeof text === 'string' && text.trim() === '')
      ? []
      : [{ written, phone: typeof text === 'string' ? readPhone(text, settings.defaultCountry) : null }];
  });
  const faults = phones.flatMap(({ written, phone }): FieldFault[] => {
    if (phone === null) {
      const message = 'The phone number cannot be read; write it with its country code, such as +4930123456';
      return [{ field: 'phone', value: written, message }];
    }
    return phone.leftOut?.kind === 'number'
      ? [{ field: 'phone', value: written, message: 'Name one phone number at a time' }]
      : [];
  });
  if (faults.length > 0) {
    return { ok: false, faults };
  }
  const facts = factsOfLead(lead);
  const others = phones.map(({ phone }): PersonFacts => ({ ...facts, phone: phone?.number ?? null }));
  return { ok: true, lead, keys: gatingKeys(personKeys([facts, ...others])) };
}
