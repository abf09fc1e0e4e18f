import { fieldStates, type FieldStates } from '@leadbridge/domain';

import type { PsaSession } from '../../ports/psa.js';
import { contactSnapshot, type WrittenRow } from '../import-row-state.js';
import { createTextFit } from '../decide/index.js';

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
