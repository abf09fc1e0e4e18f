import { LIMITS } from '../cleansing/limits.js';
import type { FieldFault } from '../model.js';
import { faultPath, type NativeRecord, type Opening } from './envelope.js';
import { flatField } from './find-field.js';
import type { IgnoredKey } from './ignored-keys.js';
import type { DraftResult, LeadDraft } from './lead-draft.js';
import { isHollow, isPayload, own, pathOf, text, type Place } from './payload.js';

/** A draft of one record, with what was left out of it. */
export interface RecordDraft {
  readonly draft: LeadDraft;
  readonly ignored: readonly IgnoredKey[];
  readonly warnings: readonly string[];
  /** What may be an opt-out and cannot be read: the record must not be imported without it. */
  readonly consentFaults: readonly FieldFault[];
}

/** Names under which a record may have a list or an object of emails. */
const EMAIL_KEYS = ['email', 'emails', 'emailAddress', 'emailAddresses', 'email_addresses', 'workEmails'];

/**
 * The result of a reader that opened an envelope: its record's draft, or an error if there is none or
 * several. The error still includes all people in the payload.
 *
 * @param faultOf detects a record that cannot be imported, for example a search result
 */
export function readOpened(
  opening: Opening,
  draftOf: (opened: NativeRecord) => RecordDraft,
  faultOf: (opened: NativeRecord, draft: LeadDraft) => FieldFault | null,
): DraftResult {
  if (!opening.ok) {
    const { records, fault } = opening;
    return { ok: false, faults: [fault], people: () => records.map((record) => draftOf(record).draft) };
  }
  const { opened } = opening;
  const read = draftOf(opened);
  const fault = faultOf(opened, read.draft) ?? unknownEmails(opened, read.draft);
  const faults = fault === null ? read.consentFaults : [fault];
  return faults.length === 0 ? { ok: true, ...read } : { ok: false, faults, people: () => [read.draft] };
}

/** The record with the objects in it, and the objects that contain it. */
export function personPlaces({ record, path, around }: NativeRecord): readonly Place[] {
  return [...nestedPlaces({ part: record, path }), ...around];
}

/** A part with the objects in it, at most `depth` levels down. Lists are not about one thing. */
export function nestedPlaces(place: Place, depth = 2): readonly Place[] {
  const nested = depth === 0 ? [] : Object.keys(place.part).flatMap((key) => placeIn(place, key));
  return [place, ...nested.flatMap((inner) => nestedPlaces(inner, depth - 1))];
}

export function placeIn({ part, path }: Place, key: string): readonly Place[] {
  const value = own(part, key);
  return isPayload(value) ? [{ part: value, path: pathOf(path, key) }] : [];
}

/** Of several places for the company of a record the first that names it, else the first that says anything. */
export function tellingCompany(values: readonly unknown[]): unknown {
  const told = values.filter((value) => !isHollow(value));
  return told.find(namesCompany) ?? told[0];
}

function namesCompany(value: unknown): boolean {
  const names = isPayload(value) ? [own(value, 'name'), own(value, 'companyName')] : [value];
  return names.some((name) => text(name) !== null);
}

/** The error for a search result, which has neither email nor phone yet. */
export function searchRow(field: string, call: string): FieldFault {
  return {
    field,
    value: null,
    message: 'is missing: this is a row of a search',
    suggestion: `Enrich the person first (${call}), and send its response`,
  };
}

/** An email in an unknown format is an error: importing the lead without it would lose its identity. */
function unknownEmails({ record, path }: NativeRecord, draft: LeadDraft): FieldFault | null {
  const isKnown = typeof draft.email === 'string' && draft.email.trim() !== '';
  const key = isKnown ? undefined : EMAIL_KEYS.find((name) => isUnknownEmail(name, own(record, name)));
  if (key === undefined) return null;
  return {
    field: faultPath(path, key),
    value: own(record, key),
    message: 'must be a text: the form of this email is not known',
    suggestion: "Send the provider's payload as it came, or the email as a text",
  };
}

/** A text under a name of one email was read, or is reported as misplaced. */
function isUnknownEmail(name: string, value: unknown): boolean {
  return (typeof value !== 'string' || flatField(name) === null) && holdsAddress(value);
}

/** Whether a value is or contains an address, at most `depth` levels down. */
function holdsAddress(value: unknown, depth = 3): boolean {
  if (typeof value === 'string') return value.includes('@');
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.values(value)
    .slice(0, LIMITS.listEntries)
    .some((entry) => holdsAddress(entry, depth - 1));
}
