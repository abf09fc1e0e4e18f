import { createClient, createSite, updateClient, updateSite } from '../state/organisations.js';
import { requireRow, type PsaState } from '../state/psa-state.js';
import type { Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { ClientRow, SiteRow, UserRow } from '../state/rows.js';
import { createUser, updateUser } from '../state/users.js';
import type { HaloContext } from './halo-context.js';
import { pickScalars, wholeNumber } from './read-wire.js';

const mainSite = 'Main';
const catchAllClient = 'Unknown';
const generalUser = { firstname: 'General', surname: 'User' };
const userFlags = [
  'email2',
  'email3',
  'inactive',
  'unsubscribed',
  'dontaddtomailinglist',
  'neversendemails',
  'notes',
];

export function writeClient(context: HaloContext, input: Input, present: ClientRow | undefined): ClientRow {
  const { state, halo } = context;
  const wire = {
    ...pickScalars(input, ['name', 'website']),
    ...('main_phonenumber' in input ? { phonenumber: input['main_phonenumber'] } : {}),
  };
  const row = present ?? createClient(state, wire);
  if (present !== undefined) {
    updateClient(state, present, wire);
  } else if (halo.quirks.mainSite !== 'none') {
    createSite(state, { client_id: row.id, name: mainSite });
  }
  state.clients.update(row, { extras: { ...row.extras, ...pickScalars(input, ['inactive']) } });
  return row;
}

export function writeSite({ state }: HaloContext, input: Input, present: SiteRow | undefined): SiteRow {
  const wire = pickScalars(input, ['name', 'phonenumber', 'client_id']);
  if (present === undefined) {
    return createSite(state, wire, true);
  }
  updateSite(state, present, wire);
  return present;
}

/** A site of the client, made where it has none. */
function siteOf(state: PsaState, clientId: number): number {
  return (
    state.sites.idsBy('client_id', clientId)[0] ??
    createSite(state, { client_id: clientId, name: mainSite }).id
  );
}

/** The user of a ticket that names none: the general user of its client, or of the client for everything unknown. */
export function generalUserOf(state: PsaState, clientId: number | undefined): UserRow {
  const client =
    (clientId === undefined ? undefined : state.clients.get(clientId)) ??
    state.clients.all().find(({ name }) => name === catchAllClient) ??
    createClient(state, { name: catchAllClient });
  const present = state.users
    .rows(state.users.idsBy('client_id', client.id))
    .find(({ firstname, surname }) => `${firstname} ${surname}` === 'General User');
  return present ?? createUser(state, { ...generalUser, site_id: siteOf(state, client.id) });
}

function readUser(input: Input): Input {
  const texts = pickScalars(input, ['firstname', 'surname', 'emailaddress', 'phonenumber']);
  const linkedin = Array.isArray(input['customfields'])
    ? (input['customfields'] as readonly Input[]).find(({ name }) => name === 'CFLinkedIn')
    : undefined;
  return {
    ...texts,
    ...pickScalars({ jobtitle: input['title'], linkedin_url: linkedin?.['value'] }, [
      'jobtitle',
      'linkedin_url',
    ]),
  };
}

export function writeUser({ state }: HaloContext, input: Input, present: UserRow | undefined): UserRow {
  const wire = readUser(input);
  const siteId = wholeNumber(input['site_id']);
  if (present === undefined && siteId === undefined) {
    throw new Refusal('A user needs a site.', { field: 'site_id' });
  }
  const row =
    present ?? createUser(state, { ...wire, site_id: requireRow(state.sites, siteId, 'site_id').id });
  if (present !== undefined) {
    updateUser(state, present, wire);
  }
  state.users.update(row, { extras: { ...row.extras, ...pickScalars(input, userFlags) } });
  return row;
}
