import { beforeEach, describe, expect, it } from '@jest/globals';

import { PsaState, type TicketChange } from './psa-state.js';
import { defaultSetup } from './psa-setup.js';
import { createTicket, updateTicket } from './tickets.js';

const author = { agentId: 2, via: 'page' } as const;
const required = { summary: 'Call', client_id: 100, user_id: 2000 };
let state: PsaState;

beforeEach(() => {
  state = new PsaState(defaultSetup);
  const contact = { emailaddress: '', jobtitle: '', phonenumber: '', linkedin_url: '' };
  for (const id of [100, 101]) {
    state.clients.insert({ id, name: `Client ${id}`, website: '', phonenumber: '', notes: '' });
  }
  state.users.insert({
    ...contact,
    id: 2000,
    firstname: 'Zoë',
    surname: 'Müller',
    site_id: 500,
    client_id: 100,
  });
});

describe('createTicket', () => {
  it('fills what was not sent, and takes the site of the contact', () => {
    expect(createTicket(state, required, author)).toMatchObject({
      ...required,
      id: 10_000,
      site_id: 500,
      tickettype_id: 1,
      status_id: 1,
      agent_id: 2,
      last_updated_by: 2,
      details: '',
    });
  });

  it.each([
    [{ client_id: undefined }, 'client_id', 'Please specify the client_id.'],
    [{ client_id: 999 }, 'client_id', 'The client_id 999 does not exist.'],
    [{ client_id: 101 }, 'user_id', 'The user does not belong to the client.'],
    [{ user_id: '2001' }, 'user_id', 'The user_id 2001 does not exist.'],
    [{ user_id: 'two' }, 'user_id', 'The field user_id must be a number.'],
    [{ summary: ' \n' }, 'summary', 'Please specify the summary.'],
    [{ summary: null }, 'summary', 'Please specify the summary.'],
    [{ summary: {} }, 'summary', 'The field summary must be a text.'],
    [{ status_id: 99 }, 'status_id', 'The status_id 99 does not exist.'],
    [{ tickettype_id: 0 }, 'tickettype_id', 'The tickettype_id 0 does not exist.'],
    [{ agent_id: -1 }, 'agent_id', 'The agent_id -1 does not exist.'],
    [{ customfields: {} }, 'customfields', 'The field customfields must be an array.'],
  ])('refuses %j at %s: %s', (input, field, message) => {
    expect(() => createTicket(state, { ...required, ...input }, author)).toThrow(
      expect.objectContaining({ field, message, status: 400 }),
    );
    expect(state.tickets.all()).toEqual([]);
  });
});

describe('a ticket that was closed once', () => {
  it.each([
    ['created closed', 5, 3],
    ['closed by a change', 3, 5],
  ])('is known as such after it was opened again: %s', (_name, first, second) => {
    const ticket = createTicket(state, { ...required, status_id: first }, author);
    updateTicket(state, ticket, { status_id: second }, author);
    updateTicket(state, ticket, { status_id: 1 }, author);
    expect(ticket).toMatchObject({ status_id: 1, was_closed: true });
  });

  it('is not one that was always open', () => {
    expect(createTicket(state, { ...required, status_id: 6 }, author)).not.toHaveProperty('was_closed');
  });
});

describe('updateTicket', () => {
  it('tells what is different, and keeps what was not sent', () => {
    const ticket = createTicket(state, { ...required, notes: 'old' }, author);
    const changes: TicketChange[] = [];
    state.onTicketChange((change) => changes.push(change));
    updateTicket(state, ticket, { notes: 'new', status_id: '3', summary: 'Call' }, author);
    expect(changes.map(({ fields }) => fields)).toEqual([
      { notes: { old: 'old', new: 'new' }, status_id: { old: 1, new: 3 } },
    ]);
    expect(ticket).toMatchObject({ summary: 'Call', notes: 'new', status_id: 3 });
  });

  it('tells nobody of a ticket where nothing is different', () => {
    const ticket = createTicket(state, required, author);
    const changes: TicketChange[] = [];
    state.onTicketChange((change) => changes.push(change));
    updateTicket(state, ticket, { summary: 'Call', status_id: 1, customfields: [] }, author);
    expect(changes).toEqual([]);
  });

  it('changes nothing where one field is refused', () => {
    const ticket = createTicket(state, required, author);
    expect(() => updateTicket(state, ticket, { notes: 'new', summary: '' }, author)).toThrow(
      expect.objectContaining({ field: 'summary', message: 'The summary must not be empty.' }),
    );
    expect(ticket).toMatchObject({ notes: '', summary: 'Call' });
  });
});
