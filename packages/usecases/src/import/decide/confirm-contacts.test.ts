import { describe, expect, it } from '@jest/globals';

import type { PsaUser } from '../../ports/psa.js';
import { alex } from '../testing/import-rows.js';
import { createMirroredRow, type MirroredRowGiven } from '../testing/mirrored-row.js';
import type { ImportWorld } from '../testing/stage-context.js';
import { confirmDecisions } from './decide-rows.js';
import { decide } from './decide.js';

const contactOf = (world: ImportWorld, contact: Partial<PsaUser> = {}) =>
  world.psa.addUser({ id: 200, clientId: 10, siteId: 20, email: 'alex@example.com', ...contact });

async function setUp(given: MirroredRowGiven) {
  const world = await createMirroredRow(given);
  return { ...world, confirm: async () => confirmDecisions([world.row], world.context) };
}

describe('a contact that is to be updated', () => {
  const withPhone = { ...alex, phone: '+12025550100' };

  async function setUpContact(now: Partial<PsaUser> | null, observedAt: number | null = 1) {
    const world = await setUp({ data: withPhone, ageMs: 0 });
    const known = contactOf(world);
    world.row.contact = known;
    world.row.contactObservedAt = observedAt;
    decide([world.row], world.context);
    expect(world.row.plan).toMatchObject({ kind: 'update', contact: { phonenumber: '+12025550100' } });
    world.psa.users.clear();
    if (now !== null) {
      contactOf(world, now);
    }
    await world.confirm();
    return world;
  }

  it('is read live, so that values already entered by people are not written again', async () => {
    const { row, psa } = await setUpContact({ phonenumber: '(202) 555-0100' });
    expect(psa.calls).toEqual(['getUser']);
    expect(row).toMatchObject({ contact: { phonenumber: '(202) 555-0100' }, contactObservedAt: null });
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'skipped' });
  });

  it('is updated if it has not changed', async () => {
    const { row } = await setUpContact({});
    expect(row.plan).toMatchObject({ kind: 'update', contact: { phonenumber: '+12025550100' } });
  });

  it('is null if it no longer exists', async () => {
    const { row } = await setUpContact(null);
    expect(row.contact).toBeNull();
    expect(row.plan).toMatchObject({ kind: 'leave' });
  });

  it('is not read if only the ticket is written', async () => {
    const { row, confirm, psa, ...world } = await setUp({ ageMs: 0, learnt: { contactObservedAt: 1 } });
    row.contact = contactOf({ ...world, psa });
    expect(row.plan).toMatchObject({ kind: 'update', contact: {} });
    await confirm();
    expect(psa.calls).toEqual([]);
  });

  it('is not read again if this run has already read it', async () => {
    expect((await setUpContact({}, null)).psa.calls).toEqual([]);
  });
});
