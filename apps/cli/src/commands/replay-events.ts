import { UsageError } from '../command-error.js';
import type { ServiceContext } from '../compose.js';
import { counted } from '../counted.js';

interface ReplayOptions {
  readonly from?: string;
  readonly to?: string;
  readonly failedSince?: string;
  readonly dryRun?: boolean;
}

/** Sends events to a webhook again: those of a period, or those that failed since a time. */
export async function replayEvents(
  { api, terminal }: ServiceContext,
  webhookId: string,
  options: ReplayOptions,
): Promise<boolean> {
  const { data: replay } = await api.POST('/webhooks/{webhook_id}/replay', {
    params: { path: { webhook_id: webhookId } },
    body: bodyOf(options),
  });
  const are = replay.count === 1 ? 'is' : 'are';
  terminal.result(
    `${counted(replay.count, 'event')} ${replay.dry_run ? 'would be' : `${are} being`} sent to ${webhookId}`,
  );
  return true;
}

function bodyOf({ from, to, failedSince, dryRun }: ReplayOptions) {
  const dry = dryRun === undefined ? {} : { dry_run: dryRun };
  if (from !== undefined && failedSince === undefined) {
    return { from, ...(to === undefined ? {} : { to }), ...dry };
  }
  if (failedSince !== undefined && from === undefined) {
    return { failed_since: failedSince, ...(to === undefined ? {} : { to }), ...dry };
  }
  throw new UsageError('Give either --from (and --to) or --failed-since');
}
