import type { Dialect } from './switches.js';
import type { StandingFailure } from './faults/standing-faults.js';

export const psaKindNames = ['usual', 'bare', 'failing'] as const;

/** A kind of PSA: its dialect, and its permanent failures. */
export interface PsaKind {
  readonly name: (typeof psaKindNames)[number];
  /** What differs from the default dialect. */
  readonly dialect: Partial<Dialect>;
  /** Null where calls fail only by the faults that are set. */
  readonly failure: StandingFailure | null;
}

/** The kinds that every acceptance suite runs against; each is allowed by what the service expects of a PSA. */
export const psaKinds: Readonly<Record<PsaKind['name'], PsaKind>> = {
  usual: { name: 'usual', dialect: {}, failure: null },
  // As little as a PSA may tell: whose a ticket is, how many rows there are and in which order, and what was created a moment ago.
  bare: {
    name: 'bare',
    dialect: {
      lists: 'bare',
      lookUps: 'envelope',
      pageCap: 20,
      recordCount: false,
      order: 'arbitrary',
      reads: 'wrapped',
      writes: 'array',
      arrayCap: 40,
      bulkStatus: 'word',
      bulkOrder: 'shuffled',
      customFieldValues: 'option_ids',
      unsetCustomFields: 'omitted',
      customFieldsInLists: false,
      clientSites: 'own',
      ticketPeople: false,
      lastUpdatedBy: 'omitted',
      search: 'words',
      searchLagMilliseconds: 150,
      errors: 'fields',
    },
    failure: null,
  },
  failing: {
    name: 'failing',
    dialect: {},
    failure: {
      probability: 0.05,
      forms: [
        { kind: 'drop', when: 'after' },
        { kind: 'drop', when: 'during' },
        { kind: 'error', when: 'after', status: 503 },
        { kind: 'html_502', when: 'after' },
      ],
    },
  },
};
