import { findSourceByLabel, isOwnInput, type LeadSource } from '@leadbridge/domain';

import type { Suppression, SuppressionLists, SuppressionPush } from '../ports/suppression.js';
import { changeEntry, type SuppressionContext, type SuppressionWork } from './suppression-work.js';
import { suppressionOutcome } from './suppression-outcome.js';
import { suppressionEntries } from './suppression-result.js';

/**
 * Notifies the provider of a due opt-out, at least once: if a worker dies between the provider's response and
 * our record, the entry is unchanged, and the next worker notifies again under the same reference.
 */
export async function pushToProvider(work: SuppressionWork, context: SuppressionContext): Promise<void> {
  const { entry } = work;
  const now = context.clock.now();
  if (work.fault !== null || work.isMerged || entry.pushAt === null || Date.parse(entry.pushAt) > now) {
    return;
  }
  const source = sourceOf(entry.leadSource, context);
  await context.assertHeld();
  const push =
    source === null || isOwnInput(source)
      ? null
      : await pushEach(source.name, entry, context.suppressionLists);
  const { change, errorLogEntries } = suppressionOutcome(entry, source, push, {
    now: context.clock.now(),
    delays: context.retryDelays,
  });
  await changeEntry(work, change, context, errorLogEntries);
}

/** The first failure ends the attempt; the next begins anew, and the provider knows repeated references. */
async function pushEach(
  source: string,
  entry: Suppression,
  lists: SuppressionLists,
): Promise<SuppressionPush> {
  const [first, ...others] = suppressionEntries(entry);
  let push = await lists.push(source, first, entry.suppressionId);
  for (const [index, other] of others.entries()) {
    if (push.result !== 'accepted') {
      break;
    }
    push = await lists.push(source, other, `${entry.suppressionId}-${index + 2}`);
  }
  return push;
}

function sourceOf(leadSource: string | null, { settings }: SuppressionContext): LeadSource | null {
  return leadSource === null ? null : findSourceByLabel(settings().sources, leadSource);
}
