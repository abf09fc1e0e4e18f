import type { Dialect } from '../switches.js';
import type { FaultRule } from './fault-rule.js';
import { shuffled } from './seeded-random.js';

export interface BulkEntry {
  readonly index: number;
  readonly status: number | string;
  readonly id?: number;
  readonly error?: string;
}

/** The entries of an array that are not applied because of faults. */
export interface BulkPlan {
  readonly failing: ReadonlySet<number>;
  readonly withoutResponse: ReadonlySet<number>;
  readonly unapplied: ReadonlySet<number>;
}

/** Decides before anything is applied which entries of an array of `length` will fail or get no response. */
export function planBulk(rules: readonly FaultRule[], length: number, random: () => number): BulkPlan {
  const all = Array.from({ length }, (_, index) => index);
  const failing = new Set<number>();
  const withoutResponse = new Set<number>();
  const unapplied = new Set<number>();
  for (const rule of rules) {
    if (rule.kind === 'bulk_partial') {
      for (const index of rule.indexes ?? all.filter((position) => position % 2 === 1)) {
        failing.add(index);
      }
    }
    if (rule.kind === 'bulk_short') {
      for (const index of shuffled(all, random).slice(0, rule.missing ?? Math.ceil(length / 2))) {
        withoutResponse.add(index);
        if (rule.applied === false) {
          unapplied.add(index);
        }
      }
    }
  }
  return { failing, withoutResponse, unapplied };
}

/** The response as it leaves: without the entries that get no response, doubled, and in another order, where faults or the dialect say so. */
export function dressBulk(
  entries: readonly BulkEntry[],
  plan: BulkPlan,
  rules: readonly FaultRule[],
  { bulkOrder, random }: { readonly bulkOrder: Dialect['bulkOrder']; readonly random: () => number },
): readonly BulkEntry[] {
  let response = entries.filter((entry) => !plan.withoutResponse.has(entry.index));
  if (rules.some((rule) => rule.kind === 'bulk_doubled')) {
    response = response.flatMap((entry) => [entry, entry]);
  }
  const isShuffled = bulkOrder === 'shuffled' || rules.some((rule) => rule.kind === 'bulk_shuffled');
  return isShuffled ? shuffled(response, random) : response;
}
