import { requireRow, type PsaState } from './psa-state.js';
import { readTexts, readWholeNumber, type Input } from './read-input.js';
import { Refusal } from './refusal.js';
import type { UserRow } from './rows.js';

const userTexts = [
  'firstname',
  'surname',
  'emailaddress',
  'jobtitle',
  'phonenumber',
  'linkedin_url',
] as const;

/** Creates a contact at a site; it needs `site_id` and a name or an address. Addresses are not unique. */
export function createUser(state: PsaState, input: Input): UserRow {
  const site = requireRow(state.sites, readWholeNumber(input, 'site_id'), 'site_id');
  const clientId = readWholeNumber(input, 'client_id');
  if (clientId !== undefined && clientId !== site.client_id) {
    throw new Refusal('The site does not belong to the client.', { field: 'client_id' });
  }
  const texts = readTexts(input, userTexts);
  if (`${texts.firstname ?? ''}${texts.surname ?? ''}${texts.emailaddress ?? ''}`.trim() === '') {
    throw new Refusal('Please specify a name or an email address.', { field: 'firstname' });
  }
  return state.users.insert({
    firstname: '',
    surname: '',
    emailaddress: '',
    jobtitle: '',
    phonenumber: '',
    linkedin_url: '',
    ...texts,
    site_id: site.id,
    client_id: site.client_id,
    id: state.users.nextId(),
  });
}

export function updateUser(state: PsaState, row: UserRow, input: Input): void {
  state.users.update(row, readTexts(input, userTexts));
  for (const table of [state.tickets, state.opportunities]) {
    for (const id of table.idsBy('user_id', row.id)) {
      table.refreshSearch(id);
    }
  }
}
