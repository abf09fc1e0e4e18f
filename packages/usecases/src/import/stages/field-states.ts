import { clip, fieldStates, type FieldChange, type FieldStates } from '@leadbridge/domain';

import type { RowOutcome } from '../../ports/import-store.js';
import type { PsaSession } from '../../ports/psa.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import { contactSnapshot, type WrittenRow } from '../import-row-state.js';
import { createTextFit } from '../text-fit.js';

/** The history has no retention limit, so it holds only the beginning of a long text. */
const maxChangeLength = 500;

/** The state of the fields of a row's lead after its import. */
export function fieldsOfRow(state: WrittenRow, at: string, session: Pick<PsaSession, 'fit'>): FieldStates {
  const { plan, ticket, row: sent } = state;
  const fitText = createTextFit(state, session);
  const isRead = ticket !== null && ticket.lacksCustomFields !== true;
  return fieldStates({
    source: sent.source.name,
    jobId: sent.ref.jobId,
    at,
    offered: state.lead,
    merged: { lead: state.merged, provenance: state.provenance },
    bySource: state.bySource,
    previous: state.known?.fields ?? {},
    result: resultOf(state),
    standing: isRead ? { customFields: ticket.customFields, contact: contactSnapshot(state) } : null,
    written:
      plan?.kind === 'update'
        ? { customFields: plan.customFields, contact: plan.contact }
        : { customFields: {}, contact: {} },
    fieldsUpdated: plan?.kind === 'update' ? plan.fieldsUpdated : [],
    kept: plan?.kind === 'update' || plan?.kind === 'leave' ? plan.kept : {},
    updateExisting: sent.options.updateExisting,
    customFields: sent.options.customFields,
    fit: (name, text) =>
      name.startsWith('CF_')
        ? fitText(Number(name.slice('CF_'.length)), text)
        : name === 'linkedin_url'
          ? session.fit('user.linkedin_url', text)
          : text,
  });
}

function resultOf({ plan }: WrittenRow): 'created' | 'updated' | 'skipped' | 'preserved' {
  switch (plan?.kind) {
    case 'update':
      return 'updated';
    case 'leave':
      return plan.result;
    default:
      return 'created';
  }
}

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
