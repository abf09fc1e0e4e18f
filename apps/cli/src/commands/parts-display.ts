import type { ImportProgress } from '@leadbridge/client';

import { displayJob, type JobView } from '../follow-job.js';
import type { SentRecords } from '../leads/sent-records.js';
import type { Terminal } from '../terminal.js';
import { dateAndTime } from '../time-text.js';

export type PartsDisplay = ReturnType<typeof displayParts>;

/**
 * Shows the job of each part of a file, also of an earlier import of the same file. If the user interrupts the command, it prints
 * what was sent, and how to continue.
 */
export function displayParts(
  terminal: Terminal,
  file: string,
  how: { readonly again?: boolean; readonly dryRun?: boolean },
) {
  const words = interruptWords(how);
  let sent: Pick<SentRecords, 'rowOf'> = { rowOf: () => 0 };
  let leads = 0;
  let interrupted = words.unsent(file);
  let letGo = terminal.onInterrupt(() => interrupted);
  let display: ReturnType<typeof displayJob> | null = null;
  let isReplayShown = false;
  let hasBegun = false;
  const endPart = (): void => {
    display?.end();
    display = null;
  };
  return {
    /** The file was read, and has this many leads. */
    read: (records: Pick<SentRecords, 'rowOf'>, count: number): void => {
      [sent, leads] = [records, count];
    },
    /** A part is about to be sent, beginning with the lead at this position, from 0. */
    sending: (place: number): void => {
      interrupted = words.sending(sent.rowOf(place));
    },
    begun: (): boolean => hasBegun,
    show: ({ stage, job, jobId, firstRow, rows, replayed }: ImportProgress): void => {
      const [from, to] = [sent.rowOf(firstRow), sent.rowOf(firstRow + rows - 1)];
      const part = from === to ? `row ${from}` : `rows ${from} to ${to}`;
      if (stage === 'accepted') {
        hasBegun = true;
        isReplayShown = false;
        letGo();
        display = displayJob(terminal, jobId, 'Import', firstRow + rows < leads ? words.rest(to) : '');
        if (!replayed) {
          terminal.note(`Job ${jobId} imports ${part}`);
        }
      }
      if (job === null) {
        return;
      }
      if (replayed && !isReplayShown) {
        isReplayShown = true;
        terminal.note(`${file} (${part}) ${replayText(job)}. --again imports it again`);
      }
      display?.show(job);
      if (stage === 'finished') {
        endPart();
        interrupted = words.between(to);
        letGo = terminal.onInterrupt(() => interrupted);
        if (job.error !== null) {
          terminal.note(`The job ${jobId} ended: ${job.error.message}`);
        }
      }
    },
    end: (): void => {
      endPart();
      letGo();
    },
  };
}

/** With `--again` the same command would import again what it has sent. */
function interruptWords({ again = false, dryRun = false }: { again?: boolean; dryRun?: boolean }) {
  const goOn = dryRun
    ? 'A dry run writes nothing: run the same command again'
    : again
      ? 'leadbridge job list --type bulk_import shows what was; with --again it would be imported once more'
      : 'Run the same command again: it imports nothing twice, shows what came of it, and goes on with the rest';
  return {
    unsent: (file: string) => `Nothing of ${file} was sent. To import it, run the same command again`,
    sending: (row: number) =>
      `The part from row ${row} on was being sent and may have been accepted. ${goOn}`,
    between: (row: number) => `The rows up to ${row} were worked on. ${goOn}`,
    rest: (row: number) =>
      `Nothing after row ${row} was sent: ${again && !dryRun ? 'import those rows as a file of their own' : 'run the same command again to go on with it'}`,
  };
}

function replayText(job: JobView): string {
  const was = job.finished_at === null ? 'is being imported already, since' : 'was imported already, on';
  return `${was} ${dateAndTime(new Date(job.created_at))}, as the job ${job.job_id}`;
}
