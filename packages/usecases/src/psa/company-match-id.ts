import { createHash } from 'node:crypto';

/** There is one entry for a company key and a domain; null for an alias that holds for every domain. */
export function matchIdOf(companyKey: string, domain: string | null): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([companyKey, domain]))
    .digest('hex');
  return `cmp_${digest.slice(0, 24)}`;
}
