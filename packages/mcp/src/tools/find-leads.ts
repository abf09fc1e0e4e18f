import { STATUSES, UNDONE } from '@leadbridge/domain';
import Joi from 'joi';

import { cursor } from '../arguments.js';
import { untrustedData } from '../cut.js';
import { fitPage } from '../fit.js';
import { defineTool } from '../tool.js';

/** The bytes of the keys around the items. */
const besideBytes = 40;

export const findLeads = defineTool({
  name: 'find_leads',
  description: 'Find leads by words of the name, company or email, or list them.',
  keys: {
    query: Joi.string().max(200),
    email: Joi.string().max(254),
    status: Joi.string().valid(...STATUSES.lead, UNDONE),
    source: Joi.string().max(100),
    cursor,
  },
  run: async ({ query: q, ...filter }, api) => {
    const { items, next } = await fitPage({
      besideBytes,
      read: async (limit) => {
        const { data } = await api.GET('/leads', {
          params: { query: { ...filter, ...(q === undefined ? {} : { q }), limit } },
        });
        return { items: data.leads, next: data.pagination.next_cursor };
      },
      item: ({ lead_id: leadId, psa_ticket_id: ticketId, status, source, contact }, level) => ({
        lead_id: leadId,
        psa_ticket_id: ticketId,
        status,
        source,
        untrusted: untrustedData(
          { name: contact.name, company: contact.company, email: contact.email, phone: contact.phone },
          level,
        ),
      }),
    });
    return { leads: items, next_cursor: next };
  },
});
