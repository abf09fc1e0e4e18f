import {
  companyMatchEntryView,
  companyMatchListQuery,
  companyMatchListResponse,
  companyMatchParams,
  decideCompanyMatchBody,
  paginationOf,
} from '@leadbridge/contracts';
import type { DecideCompanyMatchBody } from '@leadbridge/contracts';
import { AppError, isoTime } from '@leadbridge/platform';

import { fieldError } from '../http/field-error.js';
import { ok } from '../http/route-response.js';
import { auditOrigin } from '../pipeline/audit-origin.js';
import { route, type Route } from '../pipeline/route.js';
import { presentDecision, presentMatchEntry } from '../presenters/company-match.js';

export const companyMatchRoutes: readonly Route[] = [
  route.get('/company-matches', {
    permission: 'data.view.readonly',
    summary: 'List companies whose client people decide on, newest first',
    description:
      'One entry for each pair of a company and a domain, however many leads meet it. Entries come from imports with `company_matching: "domain"`, and from the remedy `alias` of a reconciliation.',
    request: { query: companyMatchListQuery },
    responses: { 200: { description: 'A page of entries.', schema: companyMatchListResponse } },
    handler: async ({ query, services }) => {
      const found = await services.companyMatches.list(query);
      return ok({
        matches: found.items.map(presentMatchEntry),
        pagination: paginationOf('company_matches', query, found),
      });
    },
  }),
  route.post('/company-matches/:match_id', {
    permission: 'data.sync',
    summary: 'Decide on the client of a company',
    description:
      'All later imports of this company and domain use the client, with both settings of `company_matching`; `separate`: the name alone decides, as if the domain did not count. A decision may be changed; existing tickets stay where they are, and nothing is merged in the PSA. If the PSA deletes the client, the entry is open again.',
    request: { params: companyMatchParams, body: decideCompanyMatchBody },
    responses: { 200: { description: 'The entry, decided.', schema: companyMatchEntryView } },
    handler: async (request) => {
      const { params, body, services } = request;
      const { match_id: id } = params;
      const origin = auditOrigin(request);
      const decided = await services.companyMatches.decide(
        id,
        choiceOf(body),
        isoTime(services.clock.now()),
        (before, after) => ({
          ...origin,
          action: 'company_match.decided',
          target: { type: 'company_match', id },
          // The log holds ids alone: a company may be named after a person.
          changes: {
            decision: {
              from: before.decision === null ? null : presentDecision(before.decision),
              to: after.decision === null ? null : presentDecision(after.decision),
            },
          },
        }),
      );
      if (decided === 'unknown') {
        throw new AppError('RESOURCE_NOT_FOUND', 'There is no such company match', { details: { id } });
      }
      if (decided === 'no_client') {
        throw fieldError(
          'client_id',
          body.client_id ?? null,
          'The PSA has no such client; one that was added to it minutes ago is known a little later',
        );
      }
      return ok(presentMatchEntry(decided));
    },
  }),
];

function choiceOf({ client_id: clientId }: DecideCompanyMatchBody) {
  return clientId === undefined ? ({ separate: true } as const) : { clientId };
}
