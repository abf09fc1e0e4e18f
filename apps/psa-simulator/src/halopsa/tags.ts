import { addListItem } from '../state/list-items.js';
import type { PsaState } from '../state/psa-state.js';
import type { TicketRow } from '../state/rows.js';

const between = '\n';

function itemsOf(state: PsaState, ticketId: number) {
  return state.listItems.rows(state.listItems.idsBy('ticket_id', ticketId));
}

function listName(state: PsaState, listId: number): string {
  return state.setup.lists.find(({ id }) => id === listId)?.name ?? '';
}

/** The tags of a ticket. One with the name of a list is that list to everything else that looks at the state. */
export function tagsOf(state: PsaState, row: TicketRow): readonly string[] {
  const others = String(row.extras?.['tags'] ?? '').split(between);
  return [
    ...new Set(itemsOf(state, row.id).map((item) => listName(state, item.list_id))),
    ...others.filter((tag) => tag !== ''),
  ];
}

/** Gives a ticket these tags, in the place of those that it had. */
export function setTags(state: PsaState, row: TicketRow, tags: readonly string[]): void {
  for (const item of itemsOf(state, row.id)) {
    if (!tags.includes(listName(state, item.list_id))) {
      state.listItems.remove(item.id);
    }
  }
  const others: string[] = [];
  for (const tag of new Set(tags)) {
    const list = state.setup.lists.find(({ name }) => name === tag);
    if (list === undefined) {
      others.push(tag);
    } else {
      addListItem(state, list.id, { ticket_id: row.id, added_by: 'tag' }, 'same');
    }
  }
  state.tickets.update(row, { extras: { ...row.extras, tags: others.join(between) } });
}
