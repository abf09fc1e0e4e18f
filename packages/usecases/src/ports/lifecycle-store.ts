import type { RecordKind } from '@leadbridge/domain';

import type { DomainEvent } from './domain-event.js';
import type { ClaimStore } from './import-store.js';
import type { NewErrorLogEntry } from './error-log-entry.js';
import type { JobEnd } from './job-runs.js';
import type { NewJob } from './jobs.js';
import type { OptOutRequest } from './suppression.js';
import type {
  CallRecord,
  IrregularChange,
  LeadRecord,
  OpportunityNote,
  OpportunityRecord,
  ProspectRecord,
  RecordReader,
  StatusChange,
} from './records.js';

/** One move, as the analytics count it. */
export interface Transition {
  /** The record that left `from`; where it became another kind of record, that one is named by its state. */
  readonly kind: RecordKind;
  readonly recordId: number;
  readonly leadId: number;
  readonly source: string;
  readonly from: string;
  readonly to: string;
  /** ISO 8601. */
  readonly at: string;
  readonly secondsInFrom: number;
}

/** What changes of a record that exists. What is left out stays. */
interface RecordChange {
  readonly statusChanges?: readonly StatusChange[];
  readonly irregular?: IrregularChange;
}

export interface LeadChange
  extends RecordChange, Partial<Pick<LeadRecord, 'prospectId' | 'qualification' | 'doNotContact'>> {
  readonly leadId: number;
}

export interface ProspectChange
  extends
    RecordChange,
    Partial<Pick<ProspectRecord, 'opportunityId' | 'qualification' | 'nextAction' | 'nextActionDate'>> {
  readonly prospectId: number;
}

export interface OpportunityChange
  extends RecordChange, Partial<Pick<OpportunityRecord, 'opportunity' | 'psaDetails'>> {
  readonly opportunityId: number;
  readonly note?: OpportunityNote;
}

export type NewProspect = Omit<ProspectRecord, 'irregularChanges' | 'updatedAt'> & {
  readonly psaTicketId: number;
};
export type NewOpportunity = Omit<OpportunityRecord, 'irregularChanges' | 'updatedAt'> & {
  readonly psaOpportunityId: number;
};

/** Everything that one step of a lifecycle has to remember, written in one transaction. */
export interface LifecycleWrite {
  /** Of the claim on the lead. */
  readonly fence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly lead?: LeadChange;
  readonly newProspect?: NewProspect;
  readonly prospect?: ProspectChange;
  readonly newOpportunity?: NewOpportunity;
  readonly opportunity?: OpportunityChange;
  readonly newCall?: CallRecord;
  readonly transitions?: readonly Transition[];
  readonly events?: readonly DomainEvent[];
  readonly errorLogEntries?: readonly NewErrorLogEntry[];
  readonly optOut?: OptOutRequest;
  /** Work that follows; a job is promised together with what caused it. */
  readonly newJobs?: readonly NewJob[];
  /** The end of the job whose outcome this is. */
  readonly end?: JobEnd;
}

/** What is about to be written to the PSA for a lead, by a job that has not ended. */
export interface LifecycleIntent {
  readonly jobId: string;
  readonly leadId: number;
  /** The states that the PSA is about to show; a job with several steps adds to them. */
  readonly to: readonly string[];
}

/** Leads, prospects, opportunities and calls, for those who change them. */
export interface LifecycleStore
  extends Pick<RecordReader, 'findLead' | 'findProspect' | 'findOpportunity'>, ClaimStore {
  findLeadByTicket(psaTicketId: number): Promise<LeadRecord | null>;
  reserveId(kind: 'prospect' | 'opportunity'): Promise<number>;

  /**
   * Written before the first write to the PSA. False when an earlier run of the job has written it: the PSA may hold anything of
   * what is about to be done, and each create is to be looked up before it is repeated.
   */
  beginIntent(intent: LifecycleIntent & { readonly at: string }): Promise<boolean>;
  /** The states that unfinished jobs are about to bring a lead, its prospect or its opportunity to. */
  intendedStates(leadId: number): Promise<ReadonlySet<string>>;
  /** Answers the reference that stands: the one of the first who wanted to promote the prospect. */
  beginPromotion(prospectId: number, reference: string): Promise<string>;
  /** Whether an opportunity of the PSA, with this contact, belongs to one of our records already. */
  knowsPsaOpportunity(psaOpportunityId: number, psaUserId: number | null): Promise<boolean>;

  /** Throws `StaleClaimError` when another worker has recorded meanwhile, or ended the job; nothing is then written. */
  record(write: LifecycleWrite): Promise<void>;
}
