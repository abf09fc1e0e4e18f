import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SimulatedHalo } from '@leadbridge/psa-simulator';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';

let harness: ImportHarness;
let usual: SimulatedHalo['quirks'];

beforeAll(async () => {
  harness = await openImportHarness({ psaDialect: 'halopsa', psaWriteBatch: 50, psaLists: 'distribution' });
  usual = halo().quirks;
});
afterEach(() => {
  harness.simulator.faults.clear();
  harness.simulator.reset();
  halo().setQuirks(usual);
});
afterAll(async () => {
  await harness.close();
});

const halo = () => {
  const { halo: simulated } = harness.simulator;
  if (simulated === null) {
    throw new Error('The simulator does not speak halopsa');
  }
  return simulated;
};

const leadOf = (name: string) => ({
  first_name: 'Ada',
  last_name: name,
  email: `${name}@setup.example.com`,
  company: `Company ${name}`,
});

/** What the check finds fault with. */
const said = async (options?: { write: boolean }) =>
  (await harness.psa.check(options))
    .filter(({ level }) => level !== 'ok')
    .map(({ level, message }) => `${level}: ${message}`);

/** The tickets that are not marked as deleted. */
const left = () => harness.simulator.tickets().filter(({ id }) => !halo().isDeleted(id));

/** How many tickets one request created. */
async function ticketsPerRequest(count: number): Promise<number> {
  const others = Array.from({ length: count }, (_, index) => leadOf(`batch${Math.random()}${index}`));
  harness.simulator.requests.clear();
  await harness.worker().finishBulk(await harness.bulkJob(others), true);
  const posts = harness.simulator.requests.count({ method: 'POST', path: '/api/Tickets' });
  return count / posts;
}

describe('a check that writes', () => {
  it('passes a PSA that stores what is written, leaves nothing behind, and only then allows arrays', async () => {
    expect(await said()).toEqual([
      expect.stringMatching(/^warning: PSA_WRITE_BATCH is 50, and objects are sent/),
    ]);
    expect(await ticketsPerRequest(4)).toBe(1);
    const before = left().length;

    expect(await said({ write: true })).toEqual([]);
    expect(left()).toHaveLength(before);
    expect(harness.psa.writeProof()).toMatchObject({ build: usual.build, takesArrays: true });
    expect(await ticketsPerRequest(4)).toBe(4);

    halo().setQuirks({ build: '2.251.0' });
    expect(await said()).toEqual([expect.stringContaining('build 2.251.0 has to pass')]);
    expect(harness.psa.writeProof()).toBeUndefined();
  });

  it('lists what a PSA drops, truncates or does not return, and then proves nothing', async () => {
    halo().setQuirks({ droppedFields: [101, 106], returnAll: 'shuffled' });
    const problems = await said({ write: true });
    expect(problems).toEqual([
      expect.stringMatching(
        /^error: the PSA drops custom field CFLeadSource \(101\): '.+' was written, nothing is/,
      ),
      expect.stringMatching(/^warning: the PSA drops custom field CFTechnologyStack \(106\)/),
      expect.stringMatching(/^warning: returnall does not return/),
      expect.stringMatching(/^warning: PSA_WRITE_BATCH is 50/),
    ]);
    expect(harness.psa.writeProof()).toBeUndefined();
    expect(left()).toEqual([]);
  });

  it('reports that an agent may not write', async () => {
    halo().setQuirks({ agentMayWrite: false });
    expect(await said({ write: true })).toContainEqual(
      expect.stringMatching(/^error: a ticket cannot be created: .*permission/),
    );
  });

  it('reports a build without the filter for types before it reads whole lists', async () => {
    halo().seedIncident();
    halo().setQuirks({ ignoredParameters: ['tickettype_id', 'requesttype_id'] });
    expect(await said()).toContainEqual(
      expect.stringMatching(/^error: this build does not know the filter requ/),
    );
  });

  it('lists the missing options of a dropdown', async () => {
    halo().setQuirks({ absent: ['Lead Source: CSV', 'Lead Source: Manual'] });
    expect(await said()).toContain(
      "warning: dropdown CFLeadSource (101) lacks the options 'Manual', 'CSV': such values are left out",
    );
  });
});

describe('what a PSA lacks', () => {
  const absent = ['Prospect', 'Researching', 'Internal Note', 'Technology Stack', 'Lead Source: CSV'];
  const states = async (write: boolean) =>
    (await harness.psa.prepare({ write })).map(({ kind, name, state }) => `${state}: ${kind} ${name}`);

  it('is listed, created, and exists afterwards', async () => {
    halo().setQuirks({ absent });
    const listed = await states(false);
    expect(listed).toEqual(
      expect.arrayContaining(
        [
          'missing: ticket type Prospect',
          'missing: status researching',
          'missing: outcome Internal Note',
          'missing: custom field Technology Stack',
          'missing: options CFLeadSource',
        ].map((line) => expect.stringMatching(new RegExp(`^${line}$`, 'i'))),
      ),
    );
    expect(await states(true)).toEqual(listed.map((line) => line.replace('missing', 'created')));
    expect((await said()).filter((line) => line.startsWith('error'))).toEqual([]);
    expect(await states(true)).toEqual([]);
  });

  it('is left to people if the PSA rejects it', async () => {
    halo().setQuirks({ absent: ['Prospect'], agentMayWrite: false });
    expect(await harness.psa.prepare({ write: true })).toEqual([
      expect.objectContaining({
        name: 'Prospect',
        state: 'by_hand',
        refusal: expect.stringContaining('permission'),
      }),
    ]);
  });
});

describe('the Do Not Contact list as a distribution list', () => {
  it('marks its members, so that the PSA sends them no mailings', async () => {
    await harness.psa.check();
    const jobId = await harness.singleJob({ ...leadOf('gone'), do_not_contact: true }, { source: 'csv' });
    await harness.worker().runSingle(jobId, true);
    const user = harness.simulator
      .users()
      .find(({ emailaddress }) => emailaddress === 'gone@setup.example.com');
    expect(halo().userFlags(user?.id ?? 0)).toMatchObject({ unsubscribed: true, dontaddtomailinglist: true });
  });
});

describe('a field that the PSA accepts but does not store', () => {
  it('is in the error log once, and not written again with every import', async () => {
    halo().setQuirks({ droppedFields: [108] });
    await harness.psa.check();
    const worker = harness.worker();
    const imported = async () => {
      const lead = { ...leadOf('dropped'), headcount: 120, services_offered: 'Cloud' };
      const jobId = await harness.singleJob(lead, { source: 'csv' });
      await worker.runSingle(jobId, true);
      return (await harness.single(jobId)).result;
    };
    expect(await imported()).toMatchObject({ result: 'created' });
    const entries = harness.mongo.collection('error_log').find({ errorCode: 'FIELD_DROPPED' });
    expect(await entries.toArray()).toEqual([
      expect.objectContaining({
        level: 'error',
        message: expect.stringContaining('accepts CF_108 but does not'),
      }),
    ]);
    expect(await imported()).toMatchObject({ result: 'skipped' });
  });
});

describe('a token with an insufficient scope', () => {
  it('[15] is one clear line, in the check and in the import', async () => {
    const other = await openImportHarness({ psaDialect: 'halopsa' }, { scope: 'read:tickets' });
    await expect(other.psa.check({ write: true })).rejects.toThrow(/PSA_SCOPE/);
    const jobId = await other.singleJob(leadOf('scope'), { source: 'csv' });
    await other
      .worker()
      .runSingle(jobId, true)
      .catch(() => undefined);
    expect(JSON.stringify(await other.job(jobId))).toContain('PSA_SCOPE');
    await other.close();
  });
});
