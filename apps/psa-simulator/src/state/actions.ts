import { requireRow, type Author, type PsaState } from './psa-state.js';
import { readFlag, readText, readWholeNumber, type Input } from './read-input.js';
import { Refusal } from './refusal.js';
import type { ActionRow } from './rows.js';

/** Adds an Action (a note, a call) to a ticket; without an outcome it is refused. */
export function createAction(state: PsaState, input: Input, author: Author): ActionRow {
  const ticket = requireRow(state.tickets, readWholeNumber(input, 'ticket_id'), 'ticket_id');
  const outcome = readText(input, 'outcome')?.trim() ?? '';
  if (outcome === '') {
    throw new Refusal('Please specify the outcome.', { field: 'outcome' });
  }
  return state.actions.insert({
    ticket_id: ticket.id,
    outcome,
    note: readText(input, 'note') ?? '',
    hiddenfromuser: readFlag(input, 'hiddenfromuser') ?? false,
    agent_id: author.agentId,
    created_at: new Date().toISOString(),
    id: state.actions.nextId(),
  });
}

export function updateAction(state: PsaState, row: ActionRow, input: Input): void {
  const note = readText(input, 'note');
  state.actions.update(row, note === undefined ? {} : { note });
}
