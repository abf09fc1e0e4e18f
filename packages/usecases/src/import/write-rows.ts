import type { StageContext } from './batch.js';
import { planned, type ImportRowState } from './import-row-state.js';
import { createClientsAndSites } from './stages/companies.js';
import { writeIntents } from './stages/intents.js';
import { postNotes } from './stages/notes.js';
import { createTickets } from './stages/tickets.js';
import { reopenTickets } from './stages/reopenings.js';
import { outdateUpdated, updateTickets } from './stages/updates.js';
import { createUsers } from './stages/users.js';
import { allEnded } from '../work/all-ended.js';

export interface WriteContext extends StageContext {
  /** Keys of what may stand in the PSA, and nowhere else, until it is recorded; kept while the work goes on. */
  readonly unsettled: Set<string>;
}

export interface WrittenRows {
  /** The rows for which anything may have been written. */
  readonly reached: readonly ImportRowState[];
  /** What broke the work off: to be thrown once the rows before it are recorded. */
  readonly fault: Error | null;
}

/** Writes what is planned for the rows to the PSA: for all of them together, or one after the other up to the first that fails. */
export async function writeRows(
  rows: readonly ImportRowState[],
  context: WriteContext,
): Promise<WrittenRows> {
  if (context.batch.cleaning.stopAtFirstFailure) {
    return await writeInOrder(rows, context);
  }
  await writeTogether(rows, context);
  return { reached: rows, fault: null };
}

/**
 * Row by row, its client, site and contact included: an array of the PSA would be applied behind its refused element too. What
 * breaks the work off leaves the rows before it finished, and those behind it untouched.
 */
async function writeInOrder(rows: readonly ImportRowState[], context: WriteContext): Promise<WrittenRows> {
  const { batch } = context;
  for (const [index, row] of rows.entries()) {
    const reached = rows.slice(0, index + 1);
    const upcoming = batch.upcoming + rows.length - reached.length;
    try {
      await writeTogether([row], { ...context, batch: { ...batch, upcoming } });
    } catch (error) {
      row.fault = error instanceof Error ? error : new Error('A row could not be written', { cause: error });
      return { reached, fault: row.fault };
    }
    if (isFailed(row)) {
      return { reached, fault: null };
    }
  }
  return { reached: rows, fault: null };
}

/** The intents are written while the companies of the rows are looked for; nothing goes to the PSA before they are. */
async function writeTogether(rows: readonly ImportRowState[], context: WriteContext): Promise<void> {
  const begun = begin(rows, context);
  const [, { remembered: kept }] = await allEnded([begun, createClientsAndSites(rows, begun, context)]);
  await allEnded([writeLeads(rows, context), kept]);
}

async function begin(rows: readonly ImportRowState[], context: WriteContext): Promise<void> {
  await allEnded([writeIntents(rows, context), outdateUpdated(rows, context)]);
  planned(rows, 'create').forEach(({ recordKey }) => context.unsettled.add(recordKey));
}

async function writeLeads(rows: readonly ImportRowState[], context: WriteContext): Promise<void> {
  await createUsers(rows, context);
  await createTickets(rows, context);
  await reopenTickets(rows, context);
  await updateTickets(rows, context);
  await postNotes(rows, context);
}

export function isFailed({ outcome, fault }: ImportRowState): boolean {
  return fault !== null || outcome?.status === 'failed';
}
