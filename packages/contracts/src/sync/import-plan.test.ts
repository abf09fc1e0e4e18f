import { describe, expect, it } from '@jest/globals';

import { importPlan, outcomeOfPlan, plannedOutcome, rejectedOutcome } from './import-plan.js';

const phone = { from: null, to: '+15551234567' };
const title = { from: 'CTO', to: 'CEO' };

describe('the outcome of a plan', () => {
  it('has the changes of the ticket and of an existing contact', () => {
    const contact = { action: 'update' as const, id: 3, changes: { phone } };
    const ticket = { action: 'update' as const, id: 7, changes: { CF_106: title }, kept: {} };
    expect(outcomeOfPlan('updated', 7, { contact, ticket })).toEqual({
      result: 'updated',
      psa_ticket_id: 7,
      changes: { phone, CF_106: title },
    });
  });

  it.each(['create', 'reuse'] as const)(
    'leaves out a contact to %s: it does not depend on what the PSA holds',
    (action) => {
      const contact = { action, id: null, changes: { phone } };
      expect(outcomeOfPlan('created', null, { contact }).changes).toEqual({});
    },
  );

  it('has no changes without a plan', () => {
    expect(outcomeOfPlan('skipped', 7)).toEqual({ result: 'skipped', psa_ticket_id: 7, changes: {} });
  });

  it('is valid in a response, also for a row that fails', () => {
    expect(plannedOutcome.validate(rejectedOutcome).error).toBeUndefined();
    expect(plannedOutcome.validate(outcomeOfPlan('skipped', 7)).error).toBeUndefined();
  });
});

describe('the plan of a row in a response', () => {
  const plan = { lists: [], note: null, psa_requests: 0 };

  it('leaves out what the row has nothing to do with', () => {
    expect(importPlan.validate(plan).error).toBeUndefined();
  });

  it('may replace an empty text, a number and a boolean, and may empty a field', () => {
    const changes = {
      a: { from: '', to: 'x' },
      b: { from: 0, to: '' },
      c: { from: null, to: false },
    };
    const ticket = { action: 'update', id: 7, changes, kept: { d: { value: null, reason: 'manual_work' } } };
    expect(importPlan.validate({ ...plan, ticket }).error).toBeUndefined();
  });

  it('never writes null, and names a known reason for what it keeps', () => {
    const ticket = { action: 'update', id: 7, changes: { a: { from: 'x', to: null } }, kept: {} };
    expect(importPlan.validate({ ...plan, ticket }).error).toBeDefined();
    const kept = { d: { value: 'x', reason: 'because' } };
    expect(importPlan.validate({ ...plan, ticket: { ...ticket, changes: {}, kept } }).error).toBeDefined();
  });
});
