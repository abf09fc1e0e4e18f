import type { ContactSnapshot, CustomFieldValues, SourceData, TicketSnapshot } from '@leadbridge/domain';

/**
 * The planned effect of a row, saved before the first write to the PSA. A worker that takes over after a
 * crash uses it to finish the same work: a ticket it finds was created by this row, and an update that was
 * already applied is still reported and noted.
 */
export type ImportIntent =
  | {
      readonly kind: 'create';
      readonly at: string;
      /** Tickets with the lead's key that already existed. None of them is the one to be created. */
      readonly stood?: readonly number[];
    }
  | {
      readonly kind: 'update';
      readonly at: string;
      readonly ticketId: number;
      readonly customFields: CustomFieldValues;
      readonly contact: { readonly phonenumber?: string; readonly linkedin_url?: string };
      readonly fieldsUpdated: readonly string[];
      readonly fieldsPreserved: readonly string[];
      readonly manualWorkDetected: boolean;
      readonly note: string;
      /** The state that an undo restores. Absent in intents of releases without undo. */
      readonly before?: BeforeUpdate;
    }
  /** Reopens the ticket of a lead whose import was undone. */
  | { readonly kind: 'reopen'; readonly at: string; readonly ticketId: number };

/** Undo restores it, and compares it to detect whether people have worked on the ticket since. */
export interface BeforeUpdate
  extends Pick<TicketSnapshot, 'statusId' | 'lastUpdatedBy' | 'customFields'>, Partial<ContactSnapshot> {
  /** The source's data in our record; null if the source had not sent any. */
  readonly source: SourceData | null;
}
