import type { CustomField } from '@leadbridge/domain';

import type { HaloField, HaloThing } from './halo-map.js';
import type { HaloNames } from './halo-settings.js';

/** The kinds of custom fields, with their numbers in FieldInfo. */
export const fieldTypes = { text: 0, memo: 1, dropdown: 2, checkbox: 6 } as const;
/** The input type of a single-line field that accepts only whole numbers. */
const wholeNumbers = 1;

type Thing = Omit<HaloThing, 'name'>;

export function typeThing(name: string, { opportunityType }: HaloNames): Thing {
  const isOpportunity = name === opportunityType;
  return {
    kind: 'ticket type',
    description: isOpportunity ? 'a type of opportunities' : 'a type of tickets',
    body: { name, use: isOpportunity ? 'opps' : 'ticket' },
  };
}

export function statusThing(name: string): Thing {
  return { kind: 'status', description: 'a status of tickets', body: { name, type: 0 } };
}

export function outcomeThing(name: string): Thing {
  return {
    kind: 'outcome',
    description: 'an outcome of actions that the user does not see',
    body: { outcome: name, buttonname: name, hidden: false },
  };
}

export function fieldThing(label: string, type: CustomField['type'], options: readonly string[]): Thing {
  const forms = {
    dropdown: { type: fieldTypes.dropdown, words: `a single list: ${options.join(', ')}` },
    text: { type: fieldTypes.memo, words: 'a memo' },
    boolean: { type: fieldTypes.checkbox, words: 'a checkbox' },
    integer: { type: fieldTypes.text, words: 'a text of whole numbers' },
  } as const;
  const form = forms[type];
  return {
    kind: 'custom field',
    description: `a custom field of tickets, ${form.words}`,
    body: {
      name: `CF${label.replace(/[^A-Za-z0-9]/g, '')}`,
      label,
      type: form.type,
      inputtype: type === 'integer' ? wholeNumbers : 0,
      typeid: 1,
      custom: 1,
      usage: 1,
      ...(type === 'dropdown' ? { values: options.map((name) => ({ name })) } : {}),
    },
  };
}

export function optionsThing({ id, name, options }: HaloField, lacking: readonly string[]): HaloThing {
  return {
    kind: 'options',
    name,
    description: `the options ${lacking.join(', ')}`,
    // A POST of the field may replace its options, so the existing ones are sent back with the new ones.
    body: {
      id,
      values: [...[...options.values()], ...lacking.map((option) => ({ name: option }))],
    },
  };
}
