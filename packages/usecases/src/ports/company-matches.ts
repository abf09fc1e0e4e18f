import type { Camelized, CompanyMatchEntryView, CompanyMatchStatus, PageQuery } from '@leadbridge/contracts';
import type { MatchReason } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';

/** A client of the PSA that a company may be. */
export type MatchCandidate = Camelized<CompanyMatchEntryView['candidates'][number]>;

/** What people have decided on: the client, with its name at that time, or that the name alone counts. */
export type MatchDecision =
  | { readonly clientId: number; readonly name: string }
  | { readonly separate: true };

/** A pair of a company key and a domain whose client people decide on. */
export interface MatchPair {
  /** `cmp_…`; see `matchIdOf`. */
  readonly matchId: string;
  readonly companyKey: string;
  /** As the lead wrote it. */
  readonly company: string;
  /** Null for an alias that holds for every domain. */
  readonly domain: string | null;
}

export interface CompanyMatchEntry extends MatchPair {
  readonly status: CompanyMatchStatus;
  readonly reason: MatchReason;
  readonly candidates: readonly MatchCandidate[];
  readonly leadIds: readonly number[];
  /** ISO 8601, like all times here. */
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** Null while it is open. */
  readonly decision: MatchDecision | null;
}

/** What imports read of an entry. */
export interface KnownMatch extends Pick<
  CompanyMatchEntry,
  'matchId' | 'decision' | 'reason' | 'candidates'
> {
  /** A site of the client of the decision, if one is stored. */
  readonly siteId: number | null;
  /** Whether the mirror contains the client of the decision. */
  readonly isMirrored: boolean;
}

/** Leads that have met a pair that people have to decide on. */
export type CompanyReview = MatchPair & Pick<CompanyMatchEntry, 'reason' | 'candidates' | 'leadIds'>;

export interface CompanyMatchQuery extends PageQuery {
  readonly status?: CompanyMatchStatus;
}

/** `unknown`: there is no such entry; `no_client`: the PSA has no such client. */
export type DecideResponse = CompanyMatchEntry | 'unknown' | 'no_client';

export interface CompanyMatchStore {
  /** Newest first. */
  list(query: CompanyMatchQuery): Promise<Page<CompanyMatchEntry>>;
  /**
   * Decides on an entry, or changes its decision; a decision that it has already changes nothing.
   *
   * @param at ISO 8601
   * @param audit makes the entry of the audit log from the entry before and after
   */
  decide(
    matchId: string,
    choice: { readonly clientId: number } | { readonly separate: true },
    at: string,
    audit: (before: CompanyMatchEntry, after: CompanyMatchEntry) => AuditEntry,
  ): Promise<DecideResponse>;
}

export interface CompanyAliases {
  /** Opens the entries again whose client the mirror, which must be whole, does not show. */
  reopenLost(): Promise<void>;
  /**
   * Writes aliases that follow from another decision of a person, which is in the audit log.
   *
   * @param at ISO 8601
   */
  remember(
    aliases: readonly (MatchPair &
      Pick<CompanyMatchEntry, 'candidates'> & { readonly decision: MatchDecision })[],
    at: string,
  ): Promise<void>;
}
