import { callerOf } from '../support/caller.js';
import { drill, exactly } from '../support/drill.js';
import { accountsOf, pause, rowsWithDuplicates, sendBulk, withService } from '../support/drill-service.js';

drill({
  promise: 'Rolling restarts of all processes during an import cost no request of a client and no row.',
  async run({ seed }) {
    const options = { apis: 2, workers: 2, simulator: { randomSeed: seed } };
    return await withService(options, async (system) => {
      const bulk = await sendBulk(system, rowsWithDuplicates(1, 200, seed), { batch_size: 5 });
      const failures: number[] = [];
      let asked = 0;
      let isAsking = true;
      /** As a load balancer does it: the API that takes no connection is left out. */
      const ask = async (): Promise<void> => {
        while (isAsking) {
          for (const url of system.baseUrls) {
            const response = await callerOf(system, url)
              .call('GET', `/jobs/${bulk.jobId}`)
              .catch(() => null);
            if (response !== null) {
              asked += 1;
              if (response.status >= 500) failures.push(response.status);
              break;
            }
          }
          await pause(50);
        }
      };
      const asking = ask();
      const apps = [...system.workers, ...system.apis];
      for (const app of apps) {
        await app.stop();
        await app.restart();
      }
      isAsking = false;
      await asking;
      return [
        { name: 'restarts', value: apps.length },
        { name: 'requests', value: asked, atLeast: 100 },
        exactly('5xx', failures.length, 0),
        ...(await accountsOf(system, [bulk])),
      ];
    });
  },
});
