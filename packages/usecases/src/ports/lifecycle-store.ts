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

export interface Transition {
  /** The kind of the record that left `from`; one that became another kind is identified by its state. */
  readonly kind: RecordKind;
  readonly recordId: number;
  readonly leadId: number;
  readonly source: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly secondsInFrom: number;
}

/** The changes to an existing record. Omitted fields keep their values. */
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

/** Everything that one lifecycle step has to record, written in one transaction. */
export interface LifecycleWrite {
  /** The fence of the claim on the lead. */
  readonly fence: number;
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
  /** Follow-up jobs, stored together with the change that causes them. */
  readonly newJobs?: readonly NewJob[];
  /** The end of the job that this write completes. */
  readonly end?: JobEnd;
}

/** The changes that an unfinished job is about to write to the PSA for a lead. */
export interface LifecycleIntent {
  readonly jobId: string;
  readonly leadId: number;
  /** The states that the PSA is about to show; a job with several steps appends to them. */
  readonly to: readonly string[];
  /** The PSA's status of the ticket before the first write, where the job gives it another. */
  readonly shownStatusId?: number;
}

export interface LifecycleStore
  extends Pick<RecordReader, 'findLead' | 'findProspect' | 'findOpportunity'>, ClaimStore {
  /** Oldest first: a ticket has several where it was found for leads that no key has shown to be one. */
  findLeadsByTicket(psaTicketId: number): Promise<readonly LeadRecord[]>;
  reserveId(kind: 'prospect' | 'opportunity'): Promise<number>;

  /**
   * Called before the first write to the PSA. False if an earlier run of the job already saved the intent:
   * the PSA may then contain any part of the work, and each create must be looked up before it is repeated.
   */
  beginIntent(intent: LifecycleIntent & { readonly at: string }): Promise<boolean>;
  /** What the job has saved: all of its states, and `shownStatusId` as it was first saved. */
  intentOf(jobId: string): Promise<Pick<LifecycleIntent, 'to' | 'shownStatusId'>>;
  /** The states into which unfinished jobs are about to move a lead, its prospect or its opportunity. */
  intendedStates(leadId: number): Promise<ReadonlySet<string>>;
  /** Returns the reference in effect: that of the first attempt to promote the prospect. */
  beginPromotion(prospectId: number, reference: string): Promise<string>;
  /** Whether an opportunity of the PSA with this contact already belongs to one of our records. */
  knowsPsaOpportunity(psaOpportunityId: number, psaUserId: number | null): Promise<boolean>;

  /** @throws StaleClaimError, with nothing written, if another worker recorded the step or ended the job */
  record(write: LifecycleWrite): Promise<void>;
}
