import type { StageContext } from '../batch.js';
import { planned, type DecidedRow } from '../import-row-state.js';
import { createClientsAndSites } from './companies.js';
import { writeIntents } from './intents.js';
import { postNotes } from './notes.js';
import { createTickets } from './tickets.js';
import { reopenTickets, outdateUpdated, updateTickets } from './updates.js';
import { createUsers } from './users.js';
import { allEnded } from '../../work/all-ended.js';

export interface WrittenRows {
  /** The rows for which anything may have been written. */
  readonly reached: readonly DecidedRow[];
  /** The error that stopped the work, to be thrown once the rows before it are recorded. */
  readonly fault: Error | null;
}

/** All together, or one after the other up to the first failure. */
export async function writeRows(rows: readonly DecidedRow[], context: StageContext): Promise<WrittenRows> {
  if (context.batch.cleaning.stopAtFirstFailure) {
    return await writeInOrder(rows, context);
  }
  await writeTogether(rows, context);
  return { reached: rows, fault: null };
}

/**
 * Writes row by row, including client, site and contact, because the PSA would apply an array beyond a
 * refused element. An error leaves the rows before it finished and the rows after it untouched.
 */
async function writeInOrder(rows: readonly DecidedRow[], context: StageContext): Promise<WrittenRows> {
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

/** Intents are saved while companies are looked up; before that, nothing is written to the PSA. */
async function writeTogether(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const begun = begin(rows, context);
  await allEnded([begun, createClientsAndSites(rows, begun, context)]);
  await writeLeads(rows, context);
}

async function begin(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  await allEnded([writeIntents(rows, context), outdateUpdated(rows, context)]);
  planned(rows, 'create').forEach(({ recordKey }) => context.unsettled.add(recordKey));
}

async function writeLeads(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  await createUsers(rows, context);
  await createTickets(rows, context);
  await reopenTickets(rows, context);
  await updateTickets(rows, context);
  await postNotes(rows, context);
}

export function isFailed({ outcome, fault }: DecidedRow): boolean {
  return fault !== null || outcome?.status === 'failed';
}
