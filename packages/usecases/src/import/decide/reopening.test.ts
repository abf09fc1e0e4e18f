import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import type { ImportIntent } from '../../ports/import-store.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { Suppressed } from '../import-row-state.js';
import { reopeningOf } from './reopening.js';
import { alex, knownLead, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';

const at = '2026-01-31T09:00:00.000Z';
const closed = 9;
const begun: ImportIntent = { kind: 'reopen', at, ticketId: 300 };

function reopening(
  ticket: Partial<TicketSnapshot> | null,
  {
    isUndone = true,
    psaTicketId = 300,
    suppressed = null,
    psa = {},
    ...given
  }: RowGiven & {
    isUndone?: boolean;
    psaTicketId?: number | null;
    suppressed?: Suppressed | null;
    psa?: MemoryPsaOptions;
  } = {},
) {
  const row = rowState({ ...alex, technologies: 'AWS' }, given);
  row.ticket = ticket === null ? null : leadTicket({ statusId: closed, ...ticket });
  row.known = knownLead(row, { isUndone, psaTicketId });
  row.closedStatusId = closed;
  row.suppressed = suppressed;
  return reopeningOf(row, stageContext(createImportWorld(psa)), at);
}

describe('the ticket of a lead whose import was undone', () => {
  it('becomes the ticket of a new lead, with a note about it', () => {
    expect(reopening({})).toEqual({
      kind: 'reopen',
      changes: {
        status_id: 1,
        customfields: expect.arrayContaining([
          { id: 101, value: 'CSV' },
          { id: 106, value: 'AWS' },
        ]),
      },
      note: expect.stringContaining('Reference: job_a1#0'),
    });
  });

  it.each<[string, Parameters<typeof reopening>]>([
    ['there is no ticket', [null]],
    ['the lead was not undone', [{}, { isUndone: false }]],
    ['the ticket is not that of its record', [{}, { psaTicketId: 299 }]],
    ['people have moved it on', [{ statusId: 3 }]],
    ['people have promoted it', [{ tickettypeId: 2 }]],
    ['people have written to it', [{ lastUpdatedBy: 3 }]],
    ['it shows an opt-out', [{ customFields: { 105: 'Yes' } }]],
    ['it shows an opt-out in a list without fields', [{ lacksCustomFields: true, doNotContact: true }]],
  ])('is not changed if %s', (_why, given) => {
    expect(reopening(...given)).toBeNull();
  });

  it('is reopened even if the PSA has no status for an undo, so that the undo left it in the initial one', () => {
    expect(reopening({ statusId: 1 })?.kind).toBe('reopen');
  });

  it('gets no values that it already has', () => {
    const plan = reopening({ statusId: 1, customFields: { 101: 'CSV', 105: false, 106: 'AWS' } });
    expect(plan).toMatchObject({ kind: 'reopen', changes: {} });
    expect(plan).not.toHaveProperty('changes.status_id');
    expect(plan).not.toHaveProperty('changes.customfields');
  });

  it('gets no text that the PSA has no field for', () => {
    const plan = reopening({ customFields: { 101: 'CSV', 105: false } }, { psa: { keeps: { 106: 0 } } });
    expect(plan).toEqual({ kind: 'reopen', changes: { status_id: 1 }, note: expect.any(String) });
  });

  it('gets only its source as a custom field if the import sends none', () => {
    const plan = reopening({}, { options: { customFields: false } });
    expect(plan).not.toHaveProperty(
      'changes.customfields',
      expect.arrayContaining([{ id: 106, value: 'AWS' }]),
    );
  });
});

describe('a reopening begun by an earlier run', () => {
  it('is completed with what is missing', () => {
    const plan = reopening(
      { statusId: 1, customFields: { 101: 'CSV', 105: false } },
      { intent: begun, isUndone: false, psaTicketId: 299 },
    );
    expect(plan).toMatchObject({ changes: { customfields: [{ id: 106, value: 'AWS' }] } });
  });

  it.each<[string, Partial<TicketSnapshot>]>([
    ['moved it on', { statusId: 3 }],
    ['promoted it', { tickettypeId: 2 }],
    ['written to it', { lastUpdatedBy: 3 }],
  ])('leaves the ticket, and adds its note, once people have %s', (_what, ticket) => {
    expect(reopening(ticket, { intent: begun })).toMatchObject({
      kind: 'reopen',
      changes: {},
      note: expect.stringContaining('job_a1#0'),
    });
  });

  it.each<[string, Suppressed | null]>([
    ['an opt-out of ours has', { by: 'email', suppressionId: 'sup_1' }],
    ['people have', null],
  ])('keeps the flag that %s put on the ticket since', (_who, suppressed) => {
    const customFields = { 101: 'CSV', 105: true, 106: 'AWS' };
    const plan = reopening({ customFields }, { intent: begun, suppressed });
    expect(plan).toEqual({ kind: 'reopen', changes: { status_id: 1 }, note: expect.any(String) });
  });

  it('does not apply to another ticket', () => {
    const given = { intent: { ...begun, ticketId: 299 }, isUndone: false };
    expect(reopening({}, given)).toBeNull();
  });
});
