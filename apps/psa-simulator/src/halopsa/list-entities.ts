import type { Request, Response } from 'express';

import { jsonResponse, reply } from '../http/reply.js';
import type { EntityTable } from '../state/entity-table.js';
import type { Extras, OpportunityRow, TicketRow } from '../state/rows.js';
import { opportunityEntity, ticketEntity, type HaloEntity } from './entities.js';
import type { HaloContext } from './halo-context.js';
import { countPage } from './halo-counters.js';
import { opportunityType } from './halo-setup.js';
import { cutPage, fieldsAskedFor, listQuery, type ListQuery } from './list-query.js';
import { presentOpportunity, presentTicket, type Shown } from './present-wire.js';

type EntityRow = { readonly id: number };
type Markable = { readonly extras?: Extras };

/** What a row must fulfil beside the numeric filters, with a name that tells conditions apart. */
interface Condition<Row> {
  readonly name: string;
  readonly matches: (row: Row) => boolean;
}

function select<Row extends EntityRow>(
  context: HaloContext,
  entity: HaloEntity<Row>,
  query: ListQuery,
  conditions: readonly Condition<Row>[] = [],
): readonly number[] {
  const table: EntityTable<Row> = entity.table(context.state);
  const search = query.text('search');
  return table.select({
    filters: entity.filters.flatMap((field) => {
      const wire = query.number(field);
      if (wire === undefined) {
        return [];
      }
      const value = field === 'status_id' ? (context.halo.tenant.fromWire('statuses', wire) ?? -1) : wire;
      return [[field, value] as const];
    }),
    ...(search === undefined ? {} : { search, matching: context.dialect().search }),
    ...(conditions.length === 0
      ? {}
      : {
          condition: {
            name: conditions.map(({ name }) => name).join(' and '),
            matches: (row: Row) => conditions.every(({ matches }) => matches(row)),
          },
        }),
  });
}

/** The conditions that tickets and opportunities have in common; `typeOf` tells their type. */
function ticketConditions<Row extends TicketRow | OpportunityRow>(
  { state, halo }: HaloContext,
  query: ListQuery,
  typeOf: (row: Row) => number,
): Condition<Row>[] {
  const conditions: Condition<Row>[] = [];
  const domain = query.text('domain');
  const wire = query.number('requesttype_id') ?? query.number('tickettype_id');
  const key = query.text('third_party_id_string');
  if (domain === 'reqs' || domain === 'opps') {
    conditions.push({ name: domain, matches: (row) => halo.tenant.domainOf(typeOf(row)) === domain });
  }
  if (wire !== undefined) {
    const type = halo.tenant.fromWire('types', wire);
    conditions.push({ name: `type ${wire}`, matches: (row) => typeOf(row) === type });
  }
  if (key !== undefined) {
    conditions.push({
      name: `key ${key}`,
      matches: (row) => row.extras?.['third_party_id_string'] === key,
    });
  }
  const ids = query.text('ticketids');
  if (ids !== undefined) {
    const wanted = new Set(ids.split(',').map((id) => Number(id.trim())));
    conditions.push({ name: `ids ${ids}`, matches: ({ id }) => wanted.has(id) });
  }
  if (query.flag('open_only')) {
    const closed = state.setup.statuses.filter((status) => status.closed === true).map(({ id }) => id);
    conditions.push({ name: 'open', matches: (row) => !closed.includes(row.status_id) });
  }
  if (halo.quirks.deleted === 'hidden') {
    conditions.push({ name: 'not deleted', matches: (row) => row.extras?.['deleted'] !== true });
  }
  return conditions;
}

/** Lists of tickets hold opportunities too, where that domain is asked for: both are tickets to this PSA. */
export function listTickets(context: HaloContext, path: '/Tickets' | '/Opportunities') {
  return (request: Request, response: Response): void => {
    const { state } = context;
    const query = listQuery(context, request);
    const domain = query.text('domain');
    const ofTickets = ticketConditions<TicketRow>(context, query, (row) => row.tickettype_id);
    if (path === '/Opportunities') {
      ofTickets.push({ name: 'promoted', matches: (row) => row.tickettype_id === opportunityType });
    }
    const withOpportunities = path === '/Opportunities' || domain === 'opps';
    const ids = [
      ...select(context, ticketEntity, query, ofTickets),
      ...(withOpportunities
        ? select(
            context,
            opportunityEntity,
            query,
            ticketConditions(context, query, () => opportunityType),
          )
        : []),
    ];
    const page = cutPage(context, query, ids);
    const shown: Shown = { as: 'row', fields: fieldsAskedFor(query) };
    const tickets = state.tickets.rows(page.rows);
    countPage(context.halo.counters, tickets);
    const rows = page.rows.flatMap((id) => {
      const ticket = state.tickets.get(id);
      const opportunity = state.opportunities.get(id);
      if (ticket !== undefined) {
        return [presentTicket(context, ticket, shown)];
      }
      return opportunity === undefined ? [] : [presentOpportunity(context, opportunity, shown)];
    });
    reply(response, jsonResponse(200, { ...page.body, tickets: rows }));
  };
}

/** Inactive entities are listed only on request. */
const active: Condition<Markable> = {
  name: 'active',
  matches: ({ extras }) => extras?.['inactive'] !== true,
};

export function listEntities<Row extends EntityRow & Markable>(
  context: HaloContext,
  entity: HaloEntity<Row>,
) {
  return (request: Request, response: Response): void => {
    const query = listQuery(context, request);
    const conditions = query.flag('includeinactive') ? [] : [active];
    const page = cutPage(context, query, select(context, entity, query, conditions));
    const shown: Shown = { as: 'row', fields: fieldsAskedFor(query) };
    const rows = entity
      .table(context.state)
      .rows(page.rows)
      .map((row) => entity.present(context, row, shown));
    reply(response, jsonResponse(200, { ...page.body, [entity.listKey]: rows }));
  };
}
