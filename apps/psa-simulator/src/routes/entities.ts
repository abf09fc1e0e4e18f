import { createAction, updateAction } from '../state/actions.js';
import { createOpportunity, isOpen, updateOpportunity } from '../state/opportunities.js';
import { createClient, createSite, updateClient, updateSite } from '../state/organisations.js';
import type { ActionRow, ClientRow, OpportunityRow, SiteRow, TicketRow, UserRow } from '../state/rows.js';
import { createTicket, updateTicket } from '../state/tickets.js';
import { createUser, updateUser } from '../state/users.js';
import type { Entity } from '../views/entity.js';
import {
  presentAction,
  presentOpportunity,
  presentSite,
  presentTicket,
  presentUser,
} from '../views/present.js';

export const clientEntity: Entity<ClientRow> = {
  path: '/Client',
  listKey: 'clients',
  key: 'client',
  filters: [],
  searchable: true,
  table: (state) => state.clients,
  present: (row) => row,
  create(state, input, _author, { clientSites }) {
    const client = createClient(state, input);
    if (clientSites === 'own') {
      createSite(state, { client_id: client.id, name: 'Main' });
    }
    return client;
  },
  update: updateClient,
};

export const siteEntity: Entity<SiteRow> = {
  path: '/Site',
  listKey: 'sites',
  key: 'site',
  filters: ['client_id'],
  searchable: true,
  table: (state) => state.sites,
  present: presentSite,
  create: (state, input, _author, { clientSites }) => createSite(state, input, clientSites === 'own'),
  update: updateSite,
};

export const userEntity: Entity<UserRow> = {
  path: '/Users',
  listKey: 'users',
  key: 'user',
  filters: ['client_id', 'site_id'],
  searchable: true,
  table: (state) => state.users,
  present: presentUser,
  create: createUser,
  update: updateUser,
};

export const ticketEntity: Entity<TicketRow> = {
  path: '/Tickets',
  listKey: 'tickets',
  key: 'ticket',
  filters: ['status_id', 'tickettype_id', 'client_id', 'user_id'],
  searchable: true,
  table: (state) => state.tickets,
  present: presentTicket,
  create: createTicket,
  update: updateTicket,
};

export const opportunityEntity: Entity<OpportunityRow> = {
  path: '/Opportunities',
  listKey: 'opportunities',
  key: 'opportunity',
  filters: ['client_id', 'user_id', 'status_id'],
  searchable: true,
  isOpen,
  table: (state) => state.opportunities,
  present: presentOpportunity,
  create: createOpportunity,
  update: updateOpportunity,
};

export const actionEntity: Entity<ActionRow> = {
  path: '/Actions',
  listKey: 'actions',
  key: 'action',
  filters: ['ticket_id'],
  searchable: false,
  table: (state) => state.actions,
  present: presentAction,
  create: createAction,
  update: updateAction,
};
