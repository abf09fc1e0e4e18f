import type { TicketSnapshot } from '@leadbridge/domain';

/** The data that a PSA leaves out of its tickets. */
export interface TicketFormOptions {
  /** Whether a ticket has no details even when it is read by itself. */
  readonly hidesDetails?: boolean;
  /** Whether tickets have no field for the email of their contact. */
  readonly hidesEmails?: boolean;
  /** Whether lists show tickets without their custom fields and last editor. */
  readonly listsHideFields?: boolean;
}

/** A ticket as a PSA returns it, read by itself and in a list. */
export function createTicketForms({ hidesDetails, hidesEmails, listsHideFields }: TicketFormOptions) {
  const shown = (ticket: TicketSnapshot): TicketSnapshot =>
    hidesEmails === true ? { ...ticket, email: null, lacksEmail: true } : ticket;
  const withoutDetails = ({ details: _details, ...ticket }: TicketSnapshot): TicketSnapshot => ticket;
  return {
    asSingle: (ticket: TicketSnapshot): TicketSnapshot =>
      hidesDetails === true ? withoutDetails(shown(ticket)) : shown(ticket),
    inList: (ticket: TicketSnapshot): TicketSnapshot => ({
      ...withoutDetails(shown(ticket)),
      ...(listsHideFields === true ? { customFields: {}, lastUpdatedBy: null, lacksCustomFields: true } : {}),
    }),
  };
}

export type TicketForms = ReturnType<typeof createTicketForms>;
