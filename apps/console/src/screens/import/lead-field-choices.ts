import { flatField, FLAT_FIELDS, OPT_OUT_FIELDS, type FlatField } from '@leadbridge/domain';

import { inWords } from '../../parts/format.js';

const groups: Readonly<Record<string, readonly FlatField[]>> = {
  Person: [
    ...(['first_name', 'last_name', 'name', 'email', 'phone', 'title', 'management_level'] as const),
    ...(['department', 'linkedin_url', 'do_not_contact', 'external_id'] as const),
  ],
  Company: [
    ...(['company', 'company_phone', 'website', 'industry', 'headcount', 'annual_revenue'] as const),
    ...(['technologies', 'founded_year'] as const),
  ],
  Address: ['location', 'street', 'city', 'state', 'postal_code', 'country'],
};

const labels: Readonly<Record<string, string>> = {
  name: 'Full name',
  title: 'Job title',
  linkedin_url: 'LinkedIn URL',
  do_not_contact: 'Do not contact',
  external_id: 'ID in the source',
  headcount: 'Number of employees',
};

/** A field of a lead by the name that people know it by: `first_name` is `First name`. */
export function leadFieldLabel(field: string): string {
  return labels[field] ?? inWords(field);
}

/** Every field that a column may become, in groups; what no group names is research. */
export const leadFieldChoices = [
  ...Object.entries(groups),
  ['Research', FLAT_FIELDS.filter((field) => !Object.values(groups).flat().includes(field))] as const,
].map(([group, fields]) => ({
  group,
  items: fields.map((value) => ({ value, label: leadFieldLabel(value) })),
}));

/** Every field that a column of a list of opt-outs may become. */
export const optOutFieldChoices = OPT_OUT_FIELDS.map((value) => ({ value, label: leadFieldLabel(value) }));

/** Whether a choice is what somebody looks for: by a part of its label, or by any name that a column may have. */
export function isFieldFor(
  search: string,
  { value, label }: { readonly value: string; readonly label: string },
): boolean {
  return (
    label.toLowerCase().includes(search.trim().toLowerCase()) ||
    (search !== '' && flatField(search) === value)
  );
}
