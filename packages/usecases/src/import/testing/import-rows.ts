import { defaultSources, findSource, type LeadSource, type TicketSnapshot } from '@leadbridge/domain';

import type { KnownLead } from '../../ports/import-store.js';
import { cleanRow } from '../read/clean.js';
import { startWork, type ImportOptions, type ImportRow, type MatchedRow } from '../import-row-state.js';

/** When the rows of tests are accepted: a minute before `createManualClock` begins. */
const acceptedAt = Date.parse('2026-01-31T08:59:00.000Z');

/** A lead as a caller sends it. */
export const alex = {
  email: 'alex@example.com',
  first_name: 'Alex',
  last_name: 'Example',
  company: 'Example Inc',
};
export const robin = {
  email: 'robin@example.org',
  first_name: 'Robin',
  last_name: 'Sample',
  company: 'Sample Ltd',
};

export function sourceNamed(name: string): LeadSource {
  const source = findSource(defaultSources, name);
  if (source === null) {
    throw new Error(`There is no source ${name}`);
  }
  return source;
}

export interface RowGiven extends Partial<Omit<ImportRow, 'options' | 'source'>> {
  readonly options?: Partial<ImportOptions>;
  readonly source?: string;
  readonly index?: number;
}

/** A row of a job `job_a1`, in the form that the engine takes. */
export function importRow(
  data: unknown = alex,
  { options, source, index = 0, ...given }: RowGiven = {},
): ImportRow {
  return {
    ref: { jobId: 'job_a1', index },
    row: index + 1,
    requestId: 'req_1',
    source: sourceNamed(source ?? 'csv'),
    data,
    options: { deduplication: true, updateExisting: true, customFields: true, strict: false, ...options },
    acceptedAt,
    intent: null,
    planned: null,
    ...given,
  };
}

/** A row at the start of its way through the stages, with the given results of earlier stages. */
export function rowState(
  data: unknown = alex,
  { learnt = {}, ...given }: RowGiven & { readonly learnt?: Partial<MatchedRow> } = {},
): MatchedRow {
  const clean = cleanRow(importRow(data, given), { defaultCountry: 'US' });
  if ('status' in clean) {
    throw new Error(`The row is rejected: ${clean.error}`);
  }
  return { ...startWork(clean), ...learnt };
}

/** Our record of the lead of a row: an early lead, imported from Provider A a month ago. */
export function knownLead(
  row: Pick<MatchedRow, 'recordKey' | 'lead'>,
  known: Partial<KnownLead> = {},
): KnownLead {
  return {
    leadId: 12,
    key: row.recordKey,
    psaTicketId: 300,
    psaUserId: 200,
    isEarly: true,
    sources: {
      provider_a: {
        kind: 'provider_a',
        lead: row.lead,
        receivedAt: '2025-12-31T09:00:00.000Z',
        jobId: 'job_old',
      },
    },
    externalIds: [],
    updatedAt: '2025-12-31T09:00:00.000Z',
    doNotContact: false,
    isUndone: false,
    personKeys: [],
    fields: {},
    ...known,
  };
}

/** A ticket of type Lead, as the service wrote it. */
export function leadTicket(ticket: Partial<TicketSnapshot> = {}): TicketSnapshot {
  return {
    id: 300,
    tickettypeId: 1,
    statusId: 1,
    summary: 'Alex Example - Example Inc',
    clientId: 10,
    siteId: 20,
    userId: 200,
    email: 'alex@example.com',
    userName: 'Alex Example',
    clientName: 'Example Inc',
    lastUpdatedBy: 7,
    customFields: {},
    ...ticket,
  };
}
