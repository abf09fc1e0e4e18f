import { agentName } from '../views/present.js';
import type { LookUp } from '../state/psa-setup.js';
import type { PsaState } from '../state/psa-state.js';
import type { TicketRow } from '../state/rows.js';

function nameOf(lookUps: readonly LookUp[], id: number): string {
  return lookUps.find((entry) => entry.id === id)?.name ?? String(id);
}

export function ticketLine(state: PsaState, row: TicketRow) {
  const user = state.users.get(row.user_id);
  return {
    id: row.id,
    summary: row.summary,
    type: nameOf(state.setup.ticketTypes, row.tickettype_id),
    status: nameOf(state.setup.statuses, row.status_id),
    contact: `${user?.firstname ?? ''} ${user?.surname ?? ''}`.trim(),
    email: user?.emailaddress ?? '',
    company: state.clients.get(row.client_id)?.name ?? '',
    source: row.category_2,
    created_at: row.created_at,
    last_update_date: row.last_update_date,
  };
}

/** A ticket with everything related to it: contact, custom fields, lists, Actions, opportunities. */
export function ticketView(state: PsaState, row: TicketRow) {
  const user = state.users.get(row.user_id);
  const client = state.clients.get(row.client_id);
  const items = state.listItems.rows(state.listItems.idsBy('ticket_id', row.id));
  const actions = state.actions.rows(state.actions.idsBy('ticket_id', row.id));
  const opportunities = state.opportunities.rows(state.opportunities.idsBy('user_id', row.user_id));
  return {
    ...ticketLine(state, row),
    details: row.details,
    notes: row.notes,
    status_id: row.status_id,
    tickettype_id: row.tickettype_id,
    priority_id: row.priority_id,
    category_1: row.category_1,
    category_2: row.category_2,
    last_updated_by: agentName(state, row.last_updated_by),
    user: {
      jobtitle: user?.jobtitle ?? '',
      phonenumber: user?.phonenumber ?? '',
      linkedin_url: user?.linkedin_url ?? '',
    },
    client: {
      website: client?.website ?? '',
      phonenumber: client?.phonenumber ?? '',
      notes: client?.notes ?? '',
    },
    customfields: state.customFields.definitions
      .filter((definition) => definition.of === 'ticket')
      .map(({ id, name, type }) => ({
        id,
        name,
        type,
        value: row.customfields.get(id) ?? null,
        options: state.customFields.options(id).map((option) => option.text),
      })),
    lists: items.map((item) => nameOf(state.setup.lists, item.list_id)),
    actions: actions
      .map(({ id, outcome, note, agent_id: agentId, created_at: createdAt }) => ({
        id,
        outcome,
        note,
        who: agentName(state, agentId),
        created_at: createdAt,
      }))
      .reverse(),
    opportunities: opportunities.map(({ id, summary, details, status_id: statusId, customfields }) => ({
      id,
      summary,
      details,
      status: nameOf(state.setup.statuses, statusId),
      customfields: [...customfields].map(([fieldId, value]) => ({
        name: state.customFields.definition(fieldId)?.name ?? String(fieldId),
        value,
      })),
    })),
  };
}
