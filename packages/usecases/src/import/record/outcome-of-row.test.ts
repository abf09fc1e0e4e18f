import { describe, expect, it } from '@jest/globals';

import type { SucceededOutcome } from '../../ports/import-store.js';
import { createDryRunMemory } from '../dry-run/dry-run-memory.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, knownLead, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { foreseen, succeeded, ticketOf } from './outcome-of-row.js';

const update: RowPlan = {
  kind: 'update',
  customFields: { 106: 'AWS' },
  contact: { phonenumber: '+12025550100' },
  fieldsUpdated: ['phonenumber', 'CF_106'],
  fieldsPreserved: ['CF_102'],
  manualWorkDetected: true,
  note: 'note',
  changes: {},
  kept: {},
};
const reopen: RowPlan = { kind: 'reopen', changes: {}, note: 'note' };
const leave: RowPlan = { kind: 'leave', result: 'preserved', reason: 'Do Not Contact', kept: {} };

const rowOf = (plan: RowPlan | null, learnt: Partial<MatchedRow> = {}, given: RowGiven = {}) =>
  rowState(alex, { ...given, learnt: { plan, ...learnt } });
const actionsOf = (row: MatchedRow): readonly string[] => succeeded(row, 12, 300).actionsTaken;

describe('the ticket of a row', () => {
  it.each<[string, number | null, Partial<MatchedRow>]>([
    ['that it made', 301, { ticketId: 301, ticket: leadTicket({ id: 302 }) }],
    ['that was found', 302, { ticket: leadTicket({ id: 302 }) }],
    ['that our record names', 300, {}],
  ])('is the one %s', (_which, id, learnt) => {
    const row = rowOf(leave, learnt);
    row.known = knownLead(row);
    expect(ticketOf(row)).toBe(id);
  });

  it('is null for a lead without one', () => {
    expect(ticketOf(rowOf(leave))).toBeNull();
    const row = rowOf(leave);
    row.known = knownLead(row, { psaTicketId: null });
    expect(ticketOf(row)).toBeNull();
  });
});

describe('the outcome of a row', () => {
  const lists = ['Source: CSV'];
  const noFields: RowGiven = { options: { customFields: false } };

  it.each<[string, MatchedRow, string, readonly string[]]>([
    ['created', rowOf({ kind: 'create' }), 'created', ['lead_created', 'custom_fields_populated']],
    [
      'adopted',
      rowOf({ kind: 'adopt' }, { lists }),
      'created',
      ['lead_created', 'custom_fields_populated', 'list_assigned'],
    ],
    ['created without custom fields', rowOf({ kind: 'create' }, {}, noFields), 'created', ['lead_created']],
    ['reopened', rowOf(reopen), 'created', ['lead_reopened', 'custom_fields_populated', 'note_added']],
    [
      'reopened, on a list',
      rowOf(reopen, { lists }, noFields),
      'created',
      ['lead_reopened', 'list_assigned', 'note_added'],
    ],
    [
      'reopened, without its note',
      rowOf(reopen, { noteRefusal: 'no' }, noFields),
      'created',
      ['lead_reopened'],
    ],
    ['updated', rowOf(update), 'updated', ['lead_updated', 'custom_fields_populated', 'note_added']],
    [
      'updated in its contact alone',
      rowOf({ ...update, fieldsUpdated: ['phonenumber'] }),
      'updated',
      ['lead_updated', 'note_added'],
    ],
    [
      'updated, without its note',
      rowOf(update, { noteRefusal: 'no' }),
      'updated',
      ['lead_updated', 'custom_fields_populated'],
    ],
    ['left', rowOf(leave), 'preserved', []],
    ['skipped', rowOf({ ...leave, result: 'skipped' }), 'skipped', []],
  ])('that was %s', (_how, row, result, actions) => {
    expect(succeeded(row, 12, 300).result).toBe(result);
    expect(actionsOf(row)).toEqual(actions);
  });

  it('contains its ids, its quality score, and what could not be stored', () => {
    const row = rowOf({ kind: 'create' }, { warnings: ['Ignored: favourite_color'] });
    const outcome = succeeded(row, 12, 300);
    expect(outcome).toMatchObject({
      status: 'succeeded',
      leadId: 12,
      psaTicketId: 300,
      warnings: ['Ignored: favourite_color'],
    });
    expect(outcome.qualityScore).toBeGreaterThan(0);
  });

  it('contains for an update which fields were written and which were left to people', () => {
    expect(succeeded(rowOf(update), 12, 300)).toMatchObject({
      fieldsUpdated: ['phonenumber', 'CF_106'],
      fieldsPreserved: ['CF_102'],
      manualWorkDetected: true,
    });
  });

  it('names the key that matched an opt-out, and its entry if there is one', () => {
    const told = (suppressionId: string | null): SucceededOutcome =>
      succeeded(rowOf(leave, { suppressed: { by: 'phone', suppressionId } }), null, null);
    expect(told('sup_1')).toMatchObject({ suppressedBy: 'phone', suppressionId: 'sup_1', leadId: null });
    expect(told(null)).toMatchObject({ suppressedBy: 'phone' });
    expect(told(null)).not.toHaveProperty('suppressionId');
    expect(succeeded(rowOf(leave), 12, 300)).not.toHaveProperty('suppressedBy');
  });

  it('is an error for a row that was not decided', () => {
    expect(() => succeeded(rowOf(null), 12, 300)).toThrow('without a plan');
  });
});

describe('the predicted outcome in a dry run', () => {
  const outcome: SucceededOutcome = succeeded(rowOf(leave), 12, 300);
  const see = (given: Partial<SucceededOutcome>): SucceededOutcome =>
    foreseen({ ...outcome, ...given }, rowOf(leave), stageContext(createImportWorld()), createDryRunMemory());

  it('names existing entities, and no ids of entities that do not exist yet', () => {
    expect(see({})).toMatchObject({ leadId: 12, psaTicketId: 300 });
    expect(see({ leadId: -1, psaTicketId: -2 })).toMatchObject({ leadId: null, psaTicketId: null });
    expect(see({ leadId: null, psaTicketId: null })).toMatchObject({ leadId: null, psaTicketId: null });
  });

  it('names the entry of an opt-out, unless an earlier row would create it', () => {
    expect(see({ suppressionId: 'sup_1' }).suppressionId).toBe('sup_1');
    expect(see({ suppressionId: '' })).not.toHaveProperty('suppressionId');
    expect(see({})).not.toHaveProperty('suppressionId');
  });

  it('contains the plan of the row', () => {
    expect(see({}).plan).toMatchObject({ reason: 'Do Not Contact', psa_requests: 0 });
  });
});
