import { leadListResponse, leadListQuery, paginationOf } from '@leadbridge/contracts';
import type { LeadListResponse, LeadListQuery } from '@leadbridge/contracts';
import { searchedTerms } from '@leadbridge/domain';
import type { LeadRecord, Page } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentLead } from '../../presenters/lead.js';
import type { ApiServices } from '../../services.js';
import { recordQuery } from '../record-query.js';

export const listLeads = defineRoute({
  method: 'get',
  path: '/leads',
  permission: 'data.view.readonly',
  summary: 'List leads, by id',
  tags: ['Leads'],
  request: { query: leadListQuery },
  responses: {
    200: { description: 'A page of leads, each with its history of transitions.', schema: leadListResponse },
  },
  handler: async ({ query, services }) => {
    const found = await findLeads(query, services);
    return ok({
      leads: found.items.map(presentLead),
      pagination: paginationOf('leads', query, found),
    } satisfies LeadListResponse);
  },
});

async function findLeads(query: LeadListQuery, services: ApiServices): Promise<Page<LeadRecord>> {
  const { q, psa_ticket_id: psaTicketId, external_id: externalId } = query;
  const terms = q === undefined ? undefined : searchedTerms(q, services.settings.current().defaultCountry);
  // A text without a letter or a digit matches no lead.
  return terms === null
    ? { items: [], total: 0, next: null }
    : await services.records.listLeads({
        ...recordQuery(query, services),
        ...(terms === undefined ? {} : { terms }),
        ...(psaTicketId === undefined ? {} : { psaTicketId }),
        ...(externalId === undefined ? {} : { externalId }),
      });
}
