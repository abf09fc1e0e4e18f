import type { components } from '@leadbridge/client';

import { CommandError } from './command-error.js';
import type { ServiceContext } from './compose.js';
import type { ProgressView, Terminal } from './terminal.js';
import { timeOfDay } from './time-text.js';

export type JobView = components['schemas']['Job'];

/**
 * Shows a job's progress until it has finished.
 *
 * @throws LeadbridgeError if the job can no longer be read
 */
export async function followJob(
  { api, terminal }: ServiceContext,
  jobId: string,
  title: string,
): Promise<JobView> {
  const display = displayJob(terminal, jobId, title);
  try {
    let last: JobView | null = null;
    for await (const job of api.jobs.watch(jobId)) {
      display.show(job);
      last = job;
    }
    if (last === null) {
      throw new CommandError(`The service sent no progress of the job ${jobId}`);
    }
    return last;
  } finally {
    display.end();
  }
}

/** The same for a job that does one thing. @returns its result; null, after saying why, where there is none */
export async function resultOfJob(
  context: ServiceContext,
  jobId: string,
  title: string,
): Promise<NonNullable<JobView['result']> | null> {
  const { error, result } = await followJob(context, jobId, title);
  if (error !== null || result === null) {
    context.terminal.note(error === null ? 'The job has no result' : `${error.code}: ${error.message}`);
    const leadIds = error?.details['lead_ids'];
    if (Array.isArray(leadIds)) {
      context.terminal.note(`Leads with this number: ${leadIds.join(', ')}`);
    }
    return null;
  }
  return result;
}

/**
 * Shows the progress of a job. If the user interrupts the command, it prints that the job continues.
 *
 * @param rest a further text about what the command would have done after the job
 */
export function displayJob(
  terminal: Terminal,
  jobId: string,
  title: string,
  rest = '',
): { show(job: JobView): void; end(): void } {
  let view: ProgressView | null = null;
  const letGo = terminal.onInterrupt(() => {
    view?.end();
    return `The job ${jobId} runs in the background. To come back to it: leadbridge job watch ${jobId}${rest === '' ? '' : `\n${rest}`}`;
  });
  return {
    show: (job) => {
      view ??= terminal.progress(title, job.progress.total);
      view.update(job.progress.processed, noteOf(job));
    },
    end: () => {
      letGo();
      view?.end();
    },
  };
}

const waitWords: Readonly<Record<NonNullable<JobView['waiting_for']>['reason'], string>> = {
  psa_budget: 'the PSA budget',
  psa_unavailable: 'the PSA, which returns no usable responses',
  no_worker: 'a worker: none is running',
  queue: 'its turn',
};

/** A text of what a job waits for; empty for nothing. */
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
