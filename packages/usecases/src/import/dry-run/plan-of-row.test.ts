import { describe, expect, it } from '@jest/globals';

import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, knownLead, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { createDryRunMemory } from './dry-run-memory.js';
import { outcomeNow, planOfFailure, planOfRow } from './plan-of-row.js';

const lead = { ...alex, technologies: 'AWS', linkedin_url: 'https://linkedin.com/in/alex' };
const stands = { clientId: 10, siteId: 20, userId: 200 };
type Update = Extract<RowPlan, { kind: 'update' }>;

const update: Update = {
  ...{ kind: 'update', customFields: { 106: 'AWS' }, contact: {}, fieldsUpdated: ['CF_106'] },
  ...{ fieldsPreserved: [], manualWorkDetected: false, note: 'note' },
  changes: { CF_106: { from: 'Azure', to: 'AWS' } },
  kept: { CF_102: { value: 'Cloud and backup', offered: 'Cloud', rule: 'not_longer' } },
};
const ofContact: Update = {
  ...update,
  changes: { phonenumber: { from: null, to: '+12025550100' } },
  kept: {},
};
const leave: RowPlan = {
  kind: 'leave',
  result: 'skipped',
  reason: 'No new data to update',
  kept: update.kept,
};
const reopen: RowPlan = {
  kind: 'reopen',
  changes: { status_id: 1, customfields: [{ id: 106, value: 'AWS' }] },
  note: 'again',
};

const rowOf = (plan: RowPlan | null, learnt: Partial<MatchedRow> = {}, given: RowGiven = {}): MatchedRow =>
  rowState(lead, { ...given, learnt: { plan, ...learnt } });
const standing = (plan: RowPlan, learnt: Partial<MatchedRow> = {}): MatchedRow =>
  rowOf(plan, { psaIds: stands, ticket: leadTicket({ statusId: 9 }), ...learnt });
const planned = (row: MatchedRow, psa: MemoryPsaOptions = {}, memory = createDryRunMemory()) =>
  planOfRow(row, stageContext(createImportWorld(psa)), memory);

describe('the plan of a new lead', () => {
  const psaIds = { clientId: -1, siteId: -2, userId: -3 };

  it('contains its client, site, contact and ticket as they would be created', () => {
    const memory = createDryRunMemory();
    memory.ownSites.add(-2);
    const plan = planned(rowOf({ kind: 'create' }, { psaIds, lists: ['Source: CSV'] }), {}, memory);
    expect(plan).toMatchObject({
      client: { action: 'create', id: null, name: 'Example' },
      site: { action: 'create', id: null, name: 'Main' },
      contact: {
        action: 'create',
        id: null,
        changes: {
          emailaddress: { from: null, to: 'alex@example.com' },
          linkedin_url: { from: null, to: expect.stringContaining('linkedin.com/in/alex') },
        },
      },
      ticket: { action: 'create', id: null, changes: { CF_106: { from: null, to: 'AWS' } }, kept: {} },
      lists: ['Source: CSV'],
      note: null,
      psa_requests: 5,
    });
    expect(plan).not.toHaveProperty('reason');
  });

  it('counts no request for a site that comes with its client, nor for lists that are set on creation', () => {
    const row = rowOf({ kind: 'create' }, { psaIds, lists: ['Source: CSV'] });
    expect(planned(row, { listing: 'on_creation' }).psa_requests).toBe(3);
  });

  it('reuses what an earlier row would create', () => {
    const memory = createDryRunMemory();
    memory.ownSites.add(-2);
    planned(rowOf({ kind: 'create' }, { psaIds }), {}, memory);
    const second = planned(rowOf({ kind: 'create' }, { psaIds: { ...psaIds, userId: -4 } }), {}, memory);
    expect(second).toMatchObject({
      client: { action: 'reuse', id: null, name: 'Example' },
      site: { action: 'reuse', id: null, name: null },
      psa_requests: 2,
    });
  });

  it('reuses an existing contact', () => {
    const plan = planned(rowOf({ kind: 'create' }, { psaIds: stands }));
    expect(plan).toMatchObject({
      client: { action: 'reuse', id: 10 },
      site: { action: 'reuse', id: 20 },
      contact: { action: 'reuse', id: 200, changes: {} },
      psa_requests: 1,
    });
  });

  it('contains no text that the PSA has no field for', () => {
    const psa = { keeps: { 106: 0, 'user.linkedin_url': 0, 'client.name': 4 } };
    const plan = planned(rowOf({ kind: 'create' }, { psaIds }), psa);
    expect(plan.ticket?.changes).not.toHaveProperty('CF_106');
    expect(plan.contact?.changes).not.toHaveProperty('linkedin_url');
    expect(plan.client?.name).toBe('Exam');
  });

  it('contains no custom fields if the import sends none', () => {
    const plan = planned(rowOf({ kind: 'create' }, { psaIds }, { options: { customFields: false } }));
    expect(plan.ticket?.changes).not.toHaveProperty('CF_106');
  });
});

describe('the plan of a lead with a ticket', () => {
  it('contains for an update what it changes and what it keeps, with reasons', () => {
    expect(planned(standing(update))).toMatchObject({
      client: { action: 'reuse', id: 10, name: 'Example Inc' },
      contact: { action: 'reuse', id: 200, changes: {} },
      ticket: {
        action: 'update',
        id: 300,
        changes: { CF_106: { from: 'Azure', to: 'AWS' } },
        kept: { CF_102: { value: 'Cloud and backup', reason: 'not_longer' } },
      },
      note: 'note',
      psa_requests: 2,
    });
  });

  it('keeps nothing else in an update of a ticket without manual work', () => {
    expect(Object.keys(planned(standing(update)).ticket?.kept ?? {})).toEqual(['CF_102']);
  });

  it('contains only the contact for an update of the contact', () => {
    expect(planned(standing(ofContact))).toMatchObject({
      contact: { action: 'update', id: 200, changes: { phonenumber: { from: null, to: '+12025550100' } } },
      ticket: { action: 'none', changes: {} },
      psa_requests: 2,
    });
  });

  it('reports manual work on the ticket', () => {
    const plan = planned(standing({ ...update, manualWorkDetected: true }));
    expect(plan.ticket?.kept).toMatchObject({
      status_id: { value: 9, reason: 'manual_work' },
      workflow_position: { value: null, reason: 'manual_work' },
      CF_102: { reason: 'not_longer' },
    });
  });

  it('contains for a reopened ticket what is written to it', () => {
    expect(planned(standing(reopen))).toMatchObject({
      ticket: {
        action: 'update',
        id: 300,
        changes: { status_id: { from: 9, to: 1 }, CF_106: { from: null, to: 'AWS' } },
      },
      note: 'again',
      psa_requests: 2,
    });
  });

  it('contains for an unchanged lead only the reason', () => {
    expect(planned(standing(leave))).toMatchObject({
      ticket: { action: 'none', id: 300, changes: {}, kept: { CF_102: { reason: 'not_longer' } } },
      note: null,
      psa_requests: 0,
      reason: 'No new data to update',
    });
  });

  it('names the recorded ticket if nothing else is known', () => {
    const row = rowOf(leave);
    row.known = knownLead(row);
    expect(planned(row).ticket?.id).toBe(300);
    expect(planned(rowOf(leave))).not.toHaveProperty('ticket');
  });
});

it('gives the reason in the plan of a failed row', () => {
  expect(planOfFailure({ error: 'Invalid email address' })).toEqual({
    ...{ lists: [], note: null, psa_requests: 0, reason: 'Invalid email address' },
  });
});

describe('the outcome of a row as a commit compares it', () => {
  const context = stageContext(createImportWorld());

  it.each<[string, RowPlan | null, string, number | null]>([
    ['a new lead', { kind: 'create' }, 'created', null],
    ['a ticket that an earlier run has made', { kind: 'adopt' }, 'created', 300],
    ['one that is opened again', reopen, 'created', 300],
    ['an update', update, 'updated', 300],
    ['one that is left', leave, 'skipped', 300],
    ['nothing', null, 'rejected', 300],
  ])('is, of %s, its result and its ticket', (_which, plan, result, ticketId) => {
    const now = outcomeNow(rowOf(plan, { ticket: leadTicket() }), context);
    expect([now.result, now.psa_ticket_id]).toEqual([result, ticketId]);
  });

  it('contains the changes of ticket and contact', () => {
    const both: Update = {
      ...update,
      changes: { ...update.changes, phonenumber: { from: null, to: '1' } },
    };
    expect(Object.keys(outcomeNow(standing(both), context).changes)).toEqual(['CF_106', 'phonenumber']);
    expect(Object.keys(outcomeNow(standing(reopen), context).changes)).toEqual(['status_id', 'CF_106']);
    expect(outcomeNow(standing(leave), context).changes).toEqual({});
    expect(outcomeNow(rowOf({ kind: 'create' }), context).changes).toHaveProperty('CF_106');
  });
});
