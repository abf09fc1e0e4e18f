import { callerOf, flatLead } from '../support/caller.js';
import { diesOf, superviseUntilEnded } from '../support/dies-of.js';
import { drill, exactly, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  finish,
  pause,
  rowsWithDuplicates,
  sendBulk,
  withService,
} from '../support/drill-service.js';

const restarts = 2;
const maxDeaths = 12;
const deadly = 'deadly@company.example.com';

drill({
  promise:
    'Rolling restarts of all processes during an import cost no request of a client and no row; a lead that ends its worker each time is set aside, and the others of its import are imported.',
  async run({ seed }) {
    const options = { apis: 2, workers: 2, simulator: { randomSeed: seed } };
    const restarted = await withService(options, async (system): Promise<readonly DrillFigure[]> => {
      const bulk = await sendBulk(system, rowsWithDuplicates(1, 400, seed), { batch_size: 5 });
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
      for (let restart = 0; restart < restarts; restart += 1) {
        for (const app of [...system.workers, ...system.apis]) {
          await app.stop();
          await app.restart();
        }
      }
      isAsking = false;
      await asking;
      return [
        { name: 'restarts', value: restarts * (system.workers.length + system.apis.length) },
        { name: 'requests', value: asked, atLeast: 100 },
        exactly('5xx', failures.length, 0),
        ...(await accountsOf(system, [bulk])),
      ];
    });
    return [...restarted, ...(await deadlyLead(seed))];
  },
});

async function deadlyLead(seed: number): Promise<readonly DrillFigure[]> {
  const options = { workerEnv: diesOf(deadly), simulator: { randomSeed: seed } };
  return await withService(options, async (system) => {
    const count = 60;
    const deadlyRow = seed % count;
    const rows = Array.from({ length: count }, (_, index) =>
      flatLead(index, index === deadlyRow ? { email: deadly } : {}),
    );
    const bulk = await sendBulk(system, rows);
    const deaths = await superviseUntilEnded(system, [bulk.jobId], maxDeaths);
    const [job] = await finish(system, [bulk]);
    return [
      { name: 'workers ended by one lead', value: deaths, atLeast: 3, atMost: maxDeaths - 1 },
      exactly('leads set aside', job?.progress.failed ?? Number.NaN, 1),
      exactly('leads beside it imported', job?.progress.successful ?? Number.NaN, count - 1),
    ];
  });
}
