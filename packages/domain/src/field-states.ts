import { clip } from './cleansing/text.js';
import { customFieldName, DO_NOT_CONTACT_FIELD, LEAD_SOURCE_FIELD } from './custom-fields.js';
import { parseFlag } from './flag.js';
import { isSameLink, storedForm } from './psa-stored-form.js';
import { leadFields } from './lead-fields.js';
import type { CustomFieldValue, CustomFieldValues, Lead } from './model.js';
import type { MergedLead, SourceData } from './precedence.js';
import type { KeptField } from './smart-update.js';

/**
 * Why a value that a source offered is not used:
 * - `manual_work`: the ticket is past the early stage, and the import left it as it was
 * - `protected`: imports never change the field of an existing ticket
 * - `precedence`: another source's value has precedence
 * - `not_longer`, `already_contained`: the rule of the field (`SmartUpdateRule`)
 * - `left_unchanged`: the import was sent with `update_existing` or `custom_fields` off
 */
export const notTakenRules = [
  'manual_work',
  'protected',
  'precedence',
  'not_longer',
  'already_contained',
  'left_unchanged',
] as const;

export type NotTakenRule = (typeof notTakenRules)[number];

export interface NotTaken {
  readonly source: string;
  /** A text of more than 500 characters is truncated. */
  readonly value: CustomFieldValue;
  /** When it was last offered; ISO 8601. */
  readonly at: string;
  readonly rule: NotTakenRule;
}

/** The value of one field, who set it, and which other values were offered. */
export interface FieldState {
  /** Null if the field has no value. */
  readonly value: CustomFieldValue | null;
  /** `psa` for a value that was found in the PSA and that no import has set, `derived from headcount` for one that was concluded; null if there is no value. */
  readonly source: string | null;
  /** When it was set, or found; ISO 8601. */
  readonly at: string | null;
  /** Null if the job is unknown, as for imports of earlier releases. */
  readonly jobId: string | null;
  /** Newest first. */
  readonly notTaken: readonly NotTaken[];
}

export type FieldStates = Readonly<Record<string, FieldState>>;

/** The values that the PSA had for a lead before the import wrote. */
export interface StandingValues {
  readonly customFields: Readonly<Partial<Record<number, CustomFieldValue | null>>>;
  readonly contact: { readonly phonenumber: string | null; readonly linkedinUrl: string | null } | null;
}

/** What an import did with one lead. */
export interface ImportOfFields {
  readonly source: string;
  readonly jobId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly offered: Lead;
  readonly merged: MergedLead;
  readonly bySource: Readonly<Record<string, SourceData>>;
  /** The states after the previous import; empty for a lead without a record. */
  readonly previous: FieldStates;
  readonly result: 'created' | 'updated' | 'skipped' | 'preserved';
  /** Null for a ticket that was just created, and if the existing ticket was not read. */
  readonly standing: StandingValues | null;
  /** The values that an update wrote, in the form in which it wrote them. */
  readonly written: {
    readonly customFields: CustomFieldValues;
    readonly contact: { readonly phonenumber?: string; readonly linkedin_url?: string };
  };
  /** By their names in responses (`phonenumber`, `CF_106`), including those that an earlier run wrote. */
  readonly fieldsUpdated: readonly string[];
  /** The fields that the smart update left unchanged. */
  readonly kept: Readonly<Record<string, KeptField>>;
  readonly updateExisting: boolean;
  readonly customFields: boolean;
  /** A text in the form in which the PSA stores it. */
  readonly fit: (field: string, text: string) => string;
}

/** Limits the stored history of a field, however often its lead is imported. */
const maxNotTaken = 5;
const maxOfferedLength = 500;

const PSA_SOURCE = 'psa';
const DERIVED_SOURCE = 'derived from headcount';

const alwaysWritten = [customFieldName(LEAD_SOURCE_FIELD), customFieldName(DO_NOT_CONTACT_FIELD)];
const contactFields = { phone: 'phonenumber', linkedin_url: 'linkedinUrl' } as const;

/** The value of each field after an import, with its origin and the offers not used. The PSA's value counts. */
export function fieldStates(given: ImportOfFields): FieldStates {
  const merged = leadFields(given.merged.lead);
  const offered = leadFields(given.offered);
  const names = new Set([...Object.keys(given.previous), ...Object.keys(merged), ...Object.keys(offered)]);
  const states: Record<string, FieldState> = {};
  for (const name of names) {
    const before = given.previous[name] ?? nothing;
    const now = standingState(name, merged[name] ?? null, before, given);
    const rule = ruleAgainst(name, offered[name], now.value, given);
    const offer =
      rule === null || offered[name] === undefined
        ? []
        : [{ source: given.source, value: cut(offered[name]), at: given.at, rule }];
    const notTaken = collect([...offer, ...before.notTaken], now.value);
    if (now.value !== null || notTaken.length > 0) states[name] = { ...now, notTaken };
  }
  return states;
}

/** The states of a lead that has none stored: the merged values. */
export function derivedStates(
  { lead, provenance }: MergedLead,
  jobOf: (source: string) => string | null,
): FieldStates {
  return Object.fromEntries(
    Object.entries(leadFields(lead)).map(([name, value]): [string, FieldState] => {
      const { source = null, at = null } = provenance[name] ?? {};
      const jobId = source === null ? null : jobOf(source);
      return [name, { value, source: shownSource(name, lead, source), at, jobId, notTaken: [] }];
    }),
  );
}

/** The source of a value; of one that was concluded from another field, what it was concluded from. */
function shownSource<Source extends string | null>(
  name: string,
  { derivedFields = [] }: Lead,
  source: Source,
): Source | typeof DERIVED_SOURCE {
  return derivedFields.some((id) => customFieldName(id) === name) ? DERIVED_SOURCE : source;
}

const nothing: FieldState = { value: null, source: null, at: null, jobId: null, notTaken: [] };

function standingState(
  name: string,
  merged: CustomFieldValue | null,
  before: FieldState,
  given: ImportOfFields,
): FieldState {
  const value = standingValue(name, merged, before, given);
  if (value === null) return nothing;
  const written = writtenValue(name, given);
  if (written === undefined && isSame(name, value, before.value, given)) return { ...before, value };
  const origin = given.merged.provenance[name];
  if (origin === undefined || !isSame(name, value, merged, given) || isFound(name, given)) {
    return { value, source: PSA_SOURCE, at: given.at, jobId: null, notTaken: [] };
  }
  const jobId = given.bySource[origin.source]?.jobId ?? null;
  return {
    value,
    source: shownSource(name, given.merged.lead, origin.source),
    at: origin.at,
    jobId,
    notTaken: [],
  };
}

/** Whether the PSA had this value before the import, even if a source now offers the same. */
function isFound(name: string, { standing, result, fieldsUpdated }: ImportOfFields): boolean {
  const isWritten = result === 'created' || fieldsUpdated.includes(name === 'phone' ? 'phonenumber' : name);
  return !isWritten && standing !== null && isOfPsa(name);
}

function standingValue(
  name: string,
  merged: CustomFieldValue | null,
  before: FieldState,
  given: ImportOfFields,
): CustomFieldValue | null {
  if (!isOfPsa(name)) return merged;
  if (given.result === 'created') {
    return given.customFields || alwaysWritten.includes(name) || !name.startsWith('CF_') ? merged : null;
  }
  const written = writtenValue(name, given);
  if (written !== undefined) return written;
  const { standing } = given;
  if (standing === null || (name in contactFields && standing.contact === null)) return before.value;
  const found = foundValue(name, standing);
  return found === '' || found === undefined ? null : found;
}

function foundValue(
  name: string,
  { customFields, contact }: StandingValues,
): CustomFieldValue | null | undefined {
  return name === 'phone' || name === 'linkedin_url'
    ? contact?.[contactFields[name]]
    : customFields[Number(name.slice('CF_'.length))];
}

function writtenValue(name: string, { written }: ImportOfFields): CustomFieldValue | undefined {
  if (name === 'phone') return written.contact.phonenumber;
  if (name === 'linkedin_url') return written.contact.linkedin_url;
  return name.startsWith('CF_') ? written.customFields[Number(name.slice('CF_'.length))] : undefined;
}

/** Whether imports write this field to the PSA; all other fields exist only in our record. */
function isOfPsa(name: string): boolean {
  return name.startsWith('CF_') || name in contactFields;
}

function ruleAgainst(
  name: string,
  offered: CustomFieldValue | undefined,
  standing: CustomFieldValue | null,
  given: ImportOfFields,
): NotTakenRule | null {
  // The absence of an opt-out is not an offer.
  if (offered === undefined || offered === false || isSame(name, offered, standing, given)) return null;
  const losesTo = given.merged.provenance[name]?.source;
  const isBehind = losesTo !== undefined && losesTo !== given.source;
  if (!isOfPsa(name)) return isBehind ? 'precedence' : null;
  if (given.result === 'preserved') return 'manual_work';
  if (given.result !== 'created' && !given.updateExisting) return 'left_unchanged';
  if (isBehind) return 'precedence';
  const kept = given.kept[name];
  if (kept !== undefined) return kept.rule;
  return !given.customFields && name.startsWith('CF_') ? 'left_unchanged' : null;
}

/** Each offer once, with its latest time, without those that equal the current value. */
function collect(offers: readonly NotTaken[], standing: CustomFieldValue | null): NotTaken[] {
  const seen = new Set<string>();
  return offers
    .filter(({ source, value, rule }) => {
      const key = JSON.stringify([source, value, rule]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew && (standing === null || comparable(value) !== comparable(cut(standing)));
    })
    .slice(0, maxNotTaken);
}

function isSame(
  name: string,
  left: CustomFieldValue,
  right: CustomFieldValue | null,
  { fit }: ImportOfFields,
): boolean {
  if (right === null) return false;
  if (left === right) return true;
  if (name === customFieldName(DO_NOT_CONTACT_FIELD)) return parseFlag(left) === parseFlag(right);
  if (name === 'linkedin_url' && isSameLink(String(left), String(right))) return true;
  const kept = (value: CustomFieldValue) =>
    comparable(typeof value === 'string' && isOfPsa(name) ? fit(name, value) : value);
  return comparable(left) === comparable(right) || kept(left) === kept(right);
}

/** A value without the differences that a PSA makes by storing it. */
function comparable(value: CustomFieldValue): string {
  return storedForm(value).toLowerCase();
}

function cut(value: CustomFieldValue): CustomFieldValue {
  return typeof value === 'string' && value.length > maxOfferedLength
    ? `${clip(value, maxOfferedLength)}…`
    : value;
}
