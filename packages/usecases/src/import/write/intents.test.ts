import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../../ports/import-store.js';
import type { RowPlan } from '../import-row-state.js';
import { alex, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { writeIntents } from './intents.js';

const update: RowPlan = {
  kind: 'update',
  customFields: { 106: 'AWS' },
  contact: { phonenumber: '+12025550100' },
  fieldsUpdated: ['CF_106', 'phonenumber'],
  fieldsPreserved: [],
  manualWorkDetected: false,
  note: 'Updated by CSV',
  changes: {},
  kept: {},
};

describe('the intents saved before the first write', () => {
  it('contain existing tickets for a creation, and the previous values for an update', async () => {
    const world = createImportWorld();
    const ticket = leadTicket({ customFields: { 106: 'GCP', 107: '5M-25M' } });
    await writeIntents(
      [
        rowState(alex, { learnt: { plan: { kind: 'create' }, earlierTicketIds: [7] } }),
        rowState(alex, { index: 1, learnt: { plan: update, ticket, ticketId: 300 } }),
        rowState(alex, {
          index: 2,
          learnt: { plan: { kind: 'reopen', changes: {}, note: '' }, ticketId: 301 },
        }),
      ],
      stageContext(world),
    );
    expect([...world.store.intents]).toMatchObject([
      ['job_a1#0', { kind: 'create', stood: [7] }],
      ['job_a1#2', { kind: 'reopen', ticketId: 301 }],
      ['job_a1#1', { kind: 'update', ticketId: 300, note: 'Updated by CSV' }],
    ]);
    expect(world.store.intents.get('job_a1#1')).toMatchObject({
      before: { statusId: 1, customFields: { 106: 'GCP' }, phonenumber: null, source: null },
    });
    expect(world.store.intents.get('job_a1#1')).not.toHaveProperty('before.customFields.107');
  });

  it('keep what an earlier run has saved', async () => {
    const world = createImportWorld();
    const intent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' } as const;
    await writeIntents(
      [rowState(alex, { intent, learnt: { plan: { kind: 'create' } } })],
      stageContext(world),
    );
    expect(world.store.intents.size).toBe(0);
  });

  it('are refused for a job that has ended, so that nothing starts', async () => {
    const world = createImportWorld();
    world.store.endedJobs.add('job_a1');
    const rows = [rowState(alex, { learnt: { plan: { kind: 'create' } } })];
    await expect(writeIntents(rows, stageContext(world))).rejects.toThrow(StaleClaimError);
  });
});
