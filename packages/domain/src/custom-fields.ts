import type { CustomFieldValue, CustomFieldValues } from './model.js';

/** Fields that share an order of precedence (specification, "Multi-source precedence"). */
export type PrecedenceGroup =
  | 'contact'
  | 'company'
  | 'email-verification'
  | 'phone'
  | 'social-media'
  | 'technographics';

/**
 * What an import may do to a field of an existing ticket (specification, "Smart update"):
 * - `always`: a new value that is not empty is written
 * - `when-much-longer`: written when the field is empty or the new text is longer than 1.5 times the existing one
 * - `when-not-contained`: written when the field is empty or does not contain the new text
 * - `raise-only`: an opt-out is written, and is never taken back
 * - `never`: an import leaves the field alone
 */
export type SmartUpdateRule = 'always' | 'when-much-longer' | 'when-not-contained' | 'raise-only' | 'never';

export interface CustomField {
  readonly id: number;
  readonly name: string;
  readonly type: 'dropdown' | 'text' | 'boolean' | 'integer';
  readonly record: 'lead' | 'prospect' | 'opportunity';
  /** Null if the field does not come from the data of a source. */
  readonly precedence: PrecedenceGroup | null;
  readonly smartUpdate: SmartUpdateRule;
}

/**
 * The one table of custom fields (specification, "Lead custom fields", "Prospect", "Opportunity").
 *
 * CF_104 contains technologies from the providers that have them, so it follows technographics; CF_111
 * follows company info. CF_101 names the source that created the ticket and never changes, because opt-outs
 * are sent back to that source.
 */
export const customFields: readonly CustomField[] = [
  lead(101, 'Lead Source', 'dropdown', null, 'never'),
  lead(102, 'Services Offered', 'text', 'company', 'when-much-longer'),
  lead(103, 'Growth Signals', 'text', 'company', 'when-not-contained'),
  lead(104, 'Project Pipelines', 'text', 'technographics', 'when-not-contained'),
  lead(105, 'Do Not Contact', 'boolean', null, 'raise-only'),
  lead(106, 'Technology Stack', 'text', 'technographics', 'always'),
  lead(107, 'Revenue Range', 'dropdown', 'company', 'always'),
  lead(108, 'Employee Count Range', 'dropdown', 'company', 'always'),
  lead(109, 'Management Level', 'dropdown', 'contact', 'always'),
  lead(110, 'Department Function', 'dropdown', 'contact', 'always'),
  lead(111, 'Intent Signals', 'text', 'company', 'always'),
  lead(112, 'Company Founded Year', 'integer', 'company', 'always'),
  lead(113, 'Location/HQ Address', 'text', 'company', 'always'),
  own(201, 'Confirmed Pain Points', 'text', 'prospect'),
  own(202, 'Qualified Services', 'text', 'prospect'),
  own(203, 'Decision Maker', 'text', 'prospect'),
  own(204, 'Budget Range', 'text', 'prospect'),
  own(205, 'Timeframe', 'text', 'prospect'),
  own(206, 'Fit Score', 'integer', 'prospect'),
  own(301, 'Products/Services', 'text', 'opportunity'),
  own(302, 'Quotes/Proposals', 'text', 'opportunity'),
  own(303, 'Competitors', 'text', 'opportunity'),
  own(304, 'Win/Loss Reason', 'text', 'opportunity'),
];

export const LEAD_SOURCE_FIELD = 101;
export const DO_NOT_CONTACT_FIELD = 105;

export const leadCustomFields: readonly CustomField[] = customFields.filter(
  (field) => field.record === 'lead',
);

/** The name of a custom field in responses, notes and records: `CF_106`. */
export function customFieldName(id: number): string {
  return `CF_${id}`;
}

/** Custom field values without empty ones: null, undefined, and blank text. */
export function customFieldValues(
  values: Readonly<Partial<Record<number, CustomFieldValue | null>>>,
): CustomFieldValues {
  const present: Partial<Record<number, CustomFieldValue>> = {};
  for (const [id, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') present[Number(id)] = value;
  }
  return present;
}

/** Custom field values in the PSA's format, by ascending number. */
export function toPsaCustomFields(values: CustomFieldValues): { id: number; value: CustomFieldValue }[] {
  const list: { id: number; value: CustomFieldValue }[] = [];
  for (const field of customFields) {
    const value = values[field.id];
    if (value !== undefined) list.push({ id: field.id, value });
  }
  return list;
}

function lead(
  id: number,
  name: string,
  type: CustomField['type'],
  precedence: PrecedenceGroup | null,
  smartUpdate: SmartUpdateRule,
): CustomField {
  return { id, name, type, record: 'lead', precedence, smartUpdate };
}

function own(
  id: number,
  name: string,
  type: CustomField['type'],
  record: 'prospect' | 'opportunity',
): CustomField {
  return { id, name, type, record, precedence: null, smartUpdate: 'never' };
}
