import { isoTime, withTraceparent } from '@leadbridge/platform';
import pMap from 'p-map';

import { withClaims } from '../work/with-claims.js';
import { StaleClaimError } from '../ports/import-store.js';
import type { Suppression } from '../ports/opt-out.js';
import {
  changeEntry,
  ticketRetry,
  type EntryContext,
  type EntryWork,
  type OptOutDependencies,
} from './entry-work.js';
import { markTicket } from './mark-ticket.js';
import { postNotes } from './post-notes.js';
import { readTicketOfEntry } from './read-ticket.js';
import { tellProvider } from './tell-provider.js';

/** A provider that hangs must not hold up the others behind it. */
const concurrentEntries = 20;

export interface WorkedEntries {
  /** As they stand after the work; in place of a merged one the entry that it was merged into. */
  readonly worked: readonly { readonly entry: Suppression; readonly fault: Error | null }[];
  /** Entries that another worker is at work on. */
  readonly busy: readonly string[];
}

export interface WorkOptions {
  /** Called with each entry once its provider has been told, before what remains to be written to the ticket. */
  readonly onTold?: (told: { readonly entry: Suppression; readonly fault: Error | null }) => void;
}

/**
 * Does what is due for entries of the ledger: learns who opted out, tells the provider, looks for the person's other leads, marks the
 * ticket and notes the outcome on it. Every step is written down when it is done, so that the work can end at any moment and be taken up by
 * another worker.
 *
 * @throws StaleClaimError when another worker has taken over
 */
export async function workEntries(
  deps: OptOutDependencies,
  suppressionIds: readonly string[],
  { onTold = () => undefined }: WorkOptions = {},
): Promise<WorkedEntries> {
  return await withClaims(deps.store, {
    keys: suppressionIds.map(claimKey),
    run: async (claims, assertHeld) => {
      const context: EntryContext = {
        ...deps,
        claims,
        assertHeld,
        session: deps.psa.session({ priority: 'opt_out', beforeWrite: assertHeld }),
      };
      const held = suppressionIds.filter((id) => claims.held.has(claimKey(id)));
      return {
        worked: await workHeld(held, context, onTold),
        busy: suppressionIds.filter((id) => claims.busy.has(claimKey(id))),
      };
    },
  });
}

function claimKey(suppressionId: string): string {
  return `suppression:${suppressionId}`;
}

async function workHeld(
  suppressionIds: readonly string[],
  context: EntryContext,
  onTold: NonNullable<WorkOptions['onTold']>,
): Promise<WorkedEntries['worked']> {
  // Read under the claim: whoever held it before may have done all there was to do.
  const works = (await context.ledger.findMany(suppressionIds)).map((entry): EntryWork => ({
    entry,
    ticket: null,
    isMerged: false,
    fault: null,
  }));
  await pMap(works, async (work) => workEntryAlone(work, context, onTold), {
    concurrency: concurrentEntries,
  });
  await noteOutcomes(works, context);
  return works.map(({ entry, fault }) => ({ entry, fault }));
}

/** An entry that cannot be worked on must not hold up all that come after it. */
async function workEntryAlone(
  work: EntryWork,
  context: EntryContext,
  onTold: NonNullable<WorkOptions['onTold']>,
): Promise<void> {
  try {
    await withTraceparent(work.entry.traceparent, async () => workEntry(work, context, onTold));
  } catch (error) {
    if (error instanceof StaleClaimError) {
      throw error;
    }
    work.fault = error instanceof Error ? error : new Error('The opt-out failed', { cause: error });
    const { ticketAt: later = null, ...attempts } = ticketRetry(work.entry, error, context);
    const { pushAt, ticketAt, spreadAt, leadId } = work.entry;
    const putOff = {
      pushAt: pushAt === null ? null : later,
      ticketAt: ticketAt === null ? null : later,
      spreadAt: spreadAt === null ? null : later,
    };
    await changeEntry(work, { ...attempts, ...putOff }, context, [
      {
        level: 'error',
        message: `An opt-out could not be worked on: ${work.fault.name}`,
        source: 'suppression',
        errorCode: 'INTERNAL_ERROR',
        ...(leadId === null ? {} : { leadId }),
      },
    ]);
  }
}

async function workEntry(
  work: EntryWork,
  context: EntryContext,
  onTold: NonNullable<WorkOptions['onTold']>,
): Promise<void> {
  await readTicketOfEntry(work, context);
  await tellProvider(work, context);
  onTold({ entry: work.entry, fault: work.fault });
  if (work.isMerged) {
    return;
  }
  const { spreadAt, ticketAt } = work.entry;
  if (isDue(spreadAt, context)) {
    const at = isoTime(context.clock.now());
    if (!(await context.ledger.spread(work.entry, context.claims.fence, at))) {
      throw new StaleClaimError('Another worker has taken over the opt-out');
    }
  }
  if (work.fault === null && isDue(ticketAt, context)) {
    await onTicket(work, context, async () => markTicket(work, context));
  }
}

/** The PSA's troubles are the PSA's: the provider has been told, and what the ticket lacks is written later. */
async function onTicket(work: EntryWork, context: EntryContext, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof StaleClaimError) {
      throw error;
    }
    work.fault =
      error instanceof Error ? error : new Error('The ticket could not be written', { cause: error });
    await changeEntry(work, ticketRetry(work.entry, error, context), context);
  }
}

async function noteOutcomes(works: readonly EntryWork[], context: EntryContext): Promise<void> {
  const due = works.filter(
    ({ entry, fault, isMerged }) => fault === null && !isMerged && isDue(entry.ticketAt, context),
  );
  try {
    // They travel together, and count for the first.
    await withTraceparent(due[0]?.entry.traceparent, async () => postNotes(due, context));
  } catch (error) {
    if (error instanceof StaleClaimError) {
      throw error;
    }
    const fault =
      error instanceof Error ? error : new Error('The notes could not be written', { cause: error });
    due.forEach((work) => {
      work.fault = fault;
    });
  }
  for (const work of due) {
    const change =
      work.fault === null
        ? { ticketAt: null, ticketAttempts: 0 }
        : ticketRetry(work.entry, work.fault, context);
    await changeEntry(work, change, context);
  }
}

function isDue(time: string | null, { clock }: EntryContext): boolean {
  return time !== null && Date.parse(time) <= clock.now();
}
