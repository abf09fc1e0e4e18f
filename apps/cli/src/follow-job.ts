import type { JobView, JobWaitReason } from '@leadbridge/contracts';

import type { ApiClient } from './api-client.js';
import { CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';
import { timeOfDay } from './time-text.js';

/** A stream may end before the job does: the service was restarted, or a proxy lost patience. */
const maxReconnections = 60;
const reconnectMilliseconds = 2_000;

/**
 * Shows a job's progress until it has finished.
 *
 * @throws CommandError where the job cannot be read any more
 */
export async function followJob(
  { api, terminal }: { readonly api: ApiClient; readonly terminal: Terminal },
  jobId: string,
  title: string,
): Promise<JobView> {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  const first = (await api.call({ method: 'GET', path })) as JobView;
  const view = terminal.progress(title, first.progress.total);
  const letGo = terminal.onInterrupt(() => {
    view.end();
    return `The job ${jobId} goes on by itself. To come back to it: leadbridge job watch ${jobId}`;
  });
  try {
    for (let reconnections = 0; reconnections < maxReconnections; reconnections += 1) {
      for await (const event of api.events(`${path}/events`)) {
        const job = JSON.parse(event.data) as JobView;
        view.update(job.progress.processed, noteOf(job));
        if (event.name === 'finished') {
          return job;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, reconnectMilliseconds));
    }
  } finally {
    letGo();
    view.end();
  }
  throw new CommandError(`The job ${jobId} goes on, but its progress cannot be read`);
}

const waitWords: Readonly<Record<JobWaitReason, string>> = {
  psa_budget: 'the PSA budget',
  psa_unavailable: 'the PSA, which gives no usable answers',
  no_worker: 'a worker: none is running',
  queue: 'its turn',
};

/** What a job waits for, in words; the empty text for nothing. */
export function waitText({ waiting_for: waiting }: Pick<JobView, 'waiting_for'>): string {
  if (waiting === null) {
    return '';
  }
  const until = waiting.until === null ? '' : ` until ${timeOfDay(new Date(waiting.until))}`;
  return `${waitWords[waiting.reason]}${until}`;
}

function noteOf(job: JobView): string {
  const { status, progress, estimated_finish_at: finish } = job;
  const wait = waitText(job);
  const failed = progress.failed > 0 ? `${progress.failed} failed` : '';
  const untouched = progress.not_processed > 0 ? `${progress.not_processed} not processed` : '';
  const finishes = finish === null ? '' : `finishes at ${timeOfDay(new Date(finish))}`;
  return [
    status === 'active' ? '' : status,
    failed,
    untouched,
    wait === '' ? '' : `waits for ${wait}`,
    finishes,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
