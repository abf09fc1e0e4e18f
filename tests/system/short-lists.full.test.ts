import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { importHarnessOn, type ImportWork } from '../support/import-harness.js';
import { openServers, type Servers } from '../support/open-servers.js';
import { flatLead } from '../support/caller.js';

const people = 60;
const others = 190;
const origin = 'a PSA with short lists';
const flatLeads = (from: number) =>
  Array.from({ length: people }, (_, index) => flatLead(from + index, { title: null, phone: null }));

describe.each(['spec', 'halopsa'] as const)(
  'a PSA (%s) whose lists end after the first page',
  (psaDialect) => {
    let harness: Servers & ImportWork;
    let from = 0;

    beforeAll(async () => {
      harness = await importHarnessOn(await openServers({ psaDialect }));
      harness.simulator.seedTickets(others, { companies: 20 });
    });
    afterAll(async () => {
      await harness.close();
    });

    it.each([
      ['empty pages', 'first_alone', 'the mirror', true],
      ['the first page again', 'first_again', 'the mirror', true],
      ['empty pages', 'first_alone', 'no mirror', false],
      ['the first page again', 'first_again', 'no mirror', false],
    ] as const)(
      'and then shows %s gets no second ticket: %s, with %s',
      async (_shows, paging, _with, isMirrored) => {
        const { simulator, mongo } = harness;
        from += 1_000;
        const leads = flatLeads(from);
        for (const { first_name: firstname, last_name: surname, email, company } of leads) {
          simulator.seedTicket({ emailaddress: email, firstname, surname, company });
        }
        const before = [simulator.tickets(), simulator.users(), simulator.clients()].map(
          ({ length }) => length,
        );
        simulator.setDialect({ paging });
        const name = isMirrored ? `${origin} ${from}` : undefined;
        if (name !== undefined) {
          // Twice each, so that the same number is missing again.
          await harness.fillMirror(name);
          expect(await harness.mirror.state('contacts')).toMatchObject({ complete: null });
          expect((await harness.mirror.state('contacts')).missing).toBeGreaterThan(100);
        }
        const jobId = await harness.bulkJob(leads);
        await harness.worker(() => ({}), name).finishBulk(jobId);
        const rows = await mongo.collection('job_rows').find({ jobId }).toArray();
        simulator.setDialect({ paging: 'honoured' });
        expect(new Set(rows.map((row) => String(row['result'])))).not.toContain('created');
        expect(
          [simulator.tickets(), simulator.users(), simulator.clients()].map(({ length }) => length),
        ).toEqual(before);
      },
      60_000,
    );

    it('gets none for people created since the mirror was complete', async () => {
      const { simulator } = harness;
      await harness.fillMirror(origin);
      expect((await harness.mirror.state('contacts')).complete).not.toBeNull();
      from += 1_000;
      const leads = flatLeads(from);
      for (const { first_name: firstname, last_name: surname, email, company } of leads) {
        simulator.seedTicket({ emailaddress: email, firstname, surname, company });
      }
      const before = simulator.tickets().length;
      simulator.setDialect({ paging: 'first_again', pageCap: 20 });
      await harness.worker(() => ({}), origin).finishBulk(await harness.bulkJob(leads));
      simulator.setDialect({ paging: 'honoured', pageCap: 100 });
      expect(simulator.tickets()).toHaveLength(before);
    });
  },
);
