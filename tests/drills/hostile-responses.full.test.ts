import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FaultRule } from '@leadbridge/psa-simulator';

import { flatLead } from '../support/caller.js';
import { openImportHarness, type ImportHarness } from '../support/import-harness.js';

const after = { when: 'after', times: 1, method: 'POST' } as const;
const stranger = {
  id: 1,
  name: 'Sample Trading',
  summary: 'Robin Sample',
  emailaddress: 'robin@example.org',
};
// 401 and 429 say that nothing was carried out, and are believed.
const statuses = [400, 403, 404, 405, 406, 408, 409, 410, 422, 423, 500, 501, 502, 503, 504];
const bodies: readonly unknown[] = [
  ...[
    null,
    0,
    true,
    'created',
    [],
    {},
    [null],
    [{}],
    [[]],
    { error: 'busy' },
    { id: null },
    { id: 0 },
    { id: -1 },
  ],
  ...[{ id: 'abc' }, { id: 1.5 }, { id: true }, { id: {} }, stranger, [stranger], [stranger, stranger]],
];

/** How the PSA responds to a creation that it has carried out. */
const kinds: readonly (readonly [name: string, fault: Omit<FaultRule, 'path'>])[] = [
  ...statuses.map((status) => [`status ${status}`, { ...after, kind: 'error', status }] as const),
  ...bodies.map((body) => [`body ${JSON.stringify(body)}`, { ...after, kind: 'answer', body }] as const),
  ['a page of a gateway', { ...after, kind: 'html_502' }],
  ['no response', { ...after, kind: 'drop' }],
  ['half a response', { ...after, kind: 'drop', when: 'during' }],
];

const creations = ['/api/Client', '/api/Users', '/api/Tickets'];

describe.each(['spec', 'halopsa'] as const)('a PSA of the dialect %s', (psaDialect) => {
  let harness: ImportHarness;
  let number = 0;

  beforeAll(async () => {
    harness = await openImportHarness({ psaDialect });
  });

  afterAll(async () => {
    await harness.close();
  });

  /** Runs the job until it has ended, as the queue does. */
  async function run(lead: object): Promise<void> {
    const jobId = await harness.singleJob(lead);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await harness
        .worker()
        .runSingle(jobId, attempt === 5)
        .catch(() => undefined);
      const { status } = await harness.single(jobId);
      if (status === 'completed' || status === 'failed') {
        return;
      }
      harness.simulator.faults.clear();
    }
  }

  it.each(kinds)(
    'that responds to creations with %s has one ticket for each person',
    async (_name, fault) => {
      const { simulator } = harness;
      for (const path of creations) {
        number += 1;
        const lead = flatLead(number);
        simulator.faults.set({ ...fault, path });
        await run(lead);
        simulator.faults.clear();
        // Whatever the first import came to, the next one of the person adds nothing.
        await run({ ...lead, headcount: 7 });
        const made = simulator.tickets().filter(({ user_email: email }) => email === lead.email);
        expect([path, made.map(({ client_name: client }) => client)]).toEqual([path, [lead.company]]);
        expect(simulator.users().filter(({ emailaddress }) => emailaddress === lead.email)).toHaveLength(1);
      }
    },
    120_000,
  );

  it('was tried with 38 kinds of responses, and 228 people in both dialects', () => {
    expect([kinds.length, kinds.length * creations.length * 2]).toEqual([38, 228]);
    expect(number).toBe(kinds.length * creations.length);
  });
});
