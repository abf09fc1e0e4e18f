import type { CompanyMatchStatus } from '@leadbridge/contracts';

import { UsageError } from '../command-error.js';
import type { ServiceContext } from '../compose.js';
import { dateAndTime } from '../time-text.js';

interface CompanyMatchListOptions {
  readonly status?: CompanyMatchStatus;
  readonly limit: number;
}

/** Companies whose client people decide on, one per line, separated by tabs; the newest first. */
export async function listCompanyMatches(
  { api, terminal }: ServiceContext,
  options: CompanyMatchListOptions,
): Promise<boolean> {
  const { data } = await api.GET('/company-matches', { params: { query: { ...options } } });
  const header = [
    'ID',
    'STATUS',
    'COMPANY',
    'DOMAIN',
    'REASON',
    'CANDIDATES',
    'LEADS',
    'CREATED',
    'DECISION',
  ];
  terminal.note(header.join('\t'));
  for (const match of data.matches) {
    const candidates = match.candidates.map(
      ({ client_id: id, name, domains, why }) =>
        `${id} ${name} (${why}${domains.length === 0 ? '' : `: ${domains.join(', ')}`})`,
    );
    const { id, status, company, domain, reason, lead_ids: leads, created_at: createdAt, decision } = match;
    const created = dateAndTime(new Date(createdAt));
    const cells = [id, status, company, domain ?? '-', reason, candidates.join('; ') || '-', leads.length];
    terminal.result([...cells, created, decisionText(decision)].join('\t'));
  }
  if (data.pagination.total > data.matches.length) {
    terminal.note(`${data.matches.length} of ${data.pagination.total}; --limit shows more`);
  }
  return true;
}

function decisionText(decision: { client_id?: number; separate?: boolean } | null): string {
  return decision === null ? '-' : (decision.client_id?.toString() ?? 'separate');
}

interface CompanyMatchChoice {
  readonly client?: number;
  readonly separate?: boolean;
}

/**
 * Decides on the client of a company.
 *
 * @throws UsageError unless exactly one of the choices is made
 */
export async function decideCompanyMatch(
  { api, terminal }: ServiceContext,
  matchId: string,
  { client, separate = false }: CompanyMatchChoice,
): Promise<boolean> {
  if ((client === undefined) !== separate) {
    throw new UsageError('Give either --client <id> or --separate');
  }
  const { data: match } = await api.POST('/company-matches/{match_id}', {
    params: { path: { match_id: matchId } },
    body: client === undefined ? { separate: true } : { client_id: client },
  });
  const pair = match.domain === null ? match.company : `${match.company} (${match.domain})`;
  terminal.result(
    client === undefined
      ? `${pair}: its name alone decides from now on`
      : `${pair}: later imports use the client ${client}`,
  );
  return true;
}
