import { DO_NOT_CONTACT_FIELD, customFieldName, LEAD_SOURCE_FIELD } from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { RowWork } from './row-work.js';
import type { OptOutRequest } from '../ports/opt-out.js';
import { optOutOfLead } from '../suppression/opt-out-of-lead.js';

/**
 * The opt-out that an import has just written to the PSA, as its source says that the person must not be contacted; none where that was
 * known before. A new ticket stands on its lists by the import itself.
 */
export function optOutOfRow(
  row: RowWork,
  recorded: { readonly leadId: number; readonly psaTicketId: number; readonly at: string },
): readonly OptOutRequest[] {
  const { merged, plan, ticket, row: sent } = row;
  const isNew = plan?.kind === 'create' || plan?.kind === 'adopt';
  const isRaised =
    plan?.kind === 'update' && plan.fieldsUpdated.includes(customFieldName(DO_NOT_CONTACT_FIELD));
  if (!merged.doNotContact || !(isNew || isRaised)) {
    return [];
  }
  const leadSource = isNew ? sent.source.label : ticket?.customFields[LEAD_SOURCE_FIELD];
  const request = optOutOfLead(
    { leadId: recorded.leadId, psaTicketId: recorded.psaTicketId, lead: merged, key: row.recordKey },
    {
      origin: 'import',
      reason: `${sent.source.label} says that the person must not be contacted`,
      at: recorded.at,
      by: 'import',
      marks: isNew ? [] : ['list'],
      leadSource: leadSource === undefined ? null : String(leadSource ?? ''),
    },
  );
  return [{ ...request, ...traceOf(sent) }];
}
