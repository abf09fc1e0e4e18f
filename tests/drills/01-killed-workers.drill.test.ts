import { seededRandom } from '@leadbridge/psa-simulator';

import { drill } from '../support/drill.js';
import {
  accountsOf,
  pause,
  requestsOfWork,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withWorkers,
} from '../support/drill-service.js';

const rows = 300;
/** More of them are in `random-kills`. */
const randomKills = 1;

/** Each is a moment between two steps of an import. */
const moments = [
  { method: 'GET', path: '/api/Tickets', when: 'before' },
  { method: 'POST', path: '/api/Client', when: 'after' },
  { method: 'POST', path: '/api/Users', when: 'after' },
  { method: 'POST', path: '/api/Tickets', when: 'before' },
  { method: 'POST', path: '/api/Tickets', when: 'after' },
  { method: 'POST', path: '/api/Lists/*', when: 'after' },
] as const;

drill({
  promise:
    'When workers are killed at any moment of an import, every row has one outcome and every person one ticket, and another worker goes on within 15 seconds.',
  async run({ seed }) {
    const random = seededRandom(seed);
    return await withWorkers({ workers: 2, simulator: { randomSeed: seed } }, async (system) => {
      const { faults } = system.simulator;
      const bulk = await sendBulk(system, rowsWithDuplicates(1, rows, seed), { batch_size: 20 });
      let slowest = 0;
      let kills = 0;
      const killAll = async (): Promise<void> => {
        await Promise.all(system.workers.map(async (worker) => worker.kill('SIGKILL')));
        faults.clear();
        const before = requestsOfWork(system);
        // The other one than last time; both go on with an import that is held nowhere.
        await system.workers[kills % system.workers.length]?.restart();
        kills += 1;
        slowest = Math.max(
          slowest,
          await secondsUntil('the import to go on', 120, () => requestsOfWork(system) > before),
        );
      };
      for (const moment of moments) {
        faults.set({ kind: 'hang', times: 1, ...moment });
        // The import may be past the last request of its kind.
        const isHeld = await faults.waitForHeld(1).then(
          () => true,
          () => false,
        );
        if (isHeld) {
          await killAll();
        } else {
          faults.clear();
        }
      }
      for (let kill = 0; kill < randomKills; kill += 1) {
        await pause(random() * 400);
        await killAll();
      }
      return [
        { name: 'kills', value: kills, atLeast: randomKills + 3 },
        { name: 'slowest recovery', value: slowest, unit: 's', atMost: 15 },
        ...(await accountsOf(system, [bulk])),
      ];
    });
  },
});
