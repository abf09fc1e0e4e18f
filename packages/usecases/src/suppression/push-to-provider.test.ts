import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { pushToProvider } from './push-to-provider.js';
import { createSuppressionWorld, workOn } from './testing/suppression-world.js';

describe('the notification of a provider', () => {
  it('goes to the source of the lead, under the id of the entry, and records that it was accepted', async () => {
    const world = createSuppressionWorld();
    const entry = world.add({ ticketId: 300 });
    const work = workOn(entry);
    await pushToProvider(work, world.context());

    expect(world.pushes).toEqual([
      {
        source: 'provider_a',
        reference: entry.suppressionId,
        entry: {
          email: 'alex@example.com',
          first_name: 'Alex',
          last_name: 'Example',
          company_name: 'Example Inc',
          reason: 'Asked on the phone',
          timestamp: '2026-01-31T09:00:00.000Z',
          ticket_id: 300,
        },
      },
    ]);
    expect(world.find(entry.suppressionId)).toMatchObject({
      status: 'suppressed',
      pushAt: null,
      attempts: 1,
    });
    expect(work.entry).toEqual(world.find(entry.suppressionId));
  });

  it('is repeated with the same content if the first one failed', async () => {
    const world = createSuppressionWorld();
    const entry = world.add();
    world.responses.push({ result: 'failed', error: 'HTTP 503', retryAfter: null });
    await pushToProvider(workOn(entry), world.context());
    world.clock.pass(5_000);
    await pushToProvider(workOn(world.find(entry.suppressionId) ?? entry), world.context());

    expect(world.pushes[1]).toEqual(world.pushes[0]);
    expect(world.find(entry.suppressionId)).toMatchObject({ status: 'suppressed', attempts: 2, error: null });
  });

  it('is sent for each address of the person, and again for all of them after a failure', async () => {
    const world = createSuppressionWorld();
    const person = { email: 'a@example.com', firstName: null, lastName: null, companyName: null };
    const entry = world.add({ person: { ...person, otherEmails: ['b@example.com', 'c@example.com'] } });
    world.responses.push({ result: 'accepted' }, { result: 'failed', error: 'HTTP 503', retryAfter: null });
    await pushToProvider(workOn(entry), world.context());
    expect(world.find(entry.suppressionId)?.status).not.toBe('suppressed');
    world.clock.pass(5_000);
    await pushToProvider(workOn(world.find(entry.suppressionId) ?? entry), world.context());

    const id = entry.suppressionId;
    expect(world.pushes.map(({ entry: { email }, reference }) => [email, reference])).toEqual([
      ['a@example.com', id],
      ['b@example.com', `${id}-2`],
      ['a@example.com', id],
      ['b@example.com', `${id}-2`],
      ['c@example.com', `${id}-3`],
    ]);
    expect(world.find(id)).toMatchObject({ status: 'suppressed', attempts: 2 });
  });

  it.each([
    ['has already been pushed', { pushAt: null }, {}],
    ['is due later', { pushAt: '2026-01-31T09:00:00.001Z' }, {}],
    ['was merged into another', {}, { isMerged: true }],
    ['could not be read', {}, { fault: new Error('The PSA is away') }],
  ])('is not sent for an entry that %s', async (_name, changes, state) => {
    const world = createSuppressionWorld();
    const entry = world.add(changes);
    await pushToProvider({ ...workOn(entry), ...state }, world.context());
    expect(world.pushes).toEqual([]);
    expect(world.find(entry.suppressionId)).toEqual(entry);
  });

  it.each([
    [null, null],
    ['', null],
    ['Trade fair', 'Trade fair'],
  ])('is impossible for the lead source %p, which is not a failure', async (leadSource, provider) => {
    const world = createSuppressionWorld();
    const entry = world.add({ leadSource, ticketId: 300 });
    await pushToProvider(workOn(entry), world.context());
    expect(world.pushes).toEqual([]);
    expect(world.find(entry.suppressionId)).toMatchObject({
      status: 'unknown_source',
      provider,
      pushAt: null,
    });
    expect(world.errorLog).toMatchObject([{ errorCode: 'UNKNOWN_LEAD_SOURCE', level: 'warning' }]);
  });

  it.each([
    ['CSV', 'CSV', 300],
    ['Manual', 'Manual', 300],
    ['csv', 'csv', null],
    [null, null, null],
  ])(
    'has nobody to go to for the lead source %p, which is no fault of anybody',
    async (leadSource, provider, ticketId) => {
      const world = createSuppressionWorld();
      const entry = world.add({ leadSource, ticketId });
      await pushToProvider(workOn(entry), world.context());
      expect(world.pushes).toEqual([]);
      expect(world.find(entry.suppressionId)).toMatchObject({
        ...{ status: 'no_provider', provider, error: null, pushAt: null },
      });
      expect(world.errorLog).toEqual([]);
    },
  );

  it('is not sent once another worker holds the entry', async () => {
    const world = createSuppressionWorld();
    const entry = world.add();
    const lost = new StaleClaimError('Another worker has it');
    const context = world.context({ assertHeld: async () => Promise.reject(lost) });
    await expect(pushToProvider(workOn(entry), context)).rejects.toBe(lost);
    expect(world.pushes).toEqual([]);
  });

  it('stops if another worker has recorded the outcome in the meantime', async () => {
    const world = createSuppressionWorld();
    const entry = world.add();
    world.takenOver.add(entry.suppressionId);
    await expect(pushToProvider(workOn(entry), world.context())).rejects.toThrow(StaleClaimError);
  });
});
