import type { CompanyMatchListResponse } from '@leadbridge/contracts';

import { useRead } from '../api/hooks.js';

/** How many companies wait for somebody to decide on their client. */
export function useOpenMatches(): number {
  const { data } = useRead<CompanyMatchListResponse>('/company-matches', { status: 'open', limit: 1 });
  return data?.pagination.total ?? 0;
}
