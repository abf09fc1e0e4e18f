import { describe, expect, it } from '@jest/globals';

import type { TicketSnapshot } from './model.js';
import {
  FINDING_KINDS,
  findingOfMissing,
  findingOfTicket,
  remediesOf,
  REMEDIES,
  type ComparedTicket,
  type ReconciledRecord,
  type ShownState,
} from './reconciliation.js';

const lead = (status: NonNullable<ShownState>['status']): ShownState => ({ kind: 'lead', status });
const prospect = (status: NonNullable<ShownState>['status']): ShownState => ({ kind: 'prospect', status });

function ticketOf(changes: Partial<TicketSnapshot> = {}): TicketSnapshot {
  return {
    id: 7,
    tickettypeId: 1,
    statusId: 2,
    summary: '',
    clientId: null,
    siteId: null,
    userId: null,
    email: null,
    userName: null,
    clientName: null,
    lastUpdatedBy: null,
    customFields: {},
    ...changes,
  };
}

const record: ReconciledRecord = {
  status: 'researching',
  prospectStatus: null,
  irregular: null,
  isNewer: false,
};

function found(
  changes: Partial<Omit<ComparedTicket, 'ticket' | 'record'>> & {
    readonly ticket?: Partial<TicketSnapshot>;
    readonly record?: Partial<ReconciledRecord> | null;
  } = {},
) {
  return findingOfTicket({
    state: lead('researching'),
    isDuplicate: false,
    isOnLedger: false,
    ...changes,
    ticket: ticketOf(changes.ticket),
    record: changes.record === null ? null : { ...record, ...changes.record },
  });
}

describe('a ticket compared with its record', () => {
  it('has no finding if both agree, or if only the PSA knows its status', () => {
    expect(found()).toBeNull();
    expect(found({ state: null })).toBeNull();
    expect(found({ state: lead('invalid_data'), record: { status: 'undone' } })).toBeNull();
    expect(
      found({
        ticket: { tickettypeId: 2 },
        state: prospect('qualified'),
        record: { status: 'engaged', prospectStatus: 'qualified' },
      }),
    ).toBeNull();
  });

  it.each([
    ['another status', { state: lead('contacted') }, 'status_drift'],
    ['the status of a prospect', { state: prospect('new_prospect') }, 'status_drift'],
    ['an undone lead that is open again', { record: { status: 'undone' as const } }, 'status_drift'],
    ['another type', { ticket: { tickettypeId: 2 } }, 'type_drift'],
    ['the type of an incident', { ticket: { tickettypeId: 31 }, state: null }, 'type_drift'],
    ['no record', { record: null }, 'unknown_ticket'],
    ['CF_105', { ticket: { customFields: { 105: 'true' } } }, 'opt_out_missing'],
    ['CF_105 in a row of a list', { ticket: { doNotContact: true } }, 'opt_out_missing'],
    ['the status Do Not Contact', { state: lead('do_not_contact'), record: null }, 'opt_out_missing'],
    ['a key of two tickets', { isDuplicate: true, ticket: { doNotContact: true } }, 'duplicate_ticket'],
  ])('that shows %s has a finding', (_name, changes, kind) => {
    expect(found(changes)).toBe(kind);
  });

  it('has no missing opt-out if the ledger has it', () => {
    const ticket = { customFields: { 105: true } };
    expect(found({ ticket, isOnLedger: true })).toBeNull();
    expect(found({ ticket, isOnLedger: true, record: null })).toBe('unknown_ticket');
  });

  it('has no finding if the record is newer, or knows the transition and did not follow it', () => {
    expect(found({ state: lead('contacted'), record: { isNewer: true } })).toBeNull();
    const irregular = { from: 'researching', psaStatusId: 2, psaTickettypeId: 1 };
    expect(found({ state: lead('engaged'), record: { irregular } })).toBeNull();
    expect(found({ ticket: { statusId: 3 }, state: lead('engaged'), record: { irregular } })).toBe(
      'status_drift',
    );
    expect(found({ record: { isNewer: true }, ticket: { doNotContact: true } })).toBe('opt_out_missing');
  });

  it('has a finding if it returned to a status that it had jumped to, and the record has moved on', () => {
    const irregular = { from: 'new_lead', psaStatusId: 2, psaTickettypeId: 1 };
    expect(found({ state: lead('contacted'), record: { irregular } })).toBe('status_drift');
    expect(found({ state: lead('contacted'), record: { irregular, status: 'new_lead' } })).toBeNull();
  });

  it('of a prospect may still have the type or the status of the lead, but not both', () => {
    const converted = { status: 'engaged', prospectStatus: 'new_prospect' } as const;
    expect(found({ ticket: { tickettypeId: 2 }, state: lead('engaged'), record: converted })).toBeNull();
    expect(found({ state: prospect('new_prospect'), record: converted })).toBeNull();
    expect(found({ state: lead('engaged'), record: converted })).toBe('type_drift');
    expect(found({ ticket: { tickettypeId: 2 }, state: lead('contacted'), record: converted })).toBe(
      'status_drift',
    );
    expect(found({ ticket: { tickettypeId: 2 }, state: null, record: null })).toBeNull();
  });
});

describe('a record without its ticket', () => {
  it('has a finding unless it was undone or has changed since', () => {
    expect(findingOfMissing(record)).toBe('missing_ticket');
    expect(findingOfMissing({ ...record, status: 'undone' })).toBeNull();
    expect(findingOfMissing({ ...record, isNewer: true })).toBeNull();
  });

  it('may be forgotten, except for a prospect', () => {
    expect(remediesOf('missing_ticket', record)).toEqual(['forget', 'keep']);
    expect(remediesOf('missing_ticket', { prospectStatus: 'qualified' })).toEqual(['keep']);
  });
});

describe('findings', () => {
  it('have the kinds of the design, with remedies that each name one action', () => {
    expect(FINDING_KINDS).toHaveLength(10);
    expect([...REMEDIES].sort()).toEqual(['adopt', 'alias', 'follow', 'forget', 'keep', 'mark', 'opt_out']);
    expect(remediesOf('duplicate_client', null)).toEqual(['alias']);
    expect(remediesOf('duplicate_ticket', null)).toEqual([]);
  });
});
