import { suppressionListAnswer, suppressionListQuery } from '@leadbridge/contracts';
import { findSourceByLabel } from '@leadbridge/domain';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSuppression } from '../../presenters/suppression.js';

export const listSuppressions = defineRoute({
  method: 'get',
  path: '/suppressions',
  permission: 'data.view.readonly',
  summary: 'The Do Not Contact ledger, newest first',
  tags: ['Suppressions'],
  request: { query: suppressionListQuery },
  answers: { 200: { description: 'A page of entries.', schema: suppressionListAnswer } },
  handler: async ({ query, services }) => {
    const { status, provider, email, page, limit } = query;
    const { sources } = services.settings.current();
    const { items, total } = await services.optOuts.list({
      page,
      limit,
      ...(status === undefined ? {} : { status }),
      ...(provider === undefined ? {} : { provider: findSourceByLabel(sources, provider)?.name ?? provider }),
      ...(email === undefined ? {} : { email }),
    });
    return ok({ suppressions: items.map(presentSuppression), pagination: { total, page, limit } });
  },
});
