import type { ReplayAnswer, ReplayBody } from '@leadbridge/contracts';

import { CommandError } from '../command-error.js';
import type { ServiceContext } from '../compose.js';

export interface ReplayOptions {
  readonly from?: string;
  readonly to?: string;
  readonly failedSince?: string;
  readonly dryRun?: boolean;
}

/** Sends events to a webhook once more: those of a range of time, or what has failed since a time. */
export async function replayEvents(
  { api, terminal }: ServiceContext,
  webhookId: string,
  { from, to, failedSince, dryRun }: ReplayOptions,
): Promise<boolean> {
  if ((from === undefined) === (failedSince === undefined)) {
    throw new CommandError('Give either --from (and --to) or --failed-since');
  }
  const body: ReplayBody = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(failedSince === undefined ? {} : { failed_since: failedSince }),
    ...(dryRun === undefined ? {} : { dry_run: dryRun }),
  };
  const answer = (await api.call({
    method: 'POST',
    path: `/webhooks/${encodeURIComponent(webhookId)}/replay`,
    body: JSON.stringify(body),
  })) as ReplayAnswer;
  terminal.result(`${answer.count} events ${answer.dry_run ? 'would be' : 'are being'} sent to ${webhookId}`);
  return true;
}
