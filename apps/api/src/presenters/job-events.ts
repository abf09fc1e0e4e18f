import type { JobRecord } from '@leadbridge/usecases';

import { isFinished } from '../pipeline/wait-for-job.js';
import type { ApiServices } from '../services.js';
import { presentJobSummary } from './job-view.js';
import { heartbeat, heartbeatMs, serverEvent, waitFor } from './server-event.js';
import { followCaller, type StreamReader } from './stream-caller.js';

const pollMilliseconds = 1_000;
const heartbeatPolls = heartbeatMs / pollMilliseconds;

/** The id of the last event, so that a reader who reconnects can be told that nothing follows. */
export const lastEventId = 'finished';

export interface JobEventsReader extends StreamReader {
  /** Undefined to end only with the job. */
  readonly seconds: number | undefined;
}

/** As server-sent events: at once, then after every change, until the end of the job or of the time. */
export async function* jobEvents(
  first: JobRecord,
  services: ApiServices,
  reader: JobEventsReader,
): AsyncIterable<string> {
  const { clock, stopping } = services;
  const endsAt = clock.now() + (reader.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const caller = followCaller(reader, clock);
  let record: JobRecord = first;
  let sent = '';
  let number = 0;
  let quietPolls = 0;
  while (!isFinished(record.status) && !stopping.aborted && clock.now() < endsAt) {
    if ((await caller()) === null) {
      return;
    }
    const summary = await presentJobSummary(record, services);
    const { status, progress, waiting_for: waitingFor } = summary;
    const state = JSON.stringify([status, progress, waitingFor?.reason]);
    quietPolls += 1;
    if (state !== sent) {
      sent = state;
      quietPolls = 0;
      number += 1;
      yield serverEvent('progress', summary, String(number));
    } else if (quietPolls >= heartbeatPolls) {
      quietPolls = 0;
      yield heartbeat;
    }
    await waitFor(pollMilliseconds, stopping);
    record = (await services.jobs.find(first.jobId)) ?? record;
  }
  if (isFinished(record.status)) {
    yield serverEvent('finished', await presentJobSummary(record, services), lastEventId);
  }
}
