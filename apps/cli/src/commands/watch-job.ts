import type { ServiceContext } from '../compose.js';
import { followJob } from '../follow-job.js';

/** Shows a job until it has finished, then its outcome. @returns whether it completed without a failure */
export async function watchJob(context: ServiceContext, jobId: string): Promise<boolean> {
  const { status, type, progress, error } = await followJob(context, jobId, jobId);
  const { successful, failed } = progress;
  context.terminal.result(`${type} ${status}: ${successful} succeeded, ${failed} failed`);
  if (error !== null) {
    context.terminal.note(`${error.code}: ${error.message}`);
  }
  return status === 'completed' && failed === 0;
}
