import type { EntityTable, NumericField } from '../state/entity-table.js';
import type { PsaState } from '../state/psa-state.js';
import type { Input } from '../state/read-input.js';
import type { ClientRow, OpportunityRow, SiteRow, TicketRow, UserRow } from '../state/rows.js';
import type { HaloContext } from './halo-context.js';
import { writeClient, writeSite, writeUser } from './people.js';
import {
  presentClient,
  presentOpportunity,
  presentSite,
  presentTicket,
  presentUser,
} from './present-wire.js';
import type { Shown } from './present-wire.js';
import { writeOpportunity, writeTicket } from './tickets.js';

/** One kind of entity behind the common routes. */
export interface HaloEntity<Row extends { readonly id: number }> {
  readonly path: string;
  readonly listKey: string;
  readonly filters: readonly NumericField<Row>[];
  table(state: PsaState): EntityTable<Row>;
  present(context: HaloContext, row: Row, shown: Shown): object;
  write(context: HaloContext, input: Input, present: Row | undefined): Row;
}

export const clientEntity: HaloEntity<ClientRow> = {
  path: '/Client',
  listKey: 'clients',
  filters: [],
  table: (state) => state.clients,
  present: presentClient,
  write: writeClient,
};

export const siteEntity: HaloEntity<SiteRow> = {
  path: '/Site',
  listKey: 'sites',
  filters: ['client_id'],
  table: (state) => state.sites,
  present: presentSite,
  write: writeSite,
};

export const userEntity: HaloEntity<UserRow> = {
  path: '/Users',
  listKey: 'users',
  filters: ['client_id', 'site_id'],
  table: (state) => state.users,
  present: presentUser,
  write: writeUser,
};

export const ticketEntity: HaloEntity<TicketRow> = {
  path: '/Tickets',
  listKey: 'tickets',
  filters: ['status_id', 'client_id', 'user_id'],
  table: (state) => state.tickets,
  present: presentTicket,
  write: writeTicket,
};

export const opportunityEntity: HaloEntity<OpportunityRow> = {
  path: '/Opportunities',
  listKey: 'tickets',
  filters: ['status_id', 'client_id', 'user_id'],
  table: (state) => state.opportunities,
  present: presentOpportunity,
  write: writeOpportunity,
};
