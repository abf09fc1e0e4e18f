import { leadListAnswer, leadListQuery } from '@leadbridge/contracts';
import type { LeadListAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentLead } from '../../presenters/lead.js';
import { recordQuery } from '../record-query.js';

export const listLeads = defineRoute({
  method: 'get',
  path: '/leads',
  permission: 'data.view.readonly',
  summary: 'The leads, by id',
  tags: ['Leads'],
  request: { query: leadListQuery },
  answers: {
    200: { description: 'A page of leads, each with its history of transitions.', schema: leadListAnswer },
  },
  handler: async ({ query, services }) => {
    const { items, total } = await services.records.listLeads(recordQuery(query, services));
    const { page, limit } = query;
    const body: LeadListAnswer = { leads: items.map(presentLead), pagination: { total, page, limit } };
    return ok(body);
  },
});
