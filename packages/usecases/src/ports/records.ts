import type { CallDirection, PageQuery } from '@leadbridge/contracts';
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

/** One move of a record through its lifecycle; `from` is null where the record began. */
export interface StatusChange {
  readonly from: string | null;
  readonly to: string;
  /** ISO 8601. */
  readonly at: string;
  /** Who caused it: a credential's name, `import`, or the PSA. */
  readonly by: string;
  readonly reason: string | null;
}

/** A move that people made in the PSA although the lifecycle does not know it; the record did not follow. */
export interface IrregularChange {
  readonly from: string;
  readonly to: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  /** What the PSA's ticket stood at. */
  readonly psaStatusId: number;
  readonly psaTickettypeId: number;
}

/** What lead, prospect and opportunity have in common: whose they are, and what they went through. */
export interface LifecycleRecord {
  readonly leadId: number;
  /** Null once it is lost: the PSA, restored from a backup, has issued its id again. */
  readonly psaTicketId: number | null;
  readonly psaClientId: number | null;
  readonly psaUserId: number | null;
  /** The source that created the lead; CF_101. */
  readonly source: string;
  /** Contact and research data. */
  readonly lead: Lead;
  readonly qualification: QualificationData;
  readonly doNotContact: boolean;
  /** Oldest first. */
  readonly history: readonly StatusChange[];
  readonly irregularChanges: readonly IrregularChange[];
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface LeadRecord extends LifecycleRecord {
  /** The deduplication key; it holds an email, a name or a phone, and is shown to nobody. */
  readonly key: string;
  readonly status: LeadStatus;
  /** Each source that has sent data, with the time of its last and the id that it has for the lead. */
  readonly sources: readonly {
    readonly source: string;
    readonly receivedAt: string;
    readonly externalId: string | null;
  }[];
  /** By field name (`first_name`, `CF_106`): which source set it, and when. */
  readonly provenance: Readonly<Record<string, FieldOrigin>>;
  readonly qualityScore: number;
  readonly prospectId: number | null;
}

/** A lead with what stands in each of its fields, and why. */
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
  /** The job that converted the lead; null where people did it in the PSA. */
  readonly convertedBy: string | null;
  /** Written down before the opportunity is created in the PSA, so that whoever creates it finds what was created before. */
  readonly promotionReference: string | null;
}

export interface OpportunityNote {
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  readonly text: string;
}

export interface OpportunityRecord extends LifecycleRecord {
  readonly opportunityId: number;
  readonly prospectId: number;
  /** Null once it is lost, as with tickets. */
  readonly psaOpportunityId: number | null;
  readonly status: OpportunityStatus;
  readonly opportunity: OpportunityData;
  readonly notes: readonly OpportunityNote[];
  /** The details as the service last wrote them to the PSA: others are somebody's own words, and stay. */
  readonly psaDetails: string;
  /** Stands in the details, and finds the opportunity again. */
  readonly psaReference: string;
}

/** A telephone call with the person of a lead, a prospect or an opportunity (specification, "Call record"). */
export interface CallRecord {
  /** `call_…` */
  readonly callId: string;
  /** The lead that it all began with, and what it had become when the call was recorded on it. */
  readonly leadId: number;
  readonly prospectId: number | null;
  readonly opportunityId: number | null;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly direction: CallDirection;
  readonly dialledNumber: string | null;
  readonly durationSeconds: number | null;
  readonly agent: string | null;
  readonly outcome: string | null;
  readonly nextAction: string | null;
  readonly notes: string | null;
  readonly psaActionId: number;
  readonly recordedBy: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What a list of records is narrowed down by; all of what is given must hold. */
export interface RecordQuery<Status extends string = string> extends PageQuery {
  readonly status?: Status;
  /** The name of the source that created the lead. */
  readonly source?: string;
  /** A company's name, in any case. */
  readonly company?: string;
  /** Lower-case. */
  readonly email?: string;
  /** ISO 8601; records that changed then or later. */
  readonly updatedSince?: string;
}

export interface LeadQuery extends RecordQuery<LeadStatus> {
  /** Each is the beginning of one of the lead's search terms (`searchedTerms`); at least one. */
  readonly terms?: readonly string[];
  readonly psaTicketId?: number;
  /** The id that a source has for the lead: `source`, where one is named, and any other where none is. */
  readonly externalId?: string;
}

export interface CallQuery extends PageQuery {
  readonly leadId?: number;
  readonly prospectId?: number;
  readonly opportunityId?: number;
}

/** Reads records. Lists are in the order of the ids, so that a page stays what it was when new records come. */
export interface RecordReader extends TimelineReader {
  findLead(leadId: number): Promise<LeadDetails | null>;
  findProspect(prospectId: number): Promise<ProspectRecord | null>;
  findOpportunity(opportunityId: number): Promise<OpportunityRecord | null>;
  listLeads(query: LeadQuery): Promise<Page<LeadRecord>>;
  listProspects(query: RecordQuery<ProspectStatus>): Promise<Page<ProspectRecord>>;
  listOpportunities(query: RecordQuery<OpportunityStatus>): Promise<Page<OpportunityRecord>>;
  /** Newest call first. */
  listCalls(query: CallQuery): Promise<Page<CallRecord>>;
}
