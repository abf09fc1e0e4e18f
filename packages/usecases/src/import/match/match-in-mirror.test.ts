import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Claims, ImportIntent } from '../../ports/import-store.js';
import type { MirrorKind } from '../../ports/psa-mirror.js';
import type { PsaUser } from '../../ports/psa.js';
import { ownKeyOf } from '../../psa/own-key.js';
import type { ImportBatch } from '../batch.js';
import type { MatchedRow } from '../import-row-state.js';
import { createCompleteMirror } from '../testing/complete-mirror.js';
import { alex, knownLead, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { decide } from '../decide/decide.js';
import { forgetMirrored, matchInMirror } from './match-in-mirror.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const silent = { email: null, userName: null, clientName: null, summary: '', lacksEmail: true } as const;
const ofAnother = { email: 'kim@example.net', userName: 'Kim Other', clientName: 'Other Ltd' };
const contact: PsaUser = {
  id: 200,
  clientId: 10,
  clientName: 'Example Inc',
  siteId: 20,
  email: 'alex@example.com',
  firstName: 'Alex',
  lastName: 'Example',
  phonenumber: null,
  linkedinUrl: null,
};

async function setUp(options: { readonly lacks?: MirrorKind } = {}) {
  const world = createImportWorld();
  const kept = await createCompleteMirror(world.clock, options);
  return {
    ...world,
    ...kept,
    async match(
      row: MatchedRow,
      { batch, claims }: { readonly batch?: Partial<ImportBatch>; readonly claims?: Partial<Claims> } = {},
    ) {
      const context = stageContext(world, {
        mirror: kept.mirror,
        batch: { readsMirror: true, ...batch },
        ...(claims === undefined ? {} : { claims }),
      });
      await matchInMirror([row], context);
      return row;
    },
  };
}

describe('a lead in the mirror', () => {
  it.each<[string, Partial<TicketSnapshot>, readonly PsaUser[]]>([
    ['gives its email', {}, []],
    ['has our key for them', { email: null, ownKey: ownKeyOf('email:alex@example.com') }, []],
    ['has no place for an email, but their contact', silent, [contact]],
    [
      'belongs to a contact with their address as a second one',
      silent,
      [{ ...contact, email: 'a.example@example.com', otherEmails: ['alex@example.com'] }],
    ],
    [
      'is of the second of two contacts with their address',
      { ...silent, userId: 201 },
      [contact, { ...contact, id: 201 }],
    ],
    ['is of a contact that was deactivated', silent, [{ ...contact, isInactive: true }]],
  ])('has the ticket that %s, and the PSA is not asked', async (_which, ticket, contacts) => {
    const { knowsTicket, knowsContact, match, psa, clock } = await setUp();
    await knowsTicket(leadTicket(ticket), clock.now() - 5_000);
    for (const each of contacts) {
      await knowsContact(each);
    }
    const row = await match(rowState());
    expect(row).toMatchObject({
      isMirrored: true,
      mirroredHits: 1,
      ticket: { id: 300 },
      ticketObservedAt: clock.now() - 5_000,
    });
    expect(psa.calls).toEqual([]);
  });

  it('does not get the ticket of another person', async () => {
    const { knowsTicket, knowsContact, match } = await setUp();
    await knowsTicket(leadTicket(ofAnother));
    await knowsContact(contact);
    await knowsTicket(leadTicket({ ...silent, id: 301, userId: 999 }));
    const row = await match(rowState());
    expect(row).toMatchObject({ isMirrored: true, mirroredHits: 0, ticket: null, ticketObservedAt: null });
  });

  it('has the ticket past the early stage, otherwise the oldest, in whatever order they come', async () => {
    const stages = fc.constantFrom({ statusId: 1 }, { statusId: 3 }, { tickettypeId: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 99 }), stage: stages }), {
          selector: ({ id }) => id,
          minLength: 1,
          maxLength: 5,
        }),
        async (tickets) => {
          const { knowsTicket, match } = await setUp();
          for (const { id, stage } of tickets) {
            await knowsTicket(leadTicket({ id, ...stage }));
          }
          const late = tickets.filter(({ stage }) => !('statusId' in stage) || stage.statusId !== 1);
          const candidates = late.length > 0 ? late : tickets;
          const row = await match(rowState());
          expect(row.mirroredHits).toBe(tickets.length);
          expect(row.ticket?.id).toBe(Math.min(...candidates.map(({ id }) => id)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is as old as its custom fields if a list has shown the ticket without them since', async () => {
    const { knowsTicket, match, clock } = await setUp();
    await knowsTicket(leadTicket(), clock.now(), { fieldsObservedAt: clock.now() - 9_000 });
    expect((await match(rowState())).ticketObservedAt).toBe(clock.now() - 9_000);
  });
});

describe('a row is left to be read live', () => {
  it.each<[string, RowGiven, Partial<ImportBatch>]>([
    ['whose batch may not read the mirror', {}, { readsMirror: false }],
    ['that an earlier run began', { intent: begun }, {}],
    ['without deduplication', { options: { deduplication: false } }, {}],
  ])('%s', async (_which, given, batch) => {
    const { knowsTicket, match, clock, psa } = await setUp();
    await knowsTicket(leadTicket());
    clock.pass(120_000);
    expect(await match(rowState(alex, given), { batch })).toMatchObject({ isMirrored: false, ticket: null });
    expect(psa.calls).toEqual([]);
  });

  it('if there is no mirror', async () => {
    const row = rowState();
    await matchInMirror([row], stageContext(createImportWorld(), { batch: { readsMirror: true } }));
    expect(row.isMirrored).toBe(false);
  });

  it('if it carries out a dry run', async () => {
    const { match } = await setUp();
    const planned = { result: 'created', psa_ticket_id: null, changes: {} };
    expect((await match(rowState(alex, { planned }))).isMirrored).toBe(false);
  });

  it('if it is known only by a phone number, which no list of tickets contains', async () => {
    const { match } = await setUp();
    const row = rowState({ phone: '+12025550100', first_name: 'Alex' });
    expect(row.key.kind).toBe('phone');
    expect((await match(row)).isMirrored).toBe(false);
  });

  it('if its import was undone', async () => {
    const { match } = await setUp();
    const row = rowState();
    row.known = knownLead(row, { isUndone: true });
    expect((await match(row)).isMirrored).toBe(false);
  });

  it('if a killed worker left its key behind', async () => {
    const { match } = await setUp();
    const row = rowState();
    expect((await match(row, { claims: { inherited: new Set([row.recordKey]) } })).isMirrored).toBe(false);
  });

  it.each<MirrorKind>(['tickets', 'contacts'])('while the mirror has not seen all %s', async (lacks) => {
    const { knowsTicket, match } = await setUp({ lacks });
    await knowsTicket(leadTicket());
    expect((await match(rowState())).isMirrored).toBe(false);
  });

  it('without affecting the other rows of its batch', async () => {
    const world = createImportWorld();
    const { mirror, knowsTicket } = await createCompleteMirror(world.clock);
    await knowsTicket(leadTicket());
    const rows = [rowState(), rowState(undefined, { index: 1, intent: begun })];
    await matchInMirror(rows, stageContext(world, { mirror, batch: { readsMirror: true } }));
    expect(rows.map(({ isMirrored }) => isMirrored)).toEqual([true, false]);
  });
});

it('queries recent additions to the PSA before deciding a row that was accepted after the last delta scan', async () => {
  const { match, psa, clock } = await setUp();
  clock.pass(10_000);
  await match(rowState(alex, { acceptedAt: clock.now() - 20_000 }));
  expect(psa.calls).toEqual([]);
  psa.addTicket(leadTicket());
  const row = await match(rowState(alex, { acceptedAt: clock.now() }));
  expect(new Set(psa.calls)).toEqual(new Set(['listPage']));
  expect(row.ticket?.id).toBe(300);
});

describe('the ticket in our record', () => {
  const recorded = (): MatchedRow => {
    const row = rowState();
    row.known = knownLead(row);
    return row;
  };

  it('is taken from the mirror, even under another address', async () => {
    const { knowsTicket, match, psa, clock } = await setUp();
    await knowsTicket(leadTicket({ email: 'alex.new@example.com' }), clock.now() - 5_000);
    expect(await match(recorded())).toMatchObject({
      mirroredHits: 1,
      ticket: { id: 300 },
      ticketObservedAt: clock.now() - 5_000,
    });
    expect(psa.calls).toEqual([]);
  });

  it('decides over an early one in the mirror once it is a prospect', async () => {
    const { knowsTicket, match, psa } = await setUp();
    await knowsTicket(leadTicket({ id: 301 }));
    psa.addTicket(leadTicket({ tickettypeId: 2 }));
    const row = await match(recorded());
    expect(row).toMatchObject({ mirroredHits: 1, ticket: { id: 300 }, ticketObservedAt: null });
    expect(psa.calls).toEqual(['getTicket']);
  });

  it('leaves the row to be read live if another one decides in the mirror, which may have been deleted', async () => {
    const { knowsTicket, match, psa } = await setUp();
    await knowsTicket(leadTicket({ id: 299 }));
    psa.addTicket(leadTicket());
    expect(await match(recorded())).toMatchObject({ isMirrored: false, ticket: null });
    await knowsTicket(leadTicket());
    expect(await match(recorded())).toMatchObject({ isMirrored: false, ticket: null });
  });

  it('is dropped and forgotten once the PSA has reissued its id for another person', async () => {
    const { match, psa } = await setUp();
    psa.addTicket(leadTicket(ofAnother));
    const row = await match(recorded());
    expect([row.ticket, row.mirroredHits, row.known?.psaTicketId]).toEqual([null, 0, null]);
  });

  it('is matched by its contact in a PSA whose tickets do not show their person', async () => {
    const world = createImportWorld({ hidesEmails: true });
    const { mirror } = await createCompleteMirror(world.clock);
    world.psa.addTicket(leadTicket({ userName: null, clientName: null, summary: '' }));
    world.psa.addUser({ ...contact, email: 'kim@example.net', firstName: 'Kim', lastName: 'Other' });
    const row = recorded();
    await matchInMirror([row], stageContext(world, { mirror, batch: { readsMirror: true } }));
    expect([row.ticket, row.known?.psaTicketId]).toEqual([null, null]);
  });

  it('leaves the row without a ticket if it no longer exists', async () => {
    const { match } = await setUp();
    const row = await match(recorded());
    expect([row.isMirrored, row.ticket, row.known?.psaTicketId]).toEqual([true, null, 300]);
  });
});

it('clears everything about a row that came from the mirror', async () => {
  const { knowsTicket, knowsContact, match, ...world } = await setUp();
  await knowsTicket(leadTicket());
  await knowsContact(contact);
  const row = await match(rowState());
  row.contact = contact;
  row.contactObservedAt = 1;
  decide([row], stageContext(world));
  forgetMirrored(row);
  const { bySource, merged, provenance } = row;
  expect(row).toEqual({ ...rowState(), bySource, merged, provenance });
});
