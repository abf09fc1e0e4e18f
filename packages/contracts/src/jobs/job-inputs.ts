import type { SetLeadStatusBody } from '../leads/set-lead-status.js';
import type { UpdateOpportunityBody } from '../opportunities/update-opportunity.js';
import type { ConvertLeadBody } from '../prospects/convert-lead.js';
import type { SetProspectStatusBody } from '../prospects/set-prospect-status.js';
import type { ImportOptions, SingleImportOptions } from '../sync/import-lead.js';
import type { PlannedOutcome } from '../sync/import-plan.js';
import type { BatchOptions } from '../sync/import-leads.js';
import type { IfChanged } from './commit-job.js';

export interface ImportLeadInput {
  /** The name of a configured source. */
  readonly source: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: SingleImportOptions;
  /** Only for the commit of a dry run. */
  readonly if_changed?: IfChanged;
  readonly planned?: PlannedOutcome;
}

/** The input of a bulk import; its leads are stored as rows. */
export interface ImportLeadsInput {
  readonly source: string;
  readonly options: ImportOptions;
  readonly batch_options: BatchOptions;
  /** Only for the commit of a dry run; its plans are stored with the rows. */
  readonly if_changed?: IfChanged;
}

export type LeadStatusInput = SetLeadStatusBody & { readonly lead_id: number };
export type ConversionInput = ConvertLeadBody & { readonly lead_id: number };
export type ProspectStatusInput = SetProspectStatusBody & { readonly prospect_id: number };
export type OpportunityUpdateInput = UpdateOpportunityBody & { readonly opportunity_id: number };

/** Changes of tickets that the PSA has reported. */
export interface TicketSyncInput {
  readonly notifications: readonly {
    readonly ticketId: number;
    /** As they were received. */
    readonly changes: Readonly<Record<string, unknown>>;
    /**
     * True if the PSA did not report what has changed: `changes` are empty, and the ticket is compared with
     * the record.
     */
    readonly isUntold?: boolean;
    /**
     * True if the record was requested to follow the ticket even in a transition that the lifecycle does not
     * allow.
     */
    readonly isForced?: boolean;
  }[];
  /** True if they were sent as an array; the response is then an array too. */
  readonly isList: boolean;
}
