import { defaultSources, findSource } from '@leadbridge/domain';

import type { FilterField } from './filters.js';
import { inWords } from './format.js';

/** A source of leads as people know it: `provider_a` is `Provider A`. */
export function sourceLabel(name: string): string {
  return findSource(defaultSources, name)?.label ?? inWords(name);
}

/** A list by the source of its leads: one that every service has, or one that the settings have added. */
export const sourceFilter: FilterField = {
  name: 'source',
  label: 'Source',
  values: defaultSources.map(({ name }) => name),
  labelOf: sourceLabel,
  other: 'Another source',
};
