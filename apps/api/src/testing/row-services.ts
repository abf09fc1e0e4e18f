import { defaultSources } from '@leadbridge/domain';
import type { JobRow, SentRow } from '@leadbridge/usecases';

import type { RowServices } from '../presenters/row-person.js';

/** Services that have these rows, and what was sent of them. */
export function rowServices(rows: readonly JobRow[], sent: readonly SentRow[] = []): RowServices {
  return {
    settings: { current: () => ({ sources: defaultSources, defaultCountry: 'US' }) as never },
    jobs: {
      sentRows: async (refs) =>
        Promise.resolve(sent.filter((row) => refs.some((ref) => keyOf(ref) === keyOf(row)))),
      async *streamRows() {
        yield* await Promise.resolve(rows);
      },
    },
  };
}

function keyOf({ jobId, index }: Pick<SentRow, 'jobId' | 'index'>): string {
  return `${jobId}:${index}`;
}
