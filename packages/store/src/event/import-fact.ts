import { number, type ValuesOf } from '../fields.js';

export const importCounts = {
  created: number(),
  updated: number(),
  skipped: number(),
  preserved: number(),
  failed: number(),
};

export type ImportCounts = ValuesOf<typeof importCounts>;

/** How the rows of one source in one batch ended; the analytics sum these up. */
export interface ImportFact extends ImportCounts {
  readonly at: Date;
  readonly source: string;
}

export function emptyFact(at: Date, source: string): ImportFact {
  return { at, source, created: 0, updated: 0, skipped: 0, preserved: 0, failed: 0 };
}
