import { isCutForm, mergeSources } from '@leadbridge/domain';

import type { PsaSession } from '../ports/psa.js';
import type { ImportRowState } from './import-row-state.js';

/**
 * How the ticket of a row keeps a text of a custom field: as the PSA tells, or cut as it stands there. A PSA that does not tell how long a
 * text may be shows it by what has become of one that an earlier import offered too: its beginning, which is no reason to write it again.
 */
export function createTextFit(
  { known, ticket, row: { source } }: Pick<ImportRowState, 'known' | 'ticket' | 'row'>,
  session: Pick<PsaSession, 'fit'>,
): (id: number, text: string) => string {
  let offeredBefore: Readonly<Partial<Record<number, unknown>>> | null = null;
  return (id, text) => {
    const fitted = session.fit(id, text);
    const current = ticket?.customFields[id];
    if (known === null || typeof current !== 'string' || !isCutForm(fitted, current)) {
      return fitted;
    }
    offeredBefore ??= mergeSources(known.sources, source.name).lead.customFields;
    return offeredBefore[id] === text ? current : fitted;
  };
}
