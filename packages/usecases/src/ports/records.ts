import type {
  CallView,
  Camelized,
  HistoryEntry,
  IrregularChangeView,
  OpportunityView,
  PageQuery,
} from '@leadbridge/contracts';
import type {
  FieldOrigin,
  FieldStates,
  Lead,
  LeadStatus,
  OpportunityData,
  OpportunityStatus,
  ProspectStatus,
  QualificationData,
} from '@leadbridge/domain';

import type { Page } from './page.js';
import type { TimelineReader } from './timeline.js';

export type StatusChange = Camelized<HistoryEntry>;

/** A status change in the PSA that the lifecycle does not permit. The record did not follow it. */
export type IrregularChange = Camelized<IrregularChangeView>;

/** The fields shared by leads, prospects and opportunities: their person and their history. */
export interface LifecycleRecord {
  readonly leadId: number;
  /** Null once lost: the PSA was restored from a backup and has reissued the id. */
  readonly psaTicketId: number | null;
  readonly psaClientId: number | null;
  readonly psaUserId: number | null;
  /** The source that created the lead; CF_101. */
  readonly source: string;
  readonly lead: Lead;
  readonly qualification: QualificationData;
  readonly doNotContact: boolean;
  /** Oldest first. */
  readonly history: readonly StatusChange[];
  readonly irregularChanges: readonly IrregularChange[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface LeadRecord extends LifecycleRecord {
  /** The deduplication key. Contains an email, a name or a phone number, and is never exposed. */
  readonly key: string;
  readonly status: LeadStatus;
  /** Each source that has sent data, with the time of its latest data and its own id for the lead. */
  readonly sources: readonly {
    readonly source: string;
    readonly receivedAt: string;
    readonly externalId: string | null;
  }[];
  /** By field name (`first_name`, `CF_106`): the source that set it, and when. */
  readonly provenance: Readonly<Record<string, FieldOrigin>>;
  readonly qualityScore: number;
  readonly prospectId: number | null;
}

export interface LeadDetails extends LeadRecord {
  readonly fields: FieldStates;
}

export interface ProspectRecord extends LifecycleRecord {
  readonly prospectId: number;
  readonly status: ProspectStatus;
  readonly nextAction: string | null;
  /** `YYYY-MM-DD`. */
  readonly nextActionDate: string | null;
  readonly opportunityId: number | null;
  /** The job that converted the lead; null if people converted it in the PSA. */
  readonly convertedBy: string | null;
  /** Saved before the opportunity is created in the PSA, so that a retry finds one that was already created. */
  readonly promotionReference: string | null;
}

export type OpportunityNote = OpportunityView['notes'][number];

export interface OpportunityRecord extends LifecycleRecord {
  readonly opportunityId: number;
  readonly prospectId: number;
  /** Null once lost, as with tickets. */
  readonly psaOpportunityId: number | null;
  readonly status: OpportunityStatus;
  readonly opportunity: OpportunityData;
  readonly notes: readonly OpportunityNote[];
  /** As the service last wrote them to the PSA. Any other text is people's, and is kept. */
  readonly psaDetails: string;
  /** Part of the details; used to find the opportunity again. */
  readonly psaReference: string;
}

export type CallRecord = Camelized<CallView>;

/** Filters a list of records; all given criteria must match. */
export interface RecordQuery<Status extends string = string> extends PageQuery {
  /** By id. */
  readonly order: 'asc' | 'desc';
  readonly status?: Status;
  /** The name of the source that created the lead. */
  readonly source?: string;
  /** A company's name, case-insensitive. */
  readonly company?: string;
  /** In lower case. */
  readonly email?: string;
  /** ISO 8601; records changed at this time or later. */
  readonly updatedSince?: string;
}

export interface LeadQuery extends RecordQuery<LeadStatus> {
  /** Each is a prefix of one of the lead's search terms (`searchedTerms`); at least one. */
  readonly terms?: readonly string[];
  readonly psaTicketId?: number;
  /** A source's own id for the lead: of `source` if given, otherwise of any source. */
  readonly externalId?: string;
}

export interface CallQuery extends PageQuery {
  readonly leadId?: number;
  readonly prospectId?: number;
  readonly opportunityId?: number;
}

export interface LeadPerson {
  readonly name: string | null;
  readonly company: string | null;
}

/** Reads records. Lists are ordered by id, so that pages do not shift when new records arrive. */
export interface RecordReader extends TimelineReader {
  findLead(leadId: number): Promise<LeadDetails | null>;
  /** Those of the leads that exist, as people know them. */
  personsOfLeads(leadIds: readonly number[]): Promise<ReadonlyMap<number, LeadPerson>>;
  findProspect(prospectId: number): Promise<ProspectRecord | null>;
  findOpportunity(opportunityId: number): Promise<OpportunityRecord | null>;
  listLeads(query: LeadQuery): Promise<Page<LeadRecord>>;
  listProspects(query: RecordQuery<ProspectStatus>): Promise<Page<ProspectRecord>>;
  listOpportunities(query: RecordQuery<OpportunityStatus>): Promise<Page<OpportunityRecord>>;
  /** Newest call first. */
  listCalls(query: CallQuery): Promise<Page<CallRecord>>;
}
