import type { FileWorker } from './file-worker.js';

/** A file whose rows a job of this page was started with. */
export interface SentFile {
  readonly name: string;
  readonly worker: FileWorker;
}

/** By job, as long as the page is open: so that rows that failed can be given back as they stood in their file. */
const sent = new Map<string, SentFile>();

export function rememberSent(jobId: string, file: SentFile): void {
  sent.set(jobId, file);
}

export function sentFileOf(jobId: string): SentFile | null {
  return sent.get(jobId) ?? null;
}

export function isSent(worker: FileWorker): boolean {
  return [...sent.values()].some((file) => file.worker === worker);
}
