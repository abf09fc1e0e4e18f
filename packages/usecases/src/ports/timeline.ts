import type { CallView, Camelized, PageQuery } from '@leadbridge/contracts';
import type { FieldChange, RecordKind } from '@leadbridge/domain';

import type { Page } from './page.js';
import type { CompanyMatch } from './row-outcome.js';
import type { Suppression } from './suppression.js';

/** What an import did to a lead. Very long field values are truncated. */
export interface ImportEntry {
  readonly kind: 'import';
  readonly jobId: string;
  readonly index: number;
  /** As a spreadsheet shows it; missing in entries of earlier releases. */
  readonly row?: number;
  readonly source: string;
  readonly result: 'created' | 'updated' | 'skipped' | 'preserved' | 'failed';
  /** Why it was skipped or preserved, or the error code. */
  readonly reason: string | null;
  readonly psaTicketId: number | null;
  /** By field name as in API responses: `phonenumber`, `CF_106`. */
  readonly changes: Readonly<Record<string, FieldChange>>;
  readonly fieldsPreserved: readonly string[];
  readonly manualWorkDetected: boolean;
  /** Missing in entries of earlier releases, and if no client was looked for. */
  readonly companyMatch?: CompanyMatch;
}

export interface UndoEntry {
  readonly kind: 'undo';
  readonly jobId: string;
  readonly parentJobId: string;
  readonly result: string;
  readonly reason: string | null;
  readonly fieldsRestored: readonly string[];
  readonly fieldsKept: readonly string[];
}

/** Entries stored only for the timeline; all other entries are derived from records of their own. */
export type NewTimelineEntry = (ImportEntry | UndoEntry) & {
  readonly leadId: number;
  readonly at: string;
};

export interface EventDelivery {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly status: string;
  /** ISO 8601; when it ended. Null while it is pending. */
  readonly at: string | null;
  readonly attemptCount: number;
}

type TimelineFacts =
  | ImportEntry
  | UndoEntry
  | {
      readonly kind: 'status';
      readonly record: RecordKind;
      /** Null for the first status of the record. */
      readonly from: string | null;
      readonly to: string;
      readonly by: string;
      readonly reason: string | null;
      /** False for a transition in the PSA that the lifecycle does not permit and the record did not follow. */
      readonly isFollowed: boolean;
    }
  | {
      readonly kind: 'conversion';
      /** The record that the lead became. */
      readonly record: 'prospect' | 'opportunity';
      readonly recordId: number;
      readonly by: string;
    }
  | (Pick<Camelized<CallView>, 'callId' | 'direction' | 'agent' | 'outcome' | 'durationSeconds'> & {
      readonly kind: 'call';
      readonly by: string;
    })
  | (Pick<Suppression, 'suppressionId' | 'origin' | 'reason' | 'status'> & {
      readonly kind: 'opt_out';
      readonly by: string;
    })
  | { readonly kind: 'note'; readonly record: RecordKind; readonly text: string; readonly by: string }
  | {
      readonly kind: 'event';
      readonly eventId: string;
      readonly eventType: string;
      readonly deliveries: readonly EventDelivery[];
    };

/** One event in the history of a lead or of a record that it became. */
export type TimelineEntry = TimelineFacts & {
  /** Unique in the lead's timeline. */
  readonly entryId: string;
  readonly at: string;
};

export interface TimelineReader {
  /** Newest first. No entry expires. */
  timeline(leadId: number, query: PageQuery): Promise<Page<TimelineEntry>>;
}
