import { defaultSources, findSource } from '@leadbridge/domain';

import { inWords } from './format.js';

/** A source of leads as people know it: `provider_a` is `Provider A`. */
export function sourceLabel(name: string): string {
  return findSource(defaultSources, name)?.label ?? inWords(name);
}
