/** How the client of a lead's company was found: `none` if it was created. */
export const COMPANY_RULES = ['alias', 'name', 'domain', 'none'] as const;
export type CompanyRule = (typeof COMPANY_RULES)[number];

/** By what clients of the PSA are found, besides what people have decided. */
export const COMPANY_MATCHING = ['name', 'domain'] as const;
export type CompanyMatching = (typeof COMPANY_MATCHING)[number];

export const MATCH_REASONS = ['several_clients', 'name_and_domain_differ'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

export interface CompanyEvidence {
  /** Clients with the name of the company. */
  readonly named: ReadonlySet<number>;
  /** Clients with one of the domains of the lead. */
  readonly owners: ReadonlySet<number>;
}

/** The only client that the domains point to; null if there is none, or more than one. */
export function ownerOf({ owners }: Pick<CompanyEvidence, 'owners'>): number | null {
  const [owner = null, ...others] = owners;
  return others.length === 0 ? owner : null;
}

/** Why neither name nor domain decides on the client; null if one does. A name counts unless the domain contradicts. */
export function doubtOf({ named, owners }: CompanyEvidence): MatchReason | null {
  const [only, ...others] = named;
  if (others.length > 0 || (only === undefined && owners.size > 1)) {
    return 'several_clients';
  }
  return only !== undefined && owners.size > 0 && !owners.has(only) ? 'name_and_domain_differ' : null;
}
