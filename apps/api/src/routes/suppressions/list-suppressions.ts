import { suppressionListAnswer, suppressionListQuery, paginationOf } from '@leadbridge/contracts';
import { findSourceByLabel } from '@leadbridge/domain';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSuppression } from '../../presenters/suppression.js';
import { requestedPage } from '../requested-page.js';

export const listSuppressions = defineRoute({
  method: 'get',
  path: '/suppressions',
  permission: 'data.view.readonly',
  summary: 'The Do Not Contact ledger, newest first',
  tags: ['Suppressions'],
  request: { query: suppressionListQuery },
  answers: { 200: { description: 'A page of entries.', schema: suppressionListAnswer } },
  handler: async ({ query, services }) => {
    const { status, provider, email } = query;
    const { sources } = services.settings.current();
    const found = await services.optOuts.list({
      ...requestedPage(query),
      ...(status === undefined ? {} : { status }),
      ...(provider === undefined ? {} : { provider: findSourceByLabel(sources, provider)?.name ?? provider }),
      ...(email === undefined ? {} : { email }),
    });
    return ok({
      suppressions: found.items.map(presentSuppression),
      pagination: paginationOf('suppressions', query, found),
    });
  },
});
