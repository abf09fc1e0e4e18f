import type { PreparedThing } from '@leadbridge/integrations';

import { UsageError } from '../command-error.js';
import type { PsaContext } from './psa-context.js';

export interface PrepareOptions {
  readonly write?: boolean;
  readonly dryRun?: boolean;
}

const words: Readonly<Record<PreparedThing['state'], string>> = {
  missing: 'missing',
  created: 'created',
  by_hand: 'to create by hand',
};

/**
 * Lists what the PSA lacks and can be created, or creates it.
 *
 * @returns whether nothing must be created manually
 * @throws UsageError unless exactly one of the two is selected
 */
export async function preparePsa(
  { terminal, prepare }: Pick<PsaContext, 'terminal' | 'prepare'>,
  { write = false, dryRun = false }: PrepareOptions,
): Promise<boolean> {
  if (write === dryRun) {
    throw new UsageError('Say either --dry-run, which lists what would be created, or --write');
  }
  const things = await prepare({ write });
  if (things.length === 0) {
    terminal.result('The PSA lacks nothing that could be created');
    return true;
  }
  for (const { state, kind, name, description, refusal } of things) {
    const why = refusal === undefined ? '' : ` (${refusal})`;
    terminal.result(`${words[state]}: ${kind} '${name}', ${description}${why}`);
  }
  return things.every(({ state }) => state !== 'by_hand');
}
