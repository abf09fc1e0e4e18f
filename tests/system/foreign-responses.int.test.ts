import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

/** A person of the PSA who is in every response, whatever was asked or sent. */
const stranger = {
  firstname: 'Robin',
  surname: 'Sample',
  company: 'Sample Trading',
  emailaddress: 'robin@example.org',
};

describe.each(['spec', 'halopsa'] as const)(
  'a PSA of the dialect %s that responds with somebody else',
  (psaDialect) => {
    let harness: ImportHarness;
    let number = 0;
    let of: Readonly<Record<string, object>>;
    let ticketId: number;

    beforeAll(async () => {
      harness = await openImportHarness({ psaDialect });
      ticketId = harness.simulator.seedTicket(stranger);
      const ticket = harness.simulator.tickets().find(({ id }) => id === ticketId);
      const user = harness.simulator.users().find(({ id }) => id === ticket?.user_id);
      of = {
        '/api/Client': { id: ticket?.client_id, name: stranger.company },
        '/api/Users': { ...stranger, id: user?.id, client_id: ticket?.client_id },
        '/api/Tickets': {
          id: ticketId,
          client_id: ticket?.client_id,
          user_id: user?.id,
          summary: ticket?.summary,
          tickettype_id: ticket?.tickettype_id,
        },
      };
    });
    afterEach(() => {
      harness.simulator.faults.clear();
    });
    afterAll(async () => {
      await harness.close();
    });

    it.each(['/api/Client', '/api/Users', '/api/Tickets'])(
      'to POST %s: the lead has one of everything, and the stranger nothing of it',
      async (path) => {
        number += 1;
        const lead = flatLead(number);
        const before = JSON.stringify(harness.simulator.tickets().find(({ id }) => id === ticketId));
        const body = psaDialect === 'spec' ? of[path] : [of[path]];
        harness.simulator.faults.set({ kind: 'answer', when: 'after', method: 'POST', path, body, times: 1 });
        const jobId = await harness.singleJob(lead);
        await harness.worker().runSingle(jobId);

        expect(harness.simulator.faults.list().map(({ fired }) => fired)).toEqual([1]);
        const { simulator } = harness;
        const made = simulator.tickets().filter(({ user_email: email }) => email === lead.email);
        const result = (await harness.single(jobId)).result;
        expect(result).toMatchObject({ result: 'created' });
        const records = harness.mongo.collection('leads').find({ 'lead.email': lead.email });
        const ticketIds = (await records.toArray()).map(({ psaTicketId }) => Number(psaTicketId));
        expect(ticketIds).toEqual(made.map(({ id }) => id));
        expect(made).toHaveLength(1);
        expect(simulator.users().filter(({ emailaddress }) => emailaddress === lead.email)).toHaveLength(1);
        expect(simulator.clients().filter(({ name }) => name === lead.company)).toHaveLength(1);
        expect(made[0]?.client_name).toBe(lead.company);
        expect(JSON.stringify(simulator.tickets().find(({ id }) => id === ticketId))).toBe(before);
      },
    );
  },
);
