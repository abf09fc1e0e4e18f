import { describe, expect, it } from '@jest/globals';

import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { externalKeyOf, refuseTakenExternalIds } from './external-ids.js';
import { alex, knownLead, robin, rowState } from '../testing/import-rows.js';

const withId = { ...alex, external_id: 'c1' };
const begun = { kind: 'create', at: '2026-01-31T08:59:30.000Z' } as const;

async function refused(row: ReturnType<typeof rowState>, source = 'csv', holder = rowState(robin)) {
  const store = createMemoryImportStore();
  store.leads.set(holder.recordKey, knownLead(holder, { externalIds: [{ source, externalId: 'c1' }] }));
  await refuseTakenExternalIds([row], store);
  return row;
}

describe('the external id of a row', () => {
  it('is claimed in the scope of its source', () => {
    expect(externalKeyOf(rowState(withId))).toBe('external:csv:c1');
    expect(externalKeyOf(rowState(alex))).toBeNull();
  });

  it('fails the row if it belongs to another lead of the source', async () => {
    expect((await refused(rowState(withId))).outcome).toMatchObject({
      code: 'EXTERNAL_ID_IN_USE',
      error: "The external_id is another person's: lead 12",
    });
  });

  it('may belong to a lead of another source, or to the lead itself', async () => {
    expect((await refused(rowState(withId), 'manual')).outcome).toBeNull();
    expect((await refused(rowState(withId), 'csv', rowState(alex))).outcome).toBeNull();
  });

  it('is dropped if the row has already begun', async () => {
    const row = await refused(rowState(withId, { intent: begun }));
    expect([row.outcome, row.externalId]).toEqual([null, null]);
    expect(row.warnings).toEqual(["The external_id is another person's: lead 12; the lead has none"]);
  });
});
