import { randomUUID } from 'node:crypto';

import type { ErasureBody, ErasureResult } from '@leadbridge/contracts';

import { CommandError, UsageError } from '../command-error.js';
import type { ServiceContext } from '../compose.js';
import { resultOfJob } from '../follow-job.js';

interface EraseOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly leadId?: number;
  readonly yes?: boolean;
  /** Erases nothing, and lists what would be erased. */
  readonly dryRun?: boolean;
}

/**
 * Asks, erases a person, and lists what was erased and what the PSA still holds. A dry run only lists it.
 *
 * @returns whether it was done
 * @throws UsageError if nobody can be asked, or the person is not named; CommandError if the person at the terminal says no
 */
export async function erase(context: ServiceContext, options: EraseOptions): Promise<boolean> {
  const { api, terminal } = context;
  const person = personOf(options);
  const { yes = false, dryRun = false } = options;
  if (!yes && !dryRun) {
    await agreeToErase(terminal, person);
  }
  const { data: accepted } = await api.POST('/erasures', {
    params: { header: { 'Idempotency-Key': `cli-${randomUUID()}` } },
    body: { ...person, dry_run: dryRun },
  });
  const { job_id: jobId } = accepted;
  terminal.note(`The ${dryRun ? 'dry run of the ' : ''}erasure is the job ${jobId}`);
  const result = await resultOfJob(context, jobId, 'Erasure');
  if (result === null) {
    return false;
  }
  terminal.result(JSON.stringify(result, null, 2));
  (result as Partial<ErasureResult>).psa?.what_to_do.forEach((text) => {
    terminal.note(text);
  });
  return true;
}

async function agreeToErase(terminal: ServiceContext['terminal'], person: ErasureBody): Promise<void> {
  const [[key, value] = []] = Object.entries(person);
  const who = `the person with the ${String(key).replace('_', ' ')} ${String(value)}`;
  const agreed = await terminal.confirm(`Erase ${who} permanently?`, 'no');
  if (agreed === null) {
    throw new UsageError('Nobody can be asked here: add --yes to erase without a question');
  }
  if (!agreed) {
    throw new CommandError('Nothing was erased');
  }
}

function personOf({ email, phone, leadId }: EraseOptions): ErasureBody {
  if (email !== undefined && phone === undefined && leadId === undefined) {
    return { email };
  }
  if (phone !== undefined && email === undefined && leadId === undefined) {
    return { phone };
  }
  if (leadId !== undefined && email === undefined && phone === undefined) {
    return { lead_id: leadId };
  }
  throw new UsageError('Give exactly one of --email, --phone and --lead-id');
}
