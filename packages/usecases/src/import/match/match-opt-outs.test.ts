import { describe, expect, it } from '@jest/globals';
import type { SuppressionKey } from '@leadbridge/domain';

import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { alex, knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { matchOptOutsAnew, matchOptOuts, withLateOptOuts } from './match-opt-outs.js';
import { readKnown } from './read-known.js';

const former: SuppressionKey = { kind: 'email', value: 'former@example.com' };
const named: SuppressionKey = { kind: 'company-person', value: 'example-alexexample' };

const { known } = stageContext(createImportWorld());

async function matched(keys: readonly SuppressionKey[], row = rowState(alex)) {
  const store = createMemoryImportStore();
  store.optOut(keys);
  await matchOptOuts([row], { store, known });
  return row.suppressed;
}

/** What a row finds that was looked up when the batch began, before the opt-out. */
async function matchedAfterLook() {
  const world = createImportWorld();
  const row = rowState(alex);
  const ofBatch = await readKnown([row], stageContext(world));
  world.store.optOut([{ kind: 'email', value: 'alex@example.com' }]);
  const context = stageContext(world, { known: ofBatch });
  await matchOptOuts([row], context);
  return { ...world, row, context };
}

describe('whether a person has opted out', () => {
  it('is detected by any key of the row, most specific first', async () => {
    expect(await matched([])).toBeNull();
    expect(await matched([named])).toEqual({ by: 'company-person', suppressionId: 'sup_1' });
    expect(await matched([named, { kind: 'email', value: 'alex@example.com' }])).toMatchObject({
      by: 'email',
    });
  });

  it('is detected by the name as it was written, of which earlier releases made the key', async () => {
    const written: SuppressionKey = { kind: 'company-person', value: 'example-alexexamplephd' };
    const row = { ...rowState(alex), writtenNames: ['Alex Example, PhD'] };
    expect(await matched([written], row)).toMatchObject({ by: 'company-person' });
    expect(await matched([written])).toBeNull();
  });

  it('is detected by the domain of an address, which counts after every key of the person', async () => {
    const domain: SuppressionKey = { kind: 'domain', value: 'example.com' };
    expect(await matched([domain])).toEqual({ by: 'domain', suppressionId: 'sup_1' });
    expect(await matched([domain, named])).toMatchObject({ by: 'company-person' });
    const shown = rowState(
      { ...alex, email: null },
      { learnt: { ticket: leadTicket({ email: 'alex@mail.example.com' }) } },
    );
    expect(await matched([domain], shown)).toMatchObject({ by: 'domain' });
    expect(await matched([{ kind: 'domain', value: 'ample.com' }])).toBeNull();
  });

  it('is detected by recorded keys, and by the ticket', async () => {
    const known = rowState(alex);
    known.known = knownLead(known, { personKeys: [former] });
    expect(await matched([former], known)).toMatchObject({ by: 'email' });
    const shown = rowState(alex, { learnt: { ticket: leadTicket({ email: 'former@example.com' }) } });
    expect(await matched([former], shown)).toMatchObject({ by: 'email' });
    expect(await matched([former])).toBeNull();
  });

  it.each([
    ['another address than', 'alex@example.com', 'email'],
    ['an address, unlike', null, 'email'],
    ['the same address as', 'former@example.com', null],
  ])('is asked again of a ticket that shows %s the one before', async (_which, email, by) => {
    const store = createMemoryImportStore();
    store.optOut([former]);
    const row = rowState(alex, { learnt: { ticket: leadTicket({ email: 'former@example.com' }) } });
    const before = { ticket: email === null ? null : leadTicket({ email }), contact: null };
    await matchOptOutsAnew([{ state: row, before }], { store, known });
    expect(row.suppressed?.by ?? null).toBe(by);
  });

  it('is not asked again of keys that were looked up when the batch began', async () => {
    expect((await matchedAfterLook()).row.suppressed).toBeNull();
  });

  it.each([
    [20_000, null],
    [20_001, 'email'],
  ])('is asked once more before the record if the batch began %d ms ago', async (ms, by) => {
    const { row, context, clock } = await matchedAfterLook();
    clock.pass(ms);
    const [late] = await withLateOptOuts([row], context);
    expect(late?.suppressed?.by ?? null).toBe(by);
  });
});
