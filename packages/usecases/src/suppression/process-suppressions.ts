import { isoTime, withTraceparent } from '@leadbridge/platform';
import pMap from 'p-map';

import { withClaims } from '../work/with-claims.js';
import { StaleClaimError } from '../ports/import-store.js';
import type { Suppression } from '../ports/suppression.js';
import {
  changeEntry,
  faultOfStep,
  ticketRetry,
  type SuppressionContext,
  type SuppressionWork,
  type SuppressionDependencies,
} from './suppression-work.js';
import { addToOptOutList, markTicket } from './mark-ticket.js';
import { postNotes } from './post-notes.js';
import { readTicketOfEntry } from './read-ticket.js';
import { pushToProvider } from './push-to-provider.js';

/** A provider that hangs must not delay the others. */
const concurrentEntries = 20;

export interface PushOutcome {
  readonly entry: Suppression;
  readonly fault: Error | null;
}

export interface ProcessedSuppressions {
  /** The entries after the work. A merged entry is replaced by the one that it was merged into. */
  readonly worked: readonly PushOutcome[];
  /** Entries that another worker has claimed. */
  readonly busy: readonly string[];
}

type OnPushed = (outcome: PushOutcome) => void;

/**
 * Does the due work of suppressions: reads who opted out, notifies the provider, finds the person's other
 * leads, marks the ticket and posts a note of the outcome. Every step is recorded when it is done, so that
 * another worker can continue after a crash.
 *
 * @param onPushed called with each entry once its provider has been notified, before the rest is written to the ticket
 * @throws StaleClaimError when another worker has taken over
 */
export async function processSuppressions(
  deps: SuppressionDependencies,
  suppressionIds: readonly string[],
  onPushed: OnPushed = () => undefined,
): Promise<ProcessedSuppressions> {
  return await withClaims(deps.store, {
    keys: suppressionIds.map(claimKey),
    run: async (claims, assertHeld) => {
      const context: SuppressionContext = {
        ...deps,
        claims,
        assertHeld,
        session: deps.psa.session({ priority: 'opt_out', beforeWrite: assertHeld }),
      };
      const held = suppressionIds.filter((id) => claims.held.has(claimKey(id)));
      return {
        worked: await processClaimed(held, context, onPushed),
        busy: suppressionIds.filter((id) => claims.busy.has(claimKey(id))),
      };
    },
  });
}

function claimKey(suppressionId: string): string {
  return `suppression:${suppressionId}`;
}

async function processClaimed(
  suppressionIds: readonly string[],
  context: SuppressionContext,
  onPushed: OnPushed,
): Promise<ProcessedSuppressions['worked']> {
  // Read under the claim, because its last holder may have done everything.
  const works = (await context.suppressions.findMany(suppressionIds)).map((entry): SuppressionWork => ({
    entry,
    ticket: null,
    isMerged: false,
    fault: null,
  }));
  await pMap(works, async (work) => processIsolated(work, context, onPushed), {
    concurrency: concurrentEntries,
  });
  await noteOutcomes(works, context);
  return works.map(({ entry, fault }) => ({ entry, fault }));
}

/** An entry that fails must not delay the entries after it. */
async function processIsolated(
  work: SuppressionWork,
  context: SuppressionContext,
  onPushed: OnPushed,
): Promise<void> {
  try {
    await withTraceparent(work.entry.traceparent, async () => processOne(work, context, onPushed));
  } catch (error) {
    work.fault = faultOfStep(error, 'The opt-out failed');
    const { ticketAt: later = null, ...attempts } = ticketRetry(work.entry, error, context);
    const { pushAt, ticketAt, propagateAt, leadId } = work.entry;
    const putOff = {
      pushAt: pushAt === null ? null : later,
      ticketAt: ticketAt === null ? null : later,
      propagateAt: propagateAt === null ? null : later,
    };
    await changeEntry(work, { ...attempts, ...putOff }, context, [
      {
        level: 'error',
        message: `An opt-out could not be processed: ${work.fault.name}`,
        source: 'suppression',
        errorCode: 'INTERNAL_ERROR',
        ...(leadId === null ? {} : { leadId }),
      },
    ]);
  }
}

async function processOne(
  work: SuppressionWork,
  context: SuppressionContext,
  onPushed: OnPushed,
): Promise<void> {
  await readTicketOfEntry(work, context);
  await pushToProvider(work, context);
  onPushed({ entry: work.entry, fault: work.fault });
  if (work.isMerged) {
    return;
  }
  const { propagateAt, ticketAt } = work.entry;
  if (isDue(propagateAt, context)) {
    const at = isoTime(context.clock.now());
    if (!(await context.suppressions.propagate(work.entry, context.claims.fence, at))) {
      throw new StaleClaimError('Another worker has taken over the opt-out');
    }
  }
  if (work.fault === null && isDue(ticketAt, context)) {
    try {
      await markTicket(work, context);
    } catch (error) {
      // A PSA failure does not fail the opt-out: the provider has been notified, and the ticket is written later.
      work.fault = faultOfStep(error, 'The ticket could not be written');
      await changeEntry(work, ticketRetry(work.entry, error, context), context);
    }
  }
}

async function noteOutcomes(works: readonly SuppressionWork[], context: SuppressionContext): Promise<void> {
  const due = works.filter(
    ({ entry, fault, isMerged }) => fault === null && !isMerged && isDue(entry.ticketAt, context),
  );
  try {
    // The list and the notes share requests, which are traced to the first entry.
    await withTraceparent(due[0]?.entry.traceparent, async () => {
      await addToOptOutList(due, context);
      await postNotes(due, context);
    });
  } catch (error) {
    const fault = faultOfStep(error, 'The list and the notes could not be written');
    due.forEach((work) => {
      work.fault = fault;
    });
  }
  for (const work of due) {
    // A mark that stays is one whose job has not ended.
    const change =
      work.fault === null && work.entry.marks.length === 0
        ? { ticketAt: null, ticketAttempts: 0 }
        : ticketRetry(work.entry, work.fault, context);
    await changeEntry(work, change, context);
  }
}

function isDue(time: string | null, { clock }: SuppressionContext): boolean {
  return time !== null && Date.parse(time) <= clock.now();
}
