import type { AuditAction } from '@leadbridge/contracts';

export interface QueueWrite {
  readonly action: AuditAction;
  /** The queue, and the job if it is a single one. */
  readonly target: string;
}

const actions: ReadonlyMap<string, AuditAction> = new Map([
  ['retry', 'queue.job_retried'],
  ['promote', 'queue.job_promoted'],
  ['clean', 'queue.job_removed'],
]);

/**
 * What a request of the dashboard changes, by its path below the dashboard: one job
 * (`/api/queues/{queue}/{job}/retry`), those with a status (`/api/queues/{queue}/retry/{status}`) or all
 * delayed ones (`/api/queues/{queue}/promote`). Null for everything else, such as pausing or emptying a
 * queue, which is not allowed here.
 */
export function queueWrite(method: string, path: string): QueueWrite | null {
  const segments = /^\/api\/queues\/([\w-]+)\/([\w:.-]+)(?:\/([\w-]+))?$/.exec(path);
  if (method !== 'PUT' || segments === null) {
    return null;
  }
  const [, queue = '', first = '', second] = segments;
  if (second === undefined) {
    return first === 'promote' ? { action: 'queue.job_promoted', target: queue } : null;
  }
  const ofStatus = first === 'promote' ? undefined : actions.get(first);
  const ofJob = actions.get(second);
  if (ofStatus !== undefined) {
    return { action: ofStatus, target: `${queue}/${second}` };
  }
  return ofJob === undefined ? null : { action: ofJob, target: `${queue}/${first}` };
}
