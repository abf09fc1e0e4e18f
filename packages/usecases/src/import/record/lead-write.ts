import { qualityScore, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { ExternalId, KnownLead, LeadWrite } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import { keysOfPerson, type WrittenRow } from '../import-row-state.js';
import { optOutOfRow } from './opt-outs-of-rows.js';
import { fieldsOfRow } from './field-states.js';

/** No real person has this many names, companies and numbers; the newest keys are kept. */
const maxPersonKeys = 200;

export function leadWrite(
  state: WrittenRow,
  {
    leadId,
    psaTicketId,
    at,
    session,
  }: {
    readonly leadId: number;
    readonly psaTicketId: number;
    readonly at: string;
    readonly session: StageContext['session'];
  },
): Omit<LeadWrite, 'prospect'> {
  const { source } = state.row;
  const personKeys = keysOfPerson(state).slice(0, maxPersonKeys);
  const ticketCreatedAfter =
    state.plan?.kind === 'create' || state.plan?.kind === 'adopt' ? isoTime(state.row.acceptedAt) : null;
  return {
    key: state.recordKey,
    leadId,
    isNew: state.known === null,
    psaTicketId,
    ticketCreatedAfter,
    psaClientId: state.psaIds.clientId,
    psaSiteId: state.psaIds.siteId,
    psaUserId: state.psaIds.userId,
    source: source.name,
    sourceData: { kind: source.kind, lead: state.lead, receivedAt: at, jobId: state.row.ref.jobId },
    externalIds: externalIdsOf(state),
    merged: state.merged,
    provenance: state.provenance,
    fields: fieldsOfRow(state, at, session),
    bySource: state.bySource,
    qualityScore: qualityScore(state.merged),
    status: state.begins.lead,
    revives: isRevived(state),
    personKeys,
    hasOptedOut: state.merged.doNotContact || state.suppressed !== null || state.shownOptOut !== null,
    isFoundByOptOuts:
      ticketCreatedAfter === null && !isRevived(state) && hadAlready(state.known, psaTicketId, personKeys),
    optOut: () => optOutOfRow(state, { leadId, psaTicketId, at }),
  };
}

function hadAlready(known: KnownLead | null, psaTicketId: number, keys: readonly SuppressionKey[]): boolean {
  const recorded = new Set(known?.personKeys.map(suppressionKeyText));
  return known?.psaTicketId === psaTicketId && keys.every((key) => recorded.has(suppressionKeyText(key)));
}

/** An import without an external id keeps the one that its source sent before. */
function externalIdsOf({ row, known, externalId }: WrittenRow): readonly ExternalId[] {
  const before = known?.externalIds ?? [];
  const source = row.source.name;
  return externalId === null
    ? before
    : [...before.filter((id) => id.source !== source), { source, externalId }];
}

/** A lead whose person has opted out is not revived. */
export function isRevived({ known, suppressed, plan }: WrittenRow): boolean {
  return known?.isUndone === true && !(suppressed !== null && plan?.kind === 'leave');
}
