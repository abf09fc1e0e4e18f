import type { CallDirection, OptOutOrigin, PageQuery, SuppressionStatus } from '@leadbridge/contracts';
import type { FieldChange } from '@leadbridge/domain';

import type { Page } from './page.js';

/** What an import did with a lead. Values of fields that are very long are cut. */
export interface ImportEntry {
  readonly kind: 'import';
  readonly jobId: string;
  readonly index: number;
  readonly source: string;
  readonly result: 'created' | 'updated' | 'skipped' | 'preserved' | 'failed';
  /** Why it was skipped or preserved, or the fault's code. */
  readonly reason: string | null;
  readonly psaTicketId: number | null;
  /** By the names of answers: `phonenumber`, `CF_106`. */
  readonly changes: Readonly<Record<string, FieldChange>>;
  readonly fieldsPreserved: readonly string[];
  readonly manualWorkDetected: boolean;
}

/** What the undo of an import did with a lead. */
export interface UndoEntry {
  readonly kind: 'undo';
  readonly jobId: string;
  /** The job that was undone. */
  readonly parentJobId: string;
  readonly result: string;
  readonly reason: string | null;
  readonly fieldsRestored: readonly string[];
  readonly fieldsKept: readonly string[];
}

/** What is written down for the timeline by itself: everything else that it tells of has a record of its own. */
export type NewTimelineEntry = (ImportEntry | UndoEntry) & {
  readonly leadId: number;
  /** ISO 8601. */
  readonly at: string;
};

/** What became of an event at one webhook. */
export interface EventDelivery {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly status: string;
  /** ISO 8601: when it ended; null while it is pending. */
  readonly at: string | null;
  readonly attemptCount: number;
}

type LifecycleKind = 'lead' | 'prospect' | 'opportunity';

type TimelineFacts =
  | ImportEntry
  | UndoEntry
  | {
      readonly kind: 'status';
      readonly record: LifecycleKind;
      /** Null where the record began. */
      readonly from: string | null;
      readonly to: string;
      readonly by: string;
      readonly reason: string | null;
      /** False for a transition in the PSA that the lifecycle does not allow and the record did not follow. */
      readonly isFollowed: boolean;
    }
  | {
      readonly kind: 'conversion';
      /** What the lead became. */
      readonly record: 'prospect' | 'opportunity';
      readonly recordId: number;
      readonly by: string;
    }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly direction: CallDirection;
      readonly agent: string | null;
      readonly outcome: string | null;
      readonly durationSeconds: number | null;
      readonly by: string;
    }
  | {
      readonly kind: 'opt_out';
      readonly suppressionId: string;
      readonly origin: OptOutOrigin;
      readonly reason: string;
      readonly status: SuppressionStatus;
      readonly by: string;
    }
  | { readonly kind: 'note'; readonly record: LifecycleKind; readonly text: string; readonly by: string }
  | {
      readonly kind: 'event';
      readonly eventId: string;
      readonly eventType: string;
      readonly deliveries: readonly EventDelivery[];
    };

/** One thing that happened to a lead or to what it became. */
export type TimelineEntry = TimelineFacts & {
  /** Unique in the lead's timeline. */
  readonly entryId: string;
  /** ISO 8601. */
  readonly at: string;
};

export interface TimelineReader {
  /** The newest first. Nothing of it expires. */
  timeline(leadId: number, query: PageQuery): Promise<Page<TimelineEntry>>;
}
