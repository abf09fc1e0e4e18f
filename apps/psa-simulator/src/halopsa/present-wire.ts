import { isClosing } from '../state/psa-setup.js';
import type { PsaState } from '../state/psa-state.js';
import type {
  ActionRow,
  ClientRow,
  CustomFieldValue,
  OpportunityRow,
  SiteRow,
  TicketRow,
  UserRow,
} from '../state/rows.js';
import { agentName } from '../views/present.js';
import type { HaloContext } from './halo-context.js';
import { opportunityType, outcomes } from './halo-setup.js';
import { tagsOf } from './tags.js';
import type { WireField } from './tenant.js';

/** The placeholder for no date. */
const noDate = '1900-01-01T00:00:00';

/** How much of an entity is shown. */
export interface Shown {
  /** A single entity, or a row of a list. */
  readonly as: 'one' | 'row';
  /** The custom fields, by the ids of the wire; null for none. */
  readonly fields: 'all' | ReadonlySet<number> | null;
}

/** A time as `toISOString` writes it, without its zone and without zeros at the end of its fraction. */
function zoneless(iso: string): string {
  return iso.replace(/\.?0*Z$/, '');
}

function presentValue({ halo }: HaloContext, field: WireField, value: CustomFieldValue | null): object {
  if (value === null) {
    return { value: null };
  }
  if (field.definition.type === 'dropdown') {
    const option = halo.tenant.options(field).find(({ name }) => name === value);
    return option === undefined ? { value: null } : { value: option.id, display: option.name };
  }
  return { value: halo.quirks.fieldValues === 'text' ? String(value) : value };
}

function presentFields(
  context: HaloContext,
  values: ReadonlyMap<number, CustomFieldValue>,
  { as, fields }: Shown,
): object {
  const { listFields } = context.halo.quirks;
  if (as === 'row' && listFields === 'empty') {
    return { customfields: [] };
  }
  if (fields === null || (as === 'row' && listFields === 'absent')) {
    return {};
  }
  const customfields = context.halo.tenant
    .presentFields()
    .filter(({ id }) => fields === 'all' || fields.has(id))
    .map((field) => ({
      id: field.id,
      name: field.name,
      ...(as === 'one' ? { label: field.label } : {}),
      ...presentValue(context, field, values.get(field.definition.id) ?? null),
    }));
  return { customfields };
}

function namesOf(state: PsaState, row: { client_id: number; user_id: number }): object {
  const user = state.users.get(row.user_id);
  return {
    user_name: `${user?.firstname ?? ''} ${user?.surname ?? ''}`.trim(),
    client_name: state.clients.get(row.client_id)?.name ?? '',
    site_name: state.sites.get(user?.site_id ?? 0)?.name ?? '',
  };
}

function stampsOf({ state, halo }: HaloContext, row: TicketRow | OpportunityRow): object {
  switch (halo.quirks.stamps) {
    case 'moving':
      return {
        last_update: zoneless(row.last_update_date),
        lastactiondate: zoneless(lastActionOf(state, row)),
      };
    case 'standing':
      return { last_update: zoneless(row.created_at), lastactiondate: zoneless(row.created_at) };
    case 'absent':
      return {};
  }
}

/** When somebody last did something about it; its creation is the first of that. */
function lastActionOf(state: PsaState, { id, created_at: createdAt }: TicketRow | OpportunityRow): string {
  const actions = state.actions.rows(state.actions.idsBy('ticket_id', id));
  return actions.reduce((latest, { created_at: at }) => (at > latest ? at : latest), createdAt);
}

/** What tickets and opportunities have in common. */
function presentBase(
  context: HaloContext,
  row: TicketRow | OpportunityRow,
  type: number,
  shown: Shown,
): object {
  const { state, halo } = context;
  const { tags: _tags, deleted, inactive, merged_into_id: mergedInto, ...extras } = row.extras ?? {};
  const { third_party_id_string: key, ...others } = extras;
  return {
    id: row.id,
    dateoccurred: zoneless(row.created_at),
    ...stampsOf(context, row),
    dateclosed: noDate,
    deadlinedate: noDate,
    summary: row.summary,
    details: row.details,
    tickettype_id: halo.tenant.toWire('types', type),
    status_id: halo.tenant.toWire('statuses', row.status_id),
    client_id: row.client_id,
    site_id: state.users.get(row.user_id)?.site_id ?? 0,
    user_id: row.user_id,
    ...others,
    ...(key !== undefined && (shown.as === 'one' || halo.quirks.rowKeys)
      ? { third_party_id_string: key }
      : {}),
    hasbeenclosed: isClosing(state.setup, row.status_id) || ('was_closed' in row && row.was_closed === true),
    deleted: deleted ?? false,
    inactive: inactive ?? false,
    merged_into_id: mergedInto ?? 0,
    ...(shown.as === 'one' || halo.quirks.rowNames ? namesOf(state, row) : {}),
    ...presentFields(context, row.customfields, shown),
  };
}

export function presentTicket(context: HaloContext, row: TicketRow, shown: Shown): object {
  return {
    ...presentBase(context, row, row.tickettype_id, shown),
    priority_id: row.priority_id,
    agent_id: row.agent_id,
    category_1: row.category_1,
    category_2: row.category_2,
    ...(shown.as === 'one' ? { tags: tagsOf(context.state, row).map((text) => ({ text })) } : {}),
  };
}

export function presentOpportunity(context: HaloContext, row: OpportunityRow, shown: Shown): object {
  return presentBase(context, row, opportunityType, shown);
}

export function presentUser({ state }: HaloContext, row: UserRow, shown: Shown): object {
  const { jobtitle, linkedin_url: linkedin, extras, ...fields } = row;
  return {
    ...fields,
    inactive: false,
    ...extras,
    name: `${row.firstname} ${row.surname}`.trim(),
    title: jobtitle,
    site_name: state.sites.get(row.site_id)?.name ?? '',
    client_name: state.clients.get(row.client_id)?.name ?? '',
    ...(shown.as === 'one' && shown.fields !== null
      ? { customfields: [{ id: 301, name: 'CFLinkedIn', value: linkedin === '' ? null : linkedin }] }
      : {}),
  };
}

export function presentClient({ state, halo }: HaloContext, row: ClientRow, shown: Shown): object {
  const { phonenumber, notes: _notes, extras, ...fields } = row;
  const site = state.sites.get(state.sites.idsBy('client_id', row.id)[0] ?? 0);
  return {
    ...fields,
    inactive: false,
    ...extras,
    ...(shown.as === 'one' ? { main_phonenumber: phonenumber } : {}),
    ...(site === undefined || halo.quirks.mainSite !== 'told'
      ? {}
      : { main_site_id: site.id, main_site_name: site.name }),
  };
}

export function presentSite({ state }: HaloContext, row: SiteRow): object {
  const { notes: _notes, ...fields } = row;
  return { ...fields, inactive: false, client_name: state.clients.get(row.client_id)?.name ?? '' };
}

export function presentAction({ state }: HaloContext, row: ActionRow): object {
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    outcome: row.outcome,
    outcome_id: outcomes.find(({ name }) => name === row.outcome)?.id ?? 0,
    note: row.note,
    hiddenfromuser: row.hiddenfromuser,
    who: agentName(state, row.agent_id),
    who_agentid: row.agent_id,
    datetime: zoneless(row.created_at),
  };
}
