import { auditListAnswer, auditPeriod, auditQuery, validationDetails } from '@leadbridge/contracts';
import type { AuditListAnswer, AuditQuery } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../http/route.js';
import { presentAuditEntry } from '../../presenters/audit-view.js';

export const listAuditEntries = defineRoute({
  method: 'get',
  path: '/audit',
  permission: 'logs.view',
  summary: 'Who changed what, newest first',
  description: 'Every change of keys, people, configuration and webhooks, and who signed in.',
  tags: ['Access'],
  request: { query: auditQuery },
  answers: { 200: { description: 'A page of entries.', schema: auditListAnswer } },
  handler: async ({ query, services }) => {
    const { page, limit, action, actor_id, target_type, target_id } = query;
    const { items, total } = await services.audit.list({
      page,
      limit,
      ...(action === undefined ? {} : { action }),
      ...(actor_id === undefined ? {} : { actorId: actor_id }),
      ...(target_type === undefined ? {} : { targetType: target_type }),
      ...(target_id === undefined ? {} : { targetId: target_id }),
      ...periodOf(query),
    });
    const body: AuditListAnswer = {
      entries: items.map(presentAuditEntry),
      pagination: { total, page, limit },
    };
    return ok(body);
  },
});

/** @throws AppError VALIDATION_ERROR for one that ends before it begins */
function periodOf(query: AuditQuery): ReturnType<typeof auditPeriod> {
  const period = auditPeriod(query);
  if (period.from !== undefined && period.to !== undefined && period.from > period.to) {
    const message = 'end_date must not lie before start_date';
    throw new AppError('VALIDATION_ERROR', message, {
      details: validationDetails([{ field: 'end_date', value: query.end_date, message }]),
    });
  }
  return period;
}
