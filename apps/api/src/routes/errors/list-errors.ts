import { endMoment, errorLogAnswer, errorLogQuery, startMoment } from '@leadbridge/contracts';
import type { ErrorLogAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentErrorLogEntry } from '../../presenters/error-log-view.js';

export const listErrors = defineRoute({
  method: 'get',
  path: '/errors',
  permission: 'logs.view',
  summary: 'What went wrong, newest first',
  description:
    'Failed rows, errors of the PSA and of providers, missing lists, illegal moves and failed deliveries, for 90 days, without personal data beyond ids.',
  tags: ['Errors'],
  request: { query: errorLogQuery },
  answers: { 200: { description: 'A page of entries.', schema: errorLogAnswer } },
  handler: async ({ query, services }) => {
    const { page, limit, level, start_date: start, end_date: end } = query;
    const { items, total } = await services.errorLog.list({
      page,
      limit,
      ...(level === undefined ? {} : { level }),
      ...(start === undefined ? {} : { from: startMoment(start) }),
      ...(end === undefined ? {} : { to: endMoment(end) }),
    });
    const body: ErrorLogAnswer = {
      errors: items.map(presentErrorLogEntry),
      pagination: { total, page, limit },
    };
    return ok(body);
  },
});
