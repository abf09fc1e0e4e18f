import type { TicketMark } from '@leadbridge/contracts';
import {
  customFieldName,
  DO_NOT_CONTACT_FIELD,
  LEAD_SOURCE_FIELD,
  parseFlag,
  gatingKeysOfLead,
  personOfLead,
  readFlagged,
  type ReadSettings,
} from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { OptOutRequest } from '../../ports/suppression.js';
import { optOutOfLead } from '../../suppression/opt-out-of-lead.js';
import type { ImportRow, WrittenRow } from '../import-row-state.js';

/** What to write if the source says so, or if the person has opted out before. */
export function optOutOfRow(
  state: WrittenRow,
  recorded: { readonly leadId: number; readonly psaTicketId: number; readonly at: string },
): OptOutRequest {
  const { merged, plan, ticket, row: sent } = state;
  const isNew = plan?.kind === 'create' || plan?.kind === 'adopt';
  const leadSource = isNew ? sent.source.label : ticket?.customFields[LEAD_SOURCE_FIELD];
  const request = optOutOfLead(
    { leadId: recorded.leadId, psaTicketId: recorded.psaTicketId, lead: merged, key: state.key.key },
    {
      origin: 'import',
      reason: reasonOfRow(state),
      at: recorded.at,
      by: 'import',
      marks: missingMarks(state),
      leadSource: leadSource === undefined ? null : String(leadSource ?? ''),
    },
  );
  return { ...request, ...traceOf(sent) };
}

function reasonOfRow({ merged, suppressed, shownOptOut, row }: WrittenRow): string {
  const known = 'An import contained a lead who has opted out';
  return merged.doNotContact ? reasonOf(row) : ((suppressed === null ? shownOptOut : null) ?? known);
}

function reasonOf({ source }: Pick<ImportRow, 'source'>): string {
  return `${source.label} says that the person must not be contacted`;
}

/** The marks that the import itself has not written to the ticket. An import never changes the status. */
function missingMarks({ merged, plan, ticket }: WrittenRow): readonly TicketMark[] {
  const isCreated = plan?.kind === 'create' && merged.doNotContact;
  const isRaised =
    plan?.kind === 'update' && plan.fieldsUpdated.includes(customFieldName(DO_NOT_CONTACT_FIELD));
  const isFlagged = isCreated || isRaised || parseFlag(ticket?.customFields[DO_NOT_CONTACT_FIELD]) === true;
  const isListed = isCreated || (plan?.kind === 'adopt' && merged.doNotContact);
  return [...(isFlagged ? [] : (['flag'] as const)), ...(isListed ? [] : (['list'] as const))];
}

/**
 * The opt-outs from a row whose lead is not recorded: it was rejected, refused by the PSA, or not reached. A
 * row that was rejected because it contains several people may carry several opt-outs. Empty if it carries
 * none, or does not identify the person.
 */
function optOutsOfUnrecordedRow(
  row: Pick<ImportRow, 'source' | 'data' | 'traceparent'>,
  at: string,
  settings: ReadSettings,
): readonly OptOutRequest[] {
  return readFlagged(row.source, row.data, settings).flatMap((lead): readonly OptOutRequest[] => {
    const keys = gatingKeysOfLead(lead);
    if (keys.length === 0) {
      return [];
    }
    const request: OptOutRequest = {
      origin: 'import',
      ticketId: null,
      leadId: null,
      person: personOfLead(lead),
      keys,
      leadSource: row.source.label,
      reason: reasonOf(row),
      marks: ['flag', 'list'],
      at,
      by: 'import',
      ...traceOf(row),
    };
    return [request];
  });
}

export function optOutsOfUnrecordedRows(
  rows: readonly Pick<ImportRow, 'source' | 'data' | 'traceparent'>[],
  at: string,
  settings: ReadSettings,
): readonly OptOutRequest[] {
  return rows.flatMap((row) => optOutsOfUnrecordedRow(row, at, settings));
}
