import { changedFields, mergeFields } from './custom-fields.js';
import { isClosing } from './psa-setup.js';
import { requireLookUp, requireRow, type Author, type PsaState } from './psa-state.js';
import { readTexts, readWholeNumber, type Input } from './read-input.js';
import { Refusal } from './refusal.js';
import type { TicketRow } from './rows.js';

const ticketTexts = ['summary', 'details', 'notes', 'category_1', 'category_2'] as const;

function readLookUps(state: PsaState, input: Input): Partial<TicketRow> {
  const type = readWholeNumber(input, 'tickettype_id');
  const status = readWholeNumber(input, 'status_id');
  const priority = readWholeNumber(input, 'priority_id');
  const agent = readWholeNumber(input, 'agent_id');
  const { ticketTypes, statuses, agents } = state.setup;
  return {
    ...(type === undefined ? {} : { tickettype_id: requireLookUp(ticketTypes, type, 'tickettype_id') }),
    ...(status === undefined ? {} : { status_id: requireLookUp(statuses, status, 'status_id') }),
    ...(priority === undefined ? {} : { priority_id: priority }),
    ...(agent === undefined ? {} : { agent_id: requireLookUp(agents, agent, 'agent_id') }),
  };
}

/** Creates a ticket; summary, `client_id` and a `user_id` of that client are required. */
export function createTicket(state: PsaState, input: Input, author: Author): TicketRow {
  const client = requireRow(state.clients, readWholeNumber(input, 'client_id'), 'client_id');
  const user = requireRow(state.users, readWholeNumber(input, 'user_id'), 'user_id');
  if (user.client_id !== client.id) {
    throw new Refusal('The user does not belong to the client.', { field: 'user_id' });
  }
  const texts = readTexts(input, ticketTexts);
  if ((texts.summary ?? '').trim() === '') {
    throw new Refusal('Please specify the summary.', { field: 'summary' });
  }
  const lookUps = readLookUps(state, input);
  const now = new Date().toISOString();
  return state.tickets.insert({
    summary: '',
    details: '',
    notes: '',
    category_1: '',
    category_2: '',
    tickettype_id: 1,
    status_id: 1,
    priority_id: 4,
    agent_id: author.agentId,
    ...texts,
    ...lookUps,
    ...(isClosing(state.setup, lookUps.status_id) ? { was_closed: true } : {}),
    client_id: client.id,
    site_id: user.site_id,
    user_id: user.id,
    customfields: mergeFields(new Map(), state.customFields.read(input['customfields'])),
    created_at: now,
    last_update_date: now,
    last_updated_by: author.agentId,
    id: state.tickets.nextId(),
  });
}

/** Changes the fields that were sent, and tells who listens for ticket changes what is different now. */
export function updateTicket(state: PsaState, row: TicketRow, input: Input, author: Author): void {
  const sent: Partial<TicketRow> = { ...readTexts(input, ticketTexts), ...readLookUps(state, input) };
  if (sent.summary?.trim() === '') {
    throw new Refusal('The summary must not be empty.', { field: 'summary' });
  }
  const written = state.customFields.read(input['customfields']);
  const changes = changedFields(row.customfields, written);
  const before = { ...row };
  state.tickets.update(row, {
    ...sent,
    customfields: mergeFields(row.customfields, changes),
    last_update_date: new Date().toISOString(),
    last_updated_by: author.agentId,
    ...(isClosing(state.setup, sent.status_id) ? { was_closed: true } : {}),
  });
  const fields = Object.entries(sent).flatMap(([name, value]) => {
    const old: unknown = before[name as keyof TicketRow];
    return old === value ? [] : [[name, { old, new: value }] as const];
  });
  if (fields.length + changes.size > 0) {
    state.ticketChanged({
      ticketId: row.id,
      author,
      fields: Object.fromEntries(fields),
      customFields: new Map(
        [...changes].map(([id, value]) => [id, { old: before.customfields.get(id) ?? null, new: value }]),
      ),
    });
  }
}
