import type { CustomFieldSelection } from '../http/read-query.js';
import type { PsaState } from '../state/psa-state.js';
import type {
  ActionRow,
  CustomFieldValue,
  OpportunityRow,
  SiteRow,
  TicketRow,
  UserRow,
} from '../state/rows.js';
import type { CustomFieldDefinition } from '../state/psa-setup.js';
import type { Presentation } from './entity.js';

function presentValue(
  { state, dialect }: Presentation,
  definition: CustomFieldDefinition,
  value: CustomFieldValue | null,
): { value: CustomFieldValue | null; display?: string } {
  if (value === null || dialect.customFieldValues === 'plain') {
    return { value };
  }
  if (dialect.customFieldValues === 'text') {
    return { value: String(value) };
  }
  return definition.type === 'dropdown'
    ? { value: state.customFields.optionId(definition.id, String(value)), display: String(value) }
    : { value };
}

function isSelected(selection: CustomFieldSelection, id: number): boolean {
  return selection === 'all' || selection?.has(id) === true;
}

function presentCustomFields(
  values: ReadonlyMap<number, CustomFieldValue>,
  presentation: Presentation,
  of: CustomFieldDefinition['of'],
): object {
  const { state, dialect, customFields: selection } = presentation;
  if (selection === null) {
    return {};
  }
  const customfields: unknown[] = [];
  for (const definition of state.customFields.definitions) {
    const value = values.get(definition.id) ?? null;
    const shown = value !== null || (definition.of === of && dialect.unsetCustomFields === 'null');
    if (shown && isSelected(selection, definition.id)) {
      customfields.push({
        id: definition.id,
        name: definition.name,
        ...presentValue(presentation, definition, value),
      });
    }
  }
  return { customfields };
}

export function presentSite(row: SiteRow, { state }: Presentation): unknown {
  return { ...row, client_name: state.clients.get(row.client_id)?.name ?? '' };
}

export function presentUser(row: UserRow, { state }: Presentation): unknown {
  return {
    ...row,
    name: `${row.firstname} ${row.surname}`.trim(),
    site_name: state.sites.get(row.site_id)?.name ?? '',
    client_name: state.clients.get(row.client_id)?.name ?? '',
  };
}

export function agentName(state: PsaState, agentId: number): string {
  return state.setup.agents.find((agent) => agent.id === agentId)?.name ?? '';
}

export function presentTicket(row: TicketRow, presentation: Presentation): unknown {
  const { state, dialect } = presentation;
  const { customfields, last_updated_by: agentId, ...fields } = row;
  const user = state.users.get(row.user_id);
  return {
    ...fields,
    ...(dialect.ticketPeople
      ? {
          user_name: `${user?.firstname ?? ''} ${user?.surname ?? ''}`.trim(),
          user_email: user?.emailaddress ?? '',
          client_name: state.clients.get(row.client_id)?.name ?? '',
        }
      : {}),
    ...(dialect.lastUpdatedBy === 'omitted'
      ? {}
      : { last_updated_by: dialect.lastUpdatedBy === 'id' ? agentId : agentName(state, agentId) }),
    ...presentCustomFields(customfields, presentation, 'ticket'),
  };
}

export function presentOpportunity(row: OpportunityRow, presentation: Presentation): unknown {
  const { customfields, extras, ...fields } = row;
  return {
    ...extras,
    ...fields,
    client_name: presentation.state.clients.get(row.client_id)?.name ?? '',
    ...presentCustomFields(customfields, presentation, 'opportunity'),
  };
}

export function presentAction(row: ActionRow, { state }: Presentation): unknown {
  const { agent_id: agentId, created_at: datetime, ...fields } = row;
  return { ...fields, who: agentName(state, agentId), who_agentid: agentId, datetime };
}
