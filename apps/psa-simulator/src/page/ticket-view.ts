import { agentName } from '../views/present.js';
import type { LookUp } from '../state/psa-setup.js';
import type { PsaState } from '../state/psa-state.js';
import type { CustomFieldValue, TicketRow } from '../state/rows.js';

function nameOf(lookUps: readonly LookUp[], id: number): string {
  return lookUps.find((entry) => entry.id === id)?.name ?? String(id);
}

/** A ticket as a line of the page's list. */
export interface TicketLine {
  readonly id: number;
  readonly summary: string;
  readonly type: string;
  readonly status: string;
  readonly contact: string;
  readonly email: string;
  readonly company: string;
  readonly source: string;
  readonly created_at: string;
  readonly last_update_date: string;
}

export function ticketLine(state: PsaState, row: TicketRow): TicketLine {
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
export interface TicketView extends TicketLine {
  readonly details: string;
  readonly notes: string;
  readonly status_id: number;
  readonly tickettype_id: number;
  readonly priority_id: number;
  readonly category_1: string;
  readonly category_2: string;
  readonly last_updated_by: string;
  readonly user: { readonly jobtitle: string; readonly phonenumber: string; readonly linkedin_url: string };
  readonly client: { readonly website: string; readonly phonenumber: string; readonly notes: string };
  readonly customfields: readonly {
    readonly id: number;
    readonly name: string;
    readonly type: string;
    readonly value: CustomFieldValue | null;
    readonly options: readonly string[];
  }[];
  readonly lists: readonly string[];
  readonly actions: readonly {
    readonly id: number;
    readonly outcome: string;
    readonly note: string;
    readonly who: string;
    readonly created_at: string;
  }[];
  readonly opportunities: readonly {
    readonly id: number;
    readonly summary: string;
    readonly details: string;
    readonly status: string;
    readonly customfields: readonly { readonly name: string; readonly value: CustomFieldValue }[];
  }[];
}

export function ticketView(state: PsaState, row: TicketRow): TicketView {
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
