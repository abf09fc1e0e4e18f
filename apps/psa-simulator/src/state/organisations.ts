import { requireRow, type PsaState } from './psa-state.js';
import { readText, readTexts, readWholeNumber, type Input } from './read-input.js';
import { Refusal } from './refusal.js';
import type { ClientRow, SiteRow } from './rows.js';

function clientName(input: Input): string | undefined {
  return readText(input, 'name') ?? readText(input, 'clientname');
}

/** Creates a client (a company); `name` or `clientname` is required. Names are not unique. */
export function createClient(state: PsaState, input: Input): ClientRow {
  const name = clientName(input)?.trim() ?? '';
  if (name === '') {
    throw new Refusal('Please specify the name.', { field: 'name' });
  }
  return state.clients.insert({
    website: '',
    phonenumber: '',
    notes: '',
    ...readTexts(input, ['website', 'phonenumber', 'notes']),
    name,
    id: state.clients.nextId(),
  });
}

export function updateClient(state: PsaState, row: ClientRow, input: Input): void {
  const name = clientName(input);
  if (name?.trim() === '') {
    throw new Refusal('The name must not be empty.', { field: 'name' });
  }
  state.clients.update(row, {
    ...readTexts(input, ['website', 'phonenumber', 'notes']),
    ...(name === undefined ? {} : { name }),
  });
  for (const table of [state.users, state.tickets, state.opportunities]) {
    for (const id of table.idsBy('client_id', row.id)) {
      table.refreshSearch(id);
    }
  }
}

/** Creates a site of a client; `client_id` must exist. */
export function createSite(state: PsaState, input: Input, namesAreUnique = false): SiteRow {
  const client = requireRow(state.clients, readWholeNumber(input, 'client_id'), 'client_id');
  const name = readText(input, 'name')?.trim() ?? '';
  if (name === '') {
    throw new Refusal('Please specify the name.', { field: 'name' });
  }
  const others = namesAreUnique ? state.sites.rows(state.sites.idsBy('client_id', client.id)) : [];
  if (others.some((site) => site.name === name)) {
    throw new Refusal('Site name must be unique.', { field: 'name' });
  }
  return state.sites.insert({
    phonenumber: '',
    notes: '',
    ...readTexts(input, ['phonenumber', 'notes']),
    name,
    client_id: client.id,
    id: state.sites.nextId(),
  });
}

export function updateSite(state: PsaState, row: SiteRow, input: Input): void {
  state.sites.update(row, readTexts(input, ['name', 'phonenumber', 'notes']));
}
