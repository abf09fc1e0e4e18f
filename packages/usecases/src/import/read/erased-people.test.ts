import { describe, expect, it } from '@jest/globals';
import {
  addTraits,
  keysOfPerson,
  NOBODY,
  personTraits,
  suppressionKeyText,
  type KeyFields,
} from '@leadbridge/domain';

import type { ImportIntent, FailedOutcome } from '../../ports/import-store.js';
import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { erasedRow } from '../../work/erased-row.js';
import { rowState, importRow } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';
import { refuseErased, rowsBeforeErasure, forgetErased } from './erased-people.js';

const erasedAt = 5_000;
const alexFields: KeyFields = {
  ...{ email: 'alex@example.com', phone: '+12025550143', firstName: 'Alex', lastName: 'Example' },
  company: { name: 'Example Inc' },
};
const intent: ImportIntent = { kind: 'create', at: '2026-01-31T09:00:00.000Z' };
const phone = '(202) 555-0143';

function storeAfterErasure() {
  const store = createMemoryImportStore();
  keysOfPerson(addTraits(NOBODY, personTraits(alexFields))).forEach((key) =>
    store.erased.set(suppressionKeyText(key), erasedAt),
  );
  return store;
}

describe('a row of an erased person', () => {
  it.each<[string, object, number | undefined, boolean]>([
    ['by the email', { email: 'Alex@Example.com' }, erasedAt, true],
    ['by a further email', { email: 'a@example.org, alex@example.com' }, 1, true],
    ['by a further number', { phone: '+12025550199', mobile: phone }, 1, true],
    ['by name and company', { name: 'Alex&#32;Example', company: 'EXAMPLE, Inc.' }, 1, true],
    ['by name and number', { name: 'ALEX EXAMPLE', phone }, 1, true],
    ['by a number alone', { phone }, 1, true],
    ['of any age', { email: 'alex@example.com' }, 0, true],
    ['of any age, but not of another person', { email: 'robin@example.com' }, 0, false],
    ['not by the number of a colleague', { name: 'Robin Sample', company: 'Sample Ltd', phone }, 1, false],
    ['not by the name alone', { name: 'Alex Example', company: 'Sample Ltd' }, 1, false],
    ['not where the data came after the erasure', { email: 'alex@example.com' }, erasedAt + 1, false],
    ['not where the data came with its job', { email: 'alex@example.com' }, undefined, false],
  ])('with older data is refused %s', async (_how, data, dataFrom, isRefused) => {
    const row = rowState(data, dataFrom === undefined ? {} : { dataFrom });
    await refuseErased([row], storeAfterErasure());
    expect(row.outcome).toBe(isRefused ? erasedRow : null);
  });

  it('is completed where an earlier run has begun it in the PSA, which the erasure waits for', async () => {
    const row = rowState({ email: 'alex@example.com' }, { dataFrom: 1, intent });
    await refuseErased([row], storeAfterErasure());
    expect(row.outcome).toBeNull();
  });
});

describe('a row with data older than an erasure that does not know its person yet', () => {
  it.each<[string, object, boolean]>([
    ['waits', { dataFrom: erasedAt }, true],
    ['does not wait where its data came later', { dataFrom: erasedAt + 1 }, false],
    ['does not wait where its data came with its job', {}, false],
    ['does not wait where it is begun', { dataFrom: 1, intent }, false],
  ])('%s', async (_what, given, waits) => {
    const store = createMemoryImportStore();
    store.comingErasures.push(erasedAt);
    const row = rowState(undefined, given);
    expect([...(await rowsBeforeErasure([row], store))]).toEqual(waits ? [row.row] : []);
  });
});

describe('a rejected row of a person who had opted out before they were erased', () => {
  const failed: FailedOutcome = { status: 'failed', code: 'VALIDATION_ERROR', error: 'Alex is no number' };
  const entries = {
    'was erased': { suppressionId: null },
    'opted out': { suppressionId: 'sup_1' },
  };

  it.each<[string, object, keyof typeof entries, boolean]>([
    ['repeats another row', { email: 'alex@example.com' }, 'was erased', true],
    ['cannot be read', { email: 'ALEX@example.com', employees: {}, phone: 7 }, 'was erased', true],
    ['has a further address of theirs', { email: 'a@b@c', email_2: 'alex@example.com' }, 'was erased', true],
    ['is of another person', { email: 'robin@example.com' }, 'was erased', false],
    ['is of a person who has opted out', { email: 'alex@example.com' }, 'opted out', false],
    ['has no person', {}, 'was erased', false],
  ])('is forgotten: %s', async (_why, data, entry, isForgotten) => {
    const store = createMemoryImportStore();
    store.optedOut.set('email:alex@example.com', entries[entry]);
    const row = importRow(data);
    const { settings } = createImportWorld().deps;
    const [decided] = await forgetErased([{ row, outcome: failed }], { store, settings });
    expect(decided).toEqual({ row, outcome: isForgotten ? erasedRow : failed });
  });
});
