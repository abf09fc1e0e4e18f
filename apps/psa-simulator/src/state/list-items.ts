import { requireRow, type PsaState } from './psa-state.js';
import { readTexts, readWholeNumber, type Input } from './read-input.js';
import { Refusal } from './refusal.js';
import type { ListItemRow } from './rows.js';
import type { Dialect } from '../switches.js';

/** Adds a ticket to a list: `{ticket_id, added_by, notes}`. */
export function addListItem(
  state: PsaState,
  listId: number,
  input: Input,
  repeated: Dialect['repeatedListItems'],
): ListItemRow {
  const ticket = requireRow(state.tickets, readWholeNumber(input, 'ticket_id'), 'ticket_id');
  const present =
    repeated === 'second'
      ? undefined
      : state.listItems
          .rows(state.listItems.idsBy('ticket_id', ticket.id))
          .find((item) => item.list_id === listId);
  if (present !== undefined) {
    if (repeated === 'refused') {
      throw new Refusal('The ticket is on the list already.', { field: 'ticket_id' });
    }
    return present;
  }
  return state.listItems.insert({
    added_by: '',
    notes: '',
    ...readTexts(input, ['added_by', 'notes']),
    list_id: listId,
    ticket_id: ticket.id,
    added_at: new Date().toISOString(),
    id: state.listItems.nextId(),
  });
}
