import { customFieldName, customFields } from '@leadbridge/domain';

import { inWords } from './format.js';

const contactFields: Readonly<Record<string, string>> = {
  firstname: 'First name',
  surname: 'Last name',
  emailaddress: 'Email',
  phonenumber: 'Phone',
  linkedin_url: 'LinkedIn URL',
};

const customNames: ReadonlyMap<string, string> = new Map(
  customFields.map(({ id, name }) => [customFieldName(id), name]),
);

/** A field of a ticket or a contact within a sentence: `CF_106` is `Technology Stack`. */
export function fieldName(name: string): string {
  return contactFields[name] ?? customNames.get(name) ?? inWords(name);
}

/** The same with the number of a custom field: `Technology Stack (CF_106)`. */
export function fieldLabel(name: string): string {
  return customNames.has(name) ? `${fieldName(name)} (${name})` : fieldName(name);
}
