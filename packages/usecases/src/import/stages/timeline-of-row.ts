import { clip, type FieldChange } from '@leadbridge/domain';

import type { RowOutcome } from '../../ports/import-store.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import type { WrittenRow } from '../import-row-state.js';

/** The history has no retention limit, so it holds only the beginning of a long text. */
const maxChangeLength = 500;

/** The entry that a lead's history keeps about an import. */
export function timelineOfRow(
  state: WrittenRow,
  { outcome, leadId, at }: { readonly outcome: RowOutcome; readonly leadId: number; readonly at: string },
): NewTimelineEntry {
  const base = {
    kind: 'import',
    leadId,
    at,
    jobId: state.row.ref.jobId,
    index: state.row.ref.index,
    row: state.row.row,
    source: state.row.source.name,
  } as const;
  if (outcome.status === 'failed') {
    return {
      result: 'failed',
      reason: outcome.code,
      psaTicketId: state.known?.psaTicketId ?? null,
      changes: {},
      fieldsPreserved: [],
      manualWorkDetected: false,
      ...base,
    };
  }
  return {
    result: outcome.result,
    reason: outcome.reason ?? null,
    psaTicketId: outcome.psaTicketId,
    changes: state.plan?.kind === 'update' ? cutChanges(state.plan.changes) : {},
    fieldsPreserved: outcome.fieldsPreserved ?? [],
    manualWorkDetected: outcome.manualWorkDetected ?? false,
    ...(outcome.companyMatch === undefined ? {} : { companyMatch: outcome.companyMatch }),
    ...base,
  };
}

function cutChanges(changes: Readonly<Record<string, FieldChange>>): Readonly<Record<string, FieldChange>> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [field, { from: cut(from), to: cut(to) }]),
  );
}

function cut<Value>(value: Value): Value | string {
  return typeof value === 'string' && value.length > maxChangeLength
    ? `${clip(value, maxChangeLength)}…`
    : value;
}
