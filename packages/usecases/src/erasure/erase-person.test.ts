import { describe, expect, it } from '@jest/globals';
import { factsOfLead, personKeys, suppressionKeyText, type KeyFields } from '@leadbridge/domain';

import type { TraceDocument } from '../ports/erasure.js';
import { StaleClaimError } from '../ports/import-store.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import { readErasure } from './read-erasure.js';
import {
  createErasureWorld,
  errorLog,
  settledSuppression,
  type ErasureWorldGiven,
} from './testing/erasure-world.js';

const given: ErasureWorldGiven = {
  rows: [{}, { jobId: 'job_single', ofBulk: false }],
  traces: [
    ...errorLog(3),
    {
      ...{ kind: 'jobs', id: 'job_own', type: 'lead_import', status: 'completed' },
      ...{ input: { source: 'csv', data: { email: 'alex@example.com' } }, result: null, error: null },
      outcome: null,
    },
    { kind: 'idempotency_keys', id: 'key_1', sealed: Buffer.from('{"email":"alex@example.com"}') },
  ],
  suppressions: [{}],
};

const queuedImport: TraceDocument = {
  ...{ kind: 'jobs', id: 'job_single', type: 'lead_import', status: 'queued', outcome: null },
  ...{ input: { source: 'csv', data: { email: 'alex@example.com' } }, result: null, error: null },
};
const failedRow: TraceDocument<'job_rows'> = {
  ...{ kind: 'job_rows', id: 'job_bulk#000003', jobId: 'job_bulk', status: 'failed', source: 'csv' },
  data: { email: 'alex@example.com' },
  outcome: { status: 'failed', code: 'VALIDATION_ERROR', error: 'No company', suggestion: 'Add one' },
};
const entryOfRow: TraceDocument = {
  ...{ kind: 'error_log', id: 'err_00001', message: 'No company', leadId: null, jobId: 'job_bulk' },
  ...{ rowIds: ['job_bulk#000003'], isOfErasedRow: false },
};

type World = ReturnType<typeof createErasureWorld>;

/** Everything that an erasure leaves behind. */
function leftIn({ leads, state, traces, suppressions }: World): unknown {
  return {
    ...{ leads: [...leads.keys()], traces: [...traces.values()], suppressions, rows: state.erasedRows },
    ...{ ended: state.ended, queueJobs: state.queueJobs, erasure: state.erasure },
    finished: state.finished?.erasure,
  };
}

const phone = '+12025550143';
const nobody = { email: null, firstName: null, lastName: null, company: { name: null } };

class InjectedCrash extends Error {}

/** The world's store, whose call number `at` crashes before or behind its effect; counts the calls. */
function crashing({ deps }: World, at: number, isBehind: boolean) {
  let calls = 0;
  const store = new Proxy(deps.store, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (
        typeof value !== 'function' ||
        ['leads', 'suppressions', 'openRows', 'copiedRows', 'releaseClaims'].includes(String(name))
      ) {
        return value;
      }
      return async (...args: unknown[]): Promise<unknown> => {
        const isHit = calls++ === at;
        if (isHit && !isBehind) throw new InjectedCrash();
        const response: unknown = await Reflect.apply(value, target, args);
        if (isHit) throw new InjectedCrash();
        return response;
      };
    },
  });
  return { store, calls: () => calls };
}

describe('an erasure', () => {
  it('takes the person out of everything, and ends its job', async () => {
    const world = createErasureWorld(given);
    expect(await world.run()).toEqual({ kind: 'recorded' });
    expect(world.leads.size).toBe(0);
    expect(JSON.stringify([...world.traces.values()])).not.toContain('alex@example.com');
    expect(world.state.queueJobs).toEqual(['job_single', 'job_own']);
    expect(world.state.ended.at(-1)).toMatchObject({
      status: 'completed',
      result: {
        ...{ success: true, leadIds: [7], optedOut: true, userIds: ['user of alex@example.com'] },
        erased: {
          leads: 1,
          jobs: 1,
          error_log_entries: 3,
          idempotent_answers: 1,
          queue_entries: 2,
          suppressions: 1,
        },
      },
    });
  });

  it.each([
    ['what is under way and what is open', { openJobs: [{ jobId: 'job_status', isBegun: true }] }],
    ['opt-outs with work left', { suppressions: [{ ticketAt: '2026-01-31T09:30:00.000Z' }] }],
    ['a queued import', { traces: [queuedImport, ...(given.traces ?? [])] }],
    ['entries about rows that it empties', { traces: [failedRow, entryOfRow] }],
    ['nobody', { leadIds: [], rows: [], traces: [], suppressions: [] }],
  ] satisfies [string, ErasureWorldGiven][])(
    'is told by a dry run, which writes nothing: %s',
    async (_what, more) => {
      const world = createErasureWorld({ ...given, ...more });
      const before = structuredClone(leftIn(world));
      expect(await world.run({ email: 'alex@example.com', dry_run: true })).toEqual({ kind: 'recorded' });
      const [told] = world.state.ended.splice(0);
      expect(leftIn(world)).toEqual(before);
      expect([world.claims.holders.size, world.state.rememberedKeys.size]).toEqual([0, 0]);

      // What it waits for ends.
      world.openJobs.splice(
        0,
        world.openJobs.length,
        ...world.openJobs.map((job) => ({ ...job, isBegun: false })),
      );
      world.suppressions.splice(
        0,
        world.suppressions.length,
        ...world.suppressions.map(() => settledSuppression()),
      );
      await world.run();
      expect(told).toMatchObject({ status: 'completed', result: { dryRun: true } });
      expect({ ...told?.result, dryRun: undefined }).toEqual(world.state.ended.at(-1)?.result);
    },
  );

  const calls = async (): Promise<number> => {
    const world = createErasureWorld(given);
    const { store, calls: counted } = crashing(world, -1, false);
    await world.run(undefined, { store });
    return counted();
  };

  it.each([false, true])(
    'comes to the same end wherever a worker is killed, behind the effect of the call: %s',
    async (isBehind) => {
      const whole = createErasureWorld(given);
      await whole.run();
      const count = await calls();
      expect(count).toBeGreaterThan(20);
      for (let at = 0; at < count; at += 1) {
        const world = createErasureWorld(given);
        const { store } = crashing(world, at, isBehind);
        await world.run(undefined, { store }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(InjectedCrash);
        });
        // The lease of a killed worker ends.
        world.claims.holders.clear();
        if (world.state.finished === null) {
          await world.run();
        }
        expect({ at, left: leftIn(world) }).toEqual({ at, left: leftIn(whole) });
      }
    },
  );

  it('begins anew where another lead of the person has come while it searched', async () => {
    const world = createErasureWorld(given);
    const [lead] = world.leads.values();
    const { save } = world.deps.store;
    const store: typeof world.deps.store = {
      ...world.deps.store,
      async save(...args) {
        await save(...args);
        if (world.leads.size === 1 && lead !== undefined) {
          world.leads.set(8, { ...lead, leadId: 8 });
        }
      },
    };
    await world.run(undefined, { store });
    expect(world.leads.size).toBe(0);
    expect(world.state.ended.at(-1)).toMatchObject({ result: { leadIds: [7, 8] } });
  });

  it.each([
    ['jo@straße.de', 'jo@straße.de'],
    ['JO@STRASSE.de', 'jo@straße.de'],
    ['jo@straße.de', 'jo@strasse.de'],
    ['Νίκος@παράδειγμα.gr', 'νίκος@παράδειγμα.gr'],
  ])('of %s takes the rows that have the address as %s, where no lead has it', async (asked, written) => {
    const failed: TraceDocument = { ...failedRow, data: { email: written } };
    const world = createErasureWorld({ leadIds: [], rows: [{ data: failed.data }], traces: [failed] });
    const { email = '' } = readErasure({ email: asked }, { defaultCountry: 'US' });
    await world.run({ email });
    expect(world.state.erasedRows).toHaveLength(1);
    expect([...world.traces.values()]).toMatchObject([{ data: null }]);
    expect(world.state.finished?.erasure.userIds).toContain(`user of ${email}`);
  });

  it.each<[string, Partial<KeyFields>, boolean]>([
    ['company and name', { email: null, phone: null }, true],
    ['a number alone', { ...nobody, phone }, true],
    ['a number and the name', { email: 'alex@example.org', phone, company: { name: 'Elsewhere' } }, true],
    ['the number of a colleague', { email: 'robin@example.com', firstName: 'Robin', phone }, false],
  ])(
    'looks once more for leads that were recorded while it searched: %s',
    async (_under, fields, isTheirs) => {
      const world = createErasureWorld(given);
      const [lead] = world.leads.values();
      const recorded = (leadId: number, of: Partial<KeyFields>): void => {
        if (lead !== undefined) {
          const known = { ...lead.fields, ...of };
          const texts = personKeys([factsOfLead(known)]).map(suppressionKeyText);
          world.leads.set(leadId, { ...lead, leadId, key: texts[0] ?? '', personKeys: texts, fields: known });
        }
      };
      recorded(7, { phone });
      const { save } = world.deps.store;
      let saved = 0;
      const store: typeof world.deps.store = {
        ...world.deps.store,
        async save(...args) {
          await save(...args);
          saved += 1;
          if (saved === 1) {
            recorded(8, fields);
          }
        },
      };
      await world.run(undefined, { store });
      expect([...world.leads.keys()]).toEqual(isTheirs ? [] : [8]);
    },
  );

  it('erases a lead that an import has recorded while it waited for the opt-out', async () => {
    const world = createErasureWorld({ ...given, suppressions: [{ pushAt: '2026-01-31T09:30:00.000Z' }] });
    const [lead] = world.leads.values();
    expect(await world.run()).toMatchObject({ kind: 'waiting' });
    expect(world.leads.size).toBe(0);
    if (lead !== undefined) {
      world.leads.set(8, { ...lead, leadId: 8 });
    }
    world.suppressions.splice(0, 1, settledSuppression());
    expect(await world.run()).toEqual({ kind: 'recorded' });
    expect(world.leads.size).toBe(0);
    expect(world.state.ended.at(-1)).toMatchObject({
      result: { leadIds: [7, 8], psa: { ticketIds: [1_007, 1_008] }, erased: { leads: 2 } },
    });
  });

  it('keeps a new record of a person who has not opted out', async () => {
    const world = createErasureWorld({ ...given, suppressions: [] });
    const [lead] = world.leads.values();
    const store: typeof world.deps.store = {
      ...world.deps.store,
      async eraseRecords(...args) {
        const erased = await world.deps.store.eraseRecords(...args);
        if (lead !== undefined) {
          world.leads.set(8, { ...lead, leadId: 8 });
        }
        return erased;
      },
    };
    await world.run(undefined, { store });
    expect([...world.leads.keys()]).toEqual([8]);
  });

  it('waits while something of the person is under way, and goes on then', async () => {
    const world = createErasureWorld({ ...given, openJobs: [{ jobId: 'job_status', isBegun: true }] });
    expect(await world.run()).toEqual({ kind: 'waiting', continueAt: world.clock.now() + 1_000 });
    world.openJobs.splice(0);
    expect(await world.run()).toEqual({ kind: 'recorded' });
  });

  it('has written down how far it has come wherever it waits', async () => {
    const world = createErasureWorld({
      ...given,
      openJobs: [{ jobId: 'job_status', isBegun: true }],
      suppressions: [{ ticketAt: '2026-01-31T09:30:00.000Z' }],
    });
    await world.run();
    expect(world.state.erasure).toMatchObject({ stage: 'records', person: { emails: ['alex@example.com'] } });
    world.openJobs.splice(0);
    expect(await world.run()).toMatchObject({ kind: 'waiting' });
    expect(world.state.erasure).toMatchObject({ stage: 'suppressions', erased: { queue_entries: 2 } });
  });

  it('is one worker’s alone', async () => {
    const world = createErasureWorld(given);
    world.claims.holders.set('erasure:job_erasure', 'another');
    await expect(world.run()).rejects.toThrow(RecordBusyError);
    expect(world.state.erasure).toBeNull();
  });

  it('changes nothing any more once another worker has taken it over', async () => {
    const world = createErasureWorld(given);
    world.state.isTaken = true;
    await expect(world.run()).rejects.toThrow(StaleClaimError);
    expect(world.leads.size).toBe(1);
  });

  it('of nobody who is known ends without having done anything', async () => {
    const world = createErasureWorld({
      ...given,
      suppressions: [],
      traces: [],
      rows: [],
      leadIds: [],
    });
    expect(await world.run({ lead_id: 99 })).toEqual({ kind: 'recorded' });
    expect(world.state.ended).toMatchObject([{ jobId: 'job_erasure', status: 'failed' }]);
    expect(world.state.erasure).toBeNull();
  });
});
