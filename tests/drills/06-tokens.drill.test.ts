import { drill, exactly } from '../support/drill.js';
import {
  accountsOf,
  finish,
  pause,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withServiceHere,
} from '../support/drill-service.js';

const outageMs = 10_000;

drill({
  promise: 'When tokens are revoked, live for seconds, or the token service is down, no lead fails of it.',
  async run({ seed }) {
    return await withServiceHere({ workers: 2, simulator: { randomSeed: seed } }, async (system) => {
      const { simulator } = system;
      simulator.setTokenLifetime(5);
      simulator.expireTokens();
      const bulk = await sendBulk(system, rowsWithDuplicates(1, 200, seed), { batch_size: 5 });
      await secondsUntil('the import to begin', 120, () => simulator.requests.total > 10);
      simulator.faults.set({ kind: 'error', status: 503, path: '/auth/*' });
      simulator.expireTokens();
      await pause(outageMs);
      simulator.faults.clear();
      const accounts = await accountsOf(system, [bulk]);
      const [job] = await finish(system, [bulk]);
      const repeated = bulk.rows.length - new Set(bulk.rows.map(({ email }) => email)).size;
      return [...accounts, exactly('leads failed', (job?.progress.failed ?? Number.NaN) - repeated, 0)];
    });
  },
});
