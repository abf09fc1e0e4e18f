import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { importHarnessOn, type ImportWork } from '../support/import-harness.js';
import { openServers, type Servers } from '../support/open-servers.js';
import { flatLead } from '../support/caller.js';

const origin = 'a PSA beside restarts';
const minuteMs = 61_000;
const rows = 137;
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => flatLead(from + index, { company: `Company ${index % 20}` }));

describe.each(['oldest_first', 'newest_first'] as const)(
  'the first bulk import after a restart, of a PSA that lists the %s',
  (order) => {
    let harness: Servers & ImportWork;
    let ahead = 0;

    beforeAll(async () => {
      harness = await importHarnessOn(await openServers(), { now: () => Date.now() + ahead });
      harness.simulator.setDialect({ order, pageCap: 20 });
    });
    afterAll(async () => {
      await harness.close();
    });

    /** @returns the PSA requests, by method and path */
    async function importAfterRestart(leads: readonly object[]) {
      ahead += minuteMs;
      harness.simulator.requests.clear();
      const worker = harness.worker(() => ({}), origin);
      await worker.finishBulk(await harness.bulkJob(leads));
      return harness.simulator.requests.summary();
    }

    it('reads no page that shows only what imports have written, although the PSA was small when it was mirrored', async () => {
      harness.simulator.seedTickets(12, { companies: 12 });
      await harness.fillMirror(origin);
      await importAfterRestart(people(1_000, 700));
      const summary = await importAfterRestart(people(2_000, rows));
      // The newest page of each list; the first import has filled 35 of them.
      expect(summary['GET /api/Users']).toBeLessThanOrEqual(4);
      expect(summary['GET /api/Tickets']).toBeLessThanOrEqual(4);
      const again = await importAfterRestart(people(2_000, rows));
      expect((again['GET /api/Users'] ?? 0) + (again['GET /api/Tickets'] ?? 0)).toBeLessThanOrEqual(20);
    });
  },
);
