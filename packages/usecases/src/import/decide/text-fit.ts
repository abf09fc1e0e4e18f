import { isCutForm, mergeSources } from '@leadbridge/domain';

import type { PsaSession } from '../../ports/psa.js';
import type { WrittenRow } from '../import-row-state.js';

/**
 * Returns how the ticket of a row stores a text in a custom field: as the PSA declares, or truncated as
 * currently stored. A PSA that does not declare its maximum length reveals it: if it stores only the
 * beginning of a text that an earlier import also sent, there is no reason to write that text again.
 */
export function createTextFit(
  { known, ticket, row: { source } }: Pick<WrittenRow, 'known' | 'ticket' | 'row'>,
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
