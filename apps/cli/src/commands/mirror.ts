import { randomUUID } from 'node:crypto';

import type { ServiceContext } from '../compose.js';
import { resultOfJob } from '../follow-job.js';

/** Shows the progress of the mirror of the PSA: one line for each kind. */
export async function showMirror({ api, terminal }: ServiceContext): Promise<boolean> {
  const { data } = await api.GET('/mirror');
  if (!data.enabled) {
    terminal.note('PSA_MIRROR is off');
  }
  for (const {
    kind,
    documents,
    complete,
    missing,
    order,
    oldest_observed_at: oldest,
    scanning_page: page,
  } of data.kinds) {
    const parts = [
      `${documents} documents`,
      complete ? 'complete' : 'not complete',
      ...(missing === 0 ? [] : [`${missing} missing from the PSA's pages`]),
      `order ${order}`,
      `oldest ${oldest ?? 'none'}`,
      ...(page === null ? [] : [`reading page ${page}`]),
    ];
    terminal.result(`${kind}: ${parts.join(', ')}`);
  }
  return true;
}

/** Has the mirror dropped and rebuilt, and waits for it. @returns whether it was rebuilt */
export async function rebuildMirror(context: ServiceContext): Promise<boolean> {
  const { api, terminal } = context;
  const { data: accepted } = await api.POST('/mirror/rebuild', {
    params: { header: { 'Idempotency-Key': `cli-${randomUUID()}` } },
    body: {},
  });
  terminal.note(`The rebuild is the job ${accepted.job_id}`);
  const result = await resultOfJob(context, accepted.job_id, 'Rebuild');
  if (result === null) {
    return false;
  }
  terminal.result(JSON.stringify(result, null, 2));
  return true;
}
