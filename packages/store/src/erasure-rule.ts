import type { ErasedKind } from '@leadbridge/contracts';
import type { Erasure } from '@leadbridge/usecases';

/** Whose documents an erasure removes or changes. */
type Filter = (of: Erasure) => object;

export type ErasureStep =
  | { readonly deleteMany: { readonly filter: object } }
  | { readonly updateMany: { readonly filter: object; readonly update: object } };

/** What the transaction that removes the leads of a person does in another collection, or in theirs. */
export interface ErasedWithLeads {
  readonly steps: (of: Erasure) => readonly ErasureStep[];
  /** How the result calls what is removed; null if it does not count it. */
  readonly countedAs: ErasedKind | null;
}

/**
 * What an erasure does with a collection: `searched` if it reads every document (`traceKinds`), `by hand` if code of
 * its own does it, next to which a comment says why.
 */
export type ErasureRule = ErasedWithLeads | 'searched' | 'by hand';

export function removed(filter: Filter, countedAs: ErasedKind | null = null): ErasedWithLeads {
  return { steps: (of) => [{ deleteMany: { filter: filter(of) } }], countedAs };
}

export function ofLeads({ leadIds }: Erasure) {
  return { leadId: { $in: [...leadIds] } };
}
