import { createAction } from './actions.js';
import { requireLookUp, requireRow, type PsaState } from './psa-state.js';
import { isInput, type Input } from './read-input.js';
import type { CustomFieldValue, TicketFields, TicketRow } from './rows.js';
import { updateTicket } from './tickets.js';

/** What a person changes on a ticket. */
export interface AgentChanges extends Readonly<Partial<Omit<TicketFields, 'details'>>> {
  readonly agent_id?: number;
  /** By number, or as the API writes them; null empties a field. */
  readonly customfields?:
    | Readonly<Record<number, CustomFieldValue | null>>
    | readonly { readonly id: number; readonly value: CustomFieldValue | null }[];
}

/** Custom fields as the API writes them, from either form of `AgentChanges`. */
function customFieldList(given: unknown): unknown {
  return isInput(given)
    ? Object.entries(given).map(([id, value]) => ({ id: Number(id), value }))
    : (given ?? []);
}

/** Changes a ticket as a person does in the PSA: under the agent's name, and with an Action that tells so. */
export function actAsAgent(
  state: PsaState,
  ticketId: number,
  changes: AgentChanges | Input,
  agentId: number,
): TicketRow {
  const ticket = requireRow(state.tickets, ticketId, 'ticket_id');
  requireLookUp(state.setup.agents, agentId, 'agent_id');
  const input: Input = { ...changes };
  const customfields = customFieldList(input['customfields']);
  const author = { agentId, via: 'page' } as const;
  updateTicket(state, ticket, { ...input, customfields }, author);
  const names = Object.keys(input).filter((name) => name !== 'customfields');
  const fieldNames = [...state.customFields.read(customfields).keys()].map((id) => `CF_${id}`);
  createAction(
    state,
    {
      ticket_id: ticket.id,
      outcome: 'Changed by Agent',
      note: `Changed: ${[...names, ...fieldNames].join(', ')}`,
      hiddenfromuser: true,
    },
    author,
  );
  return ticket;
}
