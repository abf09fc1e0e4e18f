import { writeOnce } from '../work/write-once.js';
import type { PsaSession, WriteResult } from '../ports/psa.js';

/** PSAs silently drop an Action without an outcome. */
const noteOutcome = 'Internal Note';

export interface TicketNote {
  readonly ticketId: number;
  readonly text: string;
  /** A part of the text by which the Action can be found. */
  readonly reference: string;
}

/** The id of the Action that already contains the reference; null if there is none. */
export async function findNote(
  session: PsaSession,
  { ticketId, reference }: Omit<TicketNote, 'text'>,
): Promise<number | null> {
  const actions = await session.actionsOfTicket(ticketId);
  return actions.find(({ note }) => hasReference(note, reference))?.id ?? null;
}

/** The reference of row 1 is the beginning of that of row 10, which may have changed the same ticket. */
function hasReference(note: string, reference: string): boolean {
  for (let at = note.indexOf(reference); at >= 0; at = note.indexOf(reference, at + 1)) {
    if (!/\w/.test(note.charAt(at + reference.length))) {
      return true;
    }
  }
  return false;
}

/** Each exactly once even if responses are lost; returns one result per note. */
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
