import { describe, expect, it } from '@jest/globals';
import { suppressionKeyText } from '@leadbridge/domain';

import { erasedRow } from '../../work/erased-row.js';
import { cleanRow } from '../read/index.js';
import {
  alex,
  importRow,
  knownLead,
  leadTicket,
  robin,
  rowState,
  type RowGiven,
} from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { matchRows } from './match-rows.js';

function clean(data: unknown, given: RowGiven = {}) {
  const row = cleanRow(importRow(data, given), { defaultCountry: 'US' });
  if ('status' in row) {
    throw new Error(row.error);
  }
  return row;
}

describe('rows whose keys are claimed', () => {
  it('get the ticket of their person', async () => {
    const world = createImportWorld();
    world.psa.addTicket(leadTicket());
    const [mine, others] = await matchRows([clean(alex), clean(robin, { index: 1 })], stageContext(world));
    expect([mine?.ticket?.id, others?.ticket]).toEqual([300, null]);
    expect([mine?.outcome, others?.outcome]).toEqual([null, null]);
  });

  it('of a person who was erased since their data came ask the PSA for nothing', async () => {
    const world = createImportWorld();
    world.store.erased.set(suppressionKeyText({ kind: 'email', value: 'alex@example.com' }), 5_000);
    const [row] = await matchRows([clean(alex, { dataFrom: 1 })], stageContext(world));
    expect(row?.outcome).toBe(erasedRow);
    expect(world.psa.calls).toEqual([]);
  });

  it('with an external id of somebody else are refused, and the others are matched', async () => {
    const world = createImportWorld();
    const holder = rowState({ ...alex, email: 'kim@example.com' });
    const externalIds = [{ source: 'csv', externalId: '7' }];
    world.store.leads.set(holder.recordKey, knownLead(holder, { externalIds }));
    world.psa.addTicket(leadTicket({ email: robin.email, userName: 'Robin Sample' }));
    const rows = [clean({ ...alex, external_id: '7' }), clean(robin, { index: 1 })];
    const [refused, matched] = await matchRows(rows, stageContext(world));
    expect(refused?.outcome).toMatchObject({ status: 'failed', code: 'EXTERNAL_ID_IN_USE' });
    expect(matched?.ticket?.id).toBe(300);
  });
});
