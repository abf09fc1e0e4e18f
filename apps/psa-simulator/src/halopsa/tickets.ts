import { createAction, updateAction } from '../state/actions.js';
import { createOpportunity, updateOpportunity } from '../state/opportunities.js';
import type { Input } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { ActionRow, OpportunityRow, TicketRow } from '../state/rows.js';
import { createTicket, updateTicket } from '../state/tickets.js';
import type { HaloContext } from './halo-context.js';
import { incidentStatus, incidentType, initialStatuses, opportunityType } from './halo-setup.js';
import { generalUserOf } from './people.js';
import { pickScalars, readCustomFields, readTags, wholeNumber } from './read-wire.js';
import { setTags } from './tags.js';

const texts = ['summary', 'details', 'category_1', 'category_2'];
/** What a ticket of this PSA has and one of the specification has not. */
const ticketExtras = [
  'third_party_id_string',
  'oppvalue',
  'oppconversionprobability',
  'oppcompetitors',
  'oppproductchosen',
  'oppreason',
  'oppcontactname',
  'oppcompanyname',
  'oppemailaddress',
  'targetdate',
] as const;

function readIds({ state, halo }: HaloContext, input: Input): { type?: number; status?: number } & Input {
  const [type, status, priority, agent] = ['tickettype_id', 'status_id', 'priority_id', 'agent_id'].map(
    (name) => wholeNumber(input[name]),
  );
  const knownType = type === undefined ? undefined : halo.tenant.fromWire('types', type);
  const knownStatus = status === undefined ? undefined : halo.tenant.fromWire('statuses', status);
  const knownAgent = state.setup.agents.find(({ id }) => id === agent)?.id;
  return {
    ...(knownType === undefined ? {} : { tickettype_id: knownType, type: knownType }),
    ...(knownStatus === undefined ? {} : { status_id: knownStatus, status: knownStatus }),
    ...(priority === undefined ? {} : { priority_id: priority }),
    ...(knownAgent === undefined ? {} : { agent_id: knownAgent }),
  };
}

/** Whose a new ticket is: the user that is named, or the general user of the client. */
function ownerOf({ state }: HaloContext, input: Input) {
  const named = state.users.get(wholeNumber(input['user_id']) ?? 0);
  return named ?? generalUserOf(state, wholeNumber(input['client_id']));
}

/** The status of a new ticket that names none, or none that there is. */
function initialStatus({ state, halo }: HaloContext, type: number): number {
  const status = initialStatuses.get(type) ?? incidentStatus;
  const name = state.setup.statuses.find(({ id }) => id === status)?.name ?? '';
  return halo.tenant.has(name) ? status : incidentStatus;
}

/** Creates or changes a ticket. It needs a summary alone: every other mistake silently gets the default. */
export function writeTicket(context: HaloContext, input: Input, present: TicketRow | undefined): TicketRow {
  const { state, halo } = context;
  const integration = { ...context.integration, silent: input['_dont_fire_automations'] === true };
  const { type = incidentType, status, ...ids } = readIds(context, input);
  const wire = {
    ...pickScalars(input, texts),
    ...ids,
    customfields: readCustomFields(context, input['customfields']),
  };
  const before = present?.tickettype_id;
  let row = present;
  if (row === undefined) {
    const owner = ownerOf(context, input);
    row = createTicket(
      state,
      {
        ...wire,
        tickettype_id: type,
        status_id: status ?? initialStatus(context, type),
        client_id: owner.client_id,
        user_id: owner.id,
      },
      integration,
    );
  } else {
    const resets =
      halo.quirks.typeChange === 'resets_category' &&
      ids['tickettype_id'] !== undefined &&
      ids['tickettype_id'] !== before;
    updateTicket(state, row, { ...wire, ...(resets ? { category_1: '', category_2: '' } : {}) }, integration);
  }
  state.tickets.update(row, { extras: { ...row.extras, ...pickScalars(input, ticketExtras) } });
  const tags = readTags(input);
  if (tags !== undefined) {
    setTags(state, row, tags);
  }
  return row;
}

export function writeOpportunity(
  context: HaloContext,
  input: Input,
  present: OpportunityRow | undefined,
): OpportunityRow {
  const { state } = context;
  const { status_id: status } = readIds(context, input);
  const wire = {
    ...pickScalars(input, [...texts, ...ticketExtras]),
    ...(status === undefined ? {} : { status_id: status }),
    customfields: readCustomFields(context, input['customfields']),
  };
  if (present !== undefined) {
    updateOpportunity(state, present, wire);
    return present;
  }
  const owner = ownerOf(context, input);
  return createOpportunity(state, {
    status_id: initialStatus(context, opportunityType),
    ...wire,
    client_id: owner.client_id,
    user_id: owner.id,
  });
}

/** Adds a note to a ticket. Without an outcome that there is it is refused. */
export function writeAction(context: HaloContext, input: Input, present: ActionRow | undefined): ActionRow {
  const { state, halo, integration } = context;
  if (present !== undefined) {
    updateAction(state, present, input);
    return present;
  }
  const id = input['outcome_id'];
  if (id !== undefined && typeof id !== 'number') {
    throw new Refusal('Error converting value to type System.Int32.', { field: 'outcome_id' });
  }
  const outcome = halo.tenant.lookUps('outcomes').find((row) => row.id === id);
  if (outcome === undefined) {
    throw new Refusal('An outcome must be specified.', { field: 'outcome_id' });
  }
  if (!state.tickets.get(wholeNumber(input['ticket_id']) ?? 0)) {
    throw new Refusal('The ticket was not found.', { status: 404, field: 'ticket_id' });
  }
  return createAction(state, { ...input, outcome: outcome.name }, integration);
}
