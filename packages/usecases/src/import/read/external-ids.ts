import type { FailedOutcome, ImportStore } from '../../ports/import-store.js';
import type { CleanRow, MatchedRow } from '../import-row-state.js';

/** Claims and finds a row by its external id, which is scoped to its source; null without one. */
export function externalKeyOf({
  row,
  externalId,
}: Pick<CleanRow, 'externalId'> & {
  readonly row: { readonly source: { readonly name: string } };
}): string | null {
  return externalId === null ? null : `external:${row.source.name}:${externalId}`;
}

/** A row that an earlier run has begun in the PSA is still completed, without the id of another lead. */
export async function refuseTakenExternalIds(
  rows: readonly MatchedRow[],
  store: Pick<ImportStore, 'findExternalIds'>,
): Promise<void> {
  const asked = rows.flatMap(({ row, externalId }) =>
    externalId === null ? [] : [{ source: row.source.name, externalId }],
  );
  if (asked.length === 0) {
    return;
  }
  const holders = await store.findExternalIds(asked);
  for (const state of rows) {
    const holder = holders.find(
      ({ source, externalId }) => source === state.row.source.name && externalId === state.externalId,
    );
    if (holder === undefined || holder.key === state.recordKey) {
      continue;
    }
    // In a dry run, a lead that is yet to be created has no number.
    const name = holder.leadId < 0 ? 'a lead of an earlier row' : `lead ${holder.leadId}`;
    const refusal = externalIdInUse(holder.externalId, name);
    if (state.row.intent === null) {
      state.outcome = refusal;
    } else {
      state.externalId = null;
      state.warnings = [...state.warnings, `${refusal.error}; the lead has none`];
    }
  }
}

/** @param holder the owner of the id, e.g. `lead 12` */
export function externalIdInUse(externalId: string, holder: string): FailedOutcome {
  const message = `The external_id is another person's: ${holder}`;
  return {
    status: 'failed',
    code: 'EXTERNAL_ID_IN_USE',
    error: message,
    suggestion: 'Send the id that the source has for this person, or none',
    faults: [{ field: 'data.external_id', value: externalId, message }],
  };
}
