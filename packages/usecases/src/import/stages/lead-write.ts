import { qualityScore } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { ExternalId, LeadWrite } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import { keysOfPerson, type ImportRowState } from '../import-row-state.js';
import { optOutOfRow } from '../opt-out-of-row.js';
import { fieldsOfRow } from './field-states.js';

/** A lead that has had more names, companies and numbers than make so many keys is no person; the newest count. */
const maxPersonKeys = 200;

/** The record of a row's lead as the import leaves it. */
export function leadWrite(
  row: ImportRowState,
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
  const { source } = row.row;
  return {
    key: row.recordKey,
    leadId,
    isNew: row.known === null,
    psaTicketId,
    ticketCreatedAfter:
      row.plan?.kind === 'create' || row.plan?.kind === 'adopt' ? isoTime(row.row.acceptedAt) : null,
    psaClientId: row.place.clientId,
    psaSiteId: row.place.siteId,
    psaUserId: row.place.userId,
    source: source.name,
    sourceData: { kind: source.kind, lead: row.lead, receivedAt: at, jobId: row.row.ref.jobId },
    externalIds: externalIdsOf(row),
    merged: row.merged,
    provenance: row.provenance,
    fields: fieldsOfRow(row, at, session),
    bySource: row.bySource,
    qualityScore: qualityScore(row.merged),
    status: row.begins.lead,
    revives: isRevived(row),
    personKeys: keysOfPerson(row).slice(0, maxPersonKeys),
    hasOptedOut: row.merged.doNotContact || row.suppressed !== null,
    optOut: optOutOfRow(row, { leadId, psaTicketId, at }),
  };
}

/** An import without an id leaves the one that its source has given before. */
function externalIdsOf({ row, known, externalId }: ImportRowState): readonly ExternalId[] {
  const before = known?.externalIds ?? [];
  const source = row.source.name;
  return externalId === null
    ? before
    : [...before.filter((id) => id.source !== source), { source, externalId }];
}

/** Of somebody who has opted out nothing new begins. */
export function isRevived({ known, suppressed, plan }: ImportRowState): boolean {
  return known?.isUndone === true && !(suppressed !== null && plan?.kind === 'leave');
}
