import { drill, exactly } from '../support/drill.js';
import { accountsOf, rowsWithDuplicates, sendBulk, withServiceHere } from '../support/drill-service.js';

const rows = 200;
const lossShare = 0.1;

drill({
  promise:
    'When the PSA applies a write and its response is lost, nothing is made a second time: no ticket, contact, client or list entry.',
  async run({ seed }) {
    const simulator = { randomSeed: seed };
    return await withServiceHere({ simulator, env: { PSA_TIMEOUT_SECONDS: '2' } }, async (system) => {
      const { faults } = system.simulator;
      const fault = faults.set({
        kind: 'drop',
        when: 'after',
        method: 'POST',
        path: '/api/*',
        probability: lossShare,
      });
      const lists = faults.set({
        kind: 'drop',
        when: 'after',
        method: 'POST',
        path: '/api/Lists/*',
        probability: lossShare,
      });
      const bulk = await sendBulk(system, rowsWithDuplicates(1, rows, seed), { batch_size: 10 });
      const accounts = await accountsOf(system, [bulk]);
      const lost = faults
        .list()
        .filter(({ id }) => id === fault.id || id === lists.id)
        .reduce((sum, { fired }) => sum + fired, 0);
      const { simulator: psa } = system;
      const listEntries = psa.tickets().flatMap(({ id }) => psa.listNames(id).map((list) => `${id} ${list}`));
      return [
        { name: 'responses lost', value: lost, atLeast: 3 },
        ...accounts,
        exactly('contacts twice', twice(psa.users().map(({ emailaddress }) => emailaddress)), 0),
        exactly('clients twice', twice(psa.clients().map(({ name }) => name)), 0),
        exactly('list entries twice', twice(listEntries), 0),
      ];
    });
  },
});

function twice(names: readonly string[]): number {
  return names.length - new Set(names).size;
}
