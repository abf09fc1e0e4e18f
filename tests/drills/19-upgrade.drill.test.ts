import { restoreRelease } from '@leadbridge/devkit';
import mongoose from 'mongoose';

import { drill, exactly } from '../support/drill.js';
import { pause, secondsUntil, withWorkers } from '../support/drill-service.js';

/** Of each worker one: a job that loses a second run tries its rows one by one, which `deadly-lead` shows. */
const kills = 2;

drill({
  promise:
    'What release 1.0.0 has left in the middle of its work, jobs and rows, is brought to its end once by this release, also when its workers are killed meanwhile.',
  async run({ seed }) {
    const release = await restoreRelease('1.0.0');
    const connection = await mongoose.createConnection(release.mongodbUri).asPromise();
    const count = async (collection: string, filter: object): Promise<number> =>
      connection.collection(collection).countDocuments(filter);
    try {
      const options = {
        workers: 2,
        env: { MONGODB_URI: release.mongodbUri, ENCRYPTION_KEY: release.encryptionKey },
        simulator: { stateFile: release.psaStateFile, randomSeed: seed },
      };
      const unfinished = { status: { $in: ['queued', 'active'] } };
      const jobs = await count('jobs', unfinished);
      return await withWorkers(options, async ({ simulator, workers }) => {
        for (let kill = 0; kill < kills; kill += 1) {
          await pause(700);
          const worker = workers[kill % workers.length];
          await worker?.kill('SIGKILL');
          await worker?.restart();
        }
        await secondsUntil(
          'every job to end',
          // After two lost runs a job tries 200 rows one by one.
          300,
          async () => (await count('jobs', unfinished)) === 0,
        ).catch(async (error: unknown) => {
          const projection = { input: 0, row: 0, result: 0, actor: 0 };
          const left = await connection.collection('jobs').find(unfinished, { projection }).toArray();
          throw new Error(JSON.stringify(left), { cause: error });
        });
        const emails = simulator.tickets().map(({ user_email: email }) => email);
        return [
          { name: 'jobs left behind', value: jobs, atLeast: 1 },
          { name: 'rows of them all', value: release.counts.get('job_rows') ?? Number.NaN, atLeast: 1 },
          exactly('rows without an outcome', await count('job_rows', { outcome: null }), 0),
          exactly('duplicates', emails.length - new Set(emails).size, 0),
          exactly('tickets without a lead', emails.length - (await count('leads', {})), 0),
        ];
      });
    } finally {
      await connection.close();
      await release.remove();
    }
  },
});
