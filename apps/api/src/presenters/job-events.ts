import type { JobRecord } from '@leadbridge/usecases';

import { isFinished } from '../pipeline/wait-for-job.js';
import type { ApiServices } from '../services.js';
import { presentJobSummary } from './job-view.js';

const pollMilliseconds = 1_000;

/** Proxies cut connections that say nothing. */
const heartbeatPolls = 15;

/** The id of the last event, so that a reader who comes back can be told that nothing follows. */
export const lastEventId = 'finished';

/** A job's progress as server-sent events: at once, then whenever it has changed, until it has finished. */
export async function* jobEvents(first: JobRecord, services: ApiServices): AsyncIterable<string> {
  let record: JobRecord = first;
  let sent = '';
  let number = 0;
  let quietPolls = 0;
  while (!isFinished(record.status) && !services.stopping.aborted) {
    const summary = await presentJobSummary(record, services);
    const { status, progress, waiting_for: waitingFor } = summary;
    const state = JSON.stringify([status, progress, waitingFor?.reason]);
    quietPolls += 1;
    if (state !== sent) {
      sent = state;
      quietPolls = 0;
      number += 1;
      yield event('progress', String(number), summary);
    } else if (quietPolls >= heartbeatPolls) {
      quietPolls = 0;
      yield ': still here\n\n';
    }
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
    record = (await services.jobs.find(first.jobId)) ?? record;
  }
  if (isFinished(record.status)) {
    yield event('finished', lastEventId, await presentJobSummary(record, services));
  }
}

function event(name: string, id: string, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
