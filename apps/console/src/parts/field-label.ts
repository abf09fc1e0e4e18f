import { customFieldName, customFields } from '@leadbridge/domain';

import { inWords } from './format.js';

const contactFields: Readonly<Record<string, string>> = {
  firstname: 'First name',
  surname: 'Last name',
  emailaddress: 'Email',
  phonenumber: 'Phone',
  linkedin_url: 'LinkedIn URL',
};

const labels: ReadonlyMap<string, string> = new Map([
  ...Object.entries(contactFields),
  ...customFields.map(({ id, name }): [string, string] => [
    customFieldName(id),
    `${name} (${customFieldName(id)})`,
  ]),
]);

const names: ReadonlyMap<string, string> = new Map([
  ...Object.entries(contactFields),
  ...customFields.map(({ id, name }): [string, string] => [customFieldName(id), name]),
]);

/** The same without the number of a custom field, for sentences. */
export function fieldName(name: string): string {
  return names.get(name) ?? inWords(name);
}

/** A field of a ticket or a contact as people know it: `CF_106` is `Technology Stack (CF_106)`. */
export function fieldLabel(name: string): string {
  return labels.get(name) ?? inWords(name);
}
