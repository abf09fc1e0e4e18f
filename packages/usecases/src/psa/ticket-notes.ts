import { writeOnce } from '../work/write-once.js';
import type { PsaSession, WriteResult } from '../ports/psa.js';

/** An Action without an outcome is dropped by PSAs without a word. */
const noteOutcome = 'Internal Note';

/** What an Action of a ticket is to say. */
export interface TicketNote {
  readonly ticketId: number;
  readonly text: string;
  /** A part of the text, by which the Action is found again. */
  readonly reference: string;
}

/** The id of the Action that says so already; null where there is none. */
export async function findNote(
  session: PsaSession,
  { ticketId, reference }: Omit<TicketNote, 'text'>,
): Promise<number | null> {
  const actions = await session.actionsOfTicket(ticketId);
  return actions.find(({ note }) => note.includes(reference))?.id ?? null;
}

/** Adds Actions to tickets, each once although answers get lost; one result for each note, by `writeOnce`. */
export async function addNotes(
  session: PsaSession,
  notes: readonly TicketNote[],
): Promise<readonly WriteResult[]> {
  return await writeOnce({
    session,
    items: notes,
    create: async (items) =>
      session.createActions(
        items.map(({ ticketId, text }) => ({
          ticket_id: ticketId,
          outcome: noteOutcome,
          note: text,
          hiddenfromuser: true,
        })),
      ),
    find: async (note) => findNote(session, note),
  });
}
