import type { Measurement } from '../figure.js';
import { completedJob, importBulk, leads, post, startService } from '../service.js';

const rows = 1_000;

/** What it costs to take back a bulk import whose leads nobody has touched. */
export const undo: Measurement = {
  name: 'undo',
  title: 'Undo of 1,000 created leads on two lists each, no limit of the PSA',

  async run() {
    const system = await startService();
    const { simulator } = system;
    try {
      const { job } = await importBulk(
        system,
        leads(1, rows, () => ({ industry: undefined, services_offered: undefined, headcount: undefined })),
      );
      const lists = simulator.tickets().map(({ id }) => simulator.listNames(id).length);
      const requestsBefore = simulator.requests.total;
      const startedAt = performance.now();
      const { job_id: jobId } = await post(system, `/jobs/${String(job['job_id'])}/undo`, {});
      const { result } = await completedJob(system, jobId);
      const seconds = (performance.now() - startedAt) / 1_000;
      const requests = simulator.requests.total - requestsBefore;
      const { undone } = result as { readonly undone: number };
      return [
        { name: 'fewest lists of a lead', unit: 'lists', values: [Math.min(...lists)], goal: { atLeast: 2 } },
        { name: 'undone', unit: 'leads', values: [undone], goal: { atLeast: rows } },
        { name: 'PSA requests', unit: 'requests/lead', values: [requests / rows], goal: { atMost: 3.2 } },
        { name: '1,000 undone', unit: 's', values: [seconds], goal: { atMost: 10 } },
      ];
    } finally {
      await system.stop();
    }
  },
};
