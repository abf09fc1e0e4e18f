import { drill, exactly } from '../support/drill.js';
import { finish, rowsWithDuplicates, sendBulk, withServiceHere } from '../support/drill-service.js';

const kinds = ['bulk_shuffled', 'bulk_short', 'bulk_doubled', 'bulk_partial'] as const;

drill({
  promise:
    'When the PSA shuffles, shortens, doubles or partly refuses its response to an array, no outcome is taken for another row.',
  async run({ seed }) {
    return await withServiceHere({ simulator: { randomSeed: seed } }, async (system) => {
      const { simulator } = system;
      kinds.forEach((kind) =>
        simulator.faults.set({ kind, path: '/api/Tickets', method: 'POST', probability: 0.3 }),
      );
      const bulk = await sendBulk(system, rowsWithDuplicates(1, 300, seed), { batch_size: 20 });
      const [job] = await finish(system, [bulk]);
      const summaries = new Map(bulk.rows.map((lead) => [lead.email, lead]));
      const tickets = simulator.tickets();
      const withTicket = new Set(tickets.map(({ user_email: email }) => email));
      // The PSA has refused entries: those rows failed, and no other.
      const refused = (job?.progress.failed ?? Number.NaN) - (bulk.rows.length - summaries.size);
      const misattributed = tickets.filter(
        ({ user_email: email, client_name: client }) => summaries.get(email)?.company !== client,
      );
      const struck = simulator.faults.list().reduce((sum, { fired }) => sum + fired, 0);
      return [
        { name: 'responses changed', value: struck, atLeast: 5 },
        exactly('rows without an outcome', bulk.rows.length - (job?.progress.processed ?? 0), 0),
        exactly(
          'people without a ticket and not told refused',
          summaries.size - withTicket.size - refused,
          0,
        ),
        exactly('duplicates', tickets.length - withTicket.size, 0),
        exactly('misattributed', misattributed.length, 0),
      ];
    });
  },
});
