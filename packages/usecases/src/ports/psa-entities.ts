import type {
  ContactSnapshot,
  CustomFieldValue,
  NewClient,
  NewOpportunity,
  NewUser,
  TicketContact,
  TicketStamp,
} from '@leadbridge/domain';

/** `uncertain`: perhaps applied, the response was lost. `siteId`: of the site created with a new client. */
export type WriteResult =
  | {
      readonly ok: true;
      readonly id: number;
      readonly siteId?: number;
      /** For a ticket, if the PSA returns it with the write. */
      readonly stamp?: TicketStamp;
      /** For a list item, if the PSA shows that it was on the list before. */
      readonly wasThere?: true;
      /** Sentences that describe the data the PSA has no field for. */
      readonly warnings?: readonly string[];
    }
  | { readonly ok: false; readonly uncertain: boolean; readonly message: string };

export interface PsaClient {
  readonly id: number;
  readonly name: string;
  /** Missing if the PSA has none, or does not return it. */
  readonly website?: string;
}

export interface PsaSite {
  readonly id: number;
  readonly clientId: number;
  readonly name: string;
}

export interface PsaUser extends ContactSnapshot, TicketContact {
  readonly id: number;
  readonly clientId: number | null;
  readonly siteId: number | null;
  /** True for a contact that is deactivated in the PSA: its existing tickets count, but it gets no new ones. */
  readonly isInactive?: true;
  /** True for a list row that lacks some fields of the contact; reading the contact itself may return them. */
  readonly isPartial?: true;
}

export interface PsaAction {
  readonly id: number;
  readonly ticketId: number;
  readonly note: string;
}

export interface PsaList {
  readonly id: number;
  readonly name: string;
}

export interface PsaNamed {
  readonly id: number;
  readonly name: string;
}

export interface PsaOpportunity {
  readonly id: number;
  readonly summary: string;
  readonly clientId: number | null;
  readonly userId: number | null;
  /** Null or absent if the PSA does not return it. */
  readonly details?: string | null;
  /** Null or absent if the PSA does not return it. */
  readonly statusId?: number | null;
  readonly customFields: Readonly<Partial<Record<number, CustomFieldValue | null>>>;
}

export interface NewPsaClient extends NewClient {
  readonly notes?: string;
}

export interface NewPsaSite {
  readonly client_id: number;
  readonly name: string;
}

export interface NewPsaUser extends NewUser {
  readonly site_id: number;
  readonly client_id: number;
}

export interface PsaCustomField {
  readonly id: number;
  readonly value: CustomFieldValue;
}

export interface NewPsaTicket {
  /** Used to find the ticket again. Unique to the lead, and reveals nothing about the lead; see `ownKeyOf`. */
  readonly key: string;
  /** The names of the lists that it belongs on, for a PSA that adds a ticket to lists when it is created. */
  readonly lists: readonly string[];
  readonly client_id: number;
  readonly site_id?: number;
  readonly user_id: number;
  readonly tickettype_id: number;
  readonly summary: string;
  readonly details: string;
  readonly status_id: number;
  readonly priority_id: number;
  readonly category_1: string;
  readonly category_2: string;
  readonly customfields: readonly PsaCustomField[];
}

export interface TicketChanges {
  readonly tickettype_id?: number;
  readonly status_id?: number;
  readonly category_1?: string;
  readonly customfields?: readonly PsaCustomField[];
}

export interface TicketFields {
  readonly id: number;
  readonly customfields: readonly PsaCustomField[];
}

export type UserChanges = Pick<NewUser, 'phonenumber' | 'linkedin_url'>;

export interface NewPsaAction {
  readonly ticket_id: number;
  readonly outcome: string;
  readonly note: string;
  readonly hiddenfromuser: boolean;
}

export interface NewPsaListItem {
  readonly ticket_id: number;
  readonly added_by: string;
  readonly notes: string;
}

/** The sales data of an opportunity. `details` includes them too, for a PSA without fields for them. */
export interface PsaSalesData {
  readonly value: number | null;
  /** Percent. */
  readonly probability: number | null;
  /** ISO 8601 date. */
  readonly closeDate: string | null;
}

export interface PsaOpportunityContact {
  readonly name: string | null;
  readonly company: string | null;
  readonly email: string | null;
}

export interface NewPsaOpportunity extends NewOpportunity {
  readonly client_id: number | null;
  readonly user_id: number | null;
  readonly sales: PsaSalesData;
  readonly contact: PsaOpportunityContact;
}

export interface OpportunityChanges {
  readonly status_id?: number;
  readonly details?: string;
  readonly customfields?: readonly PsaCustomField[];
  /** Only the values that changed. */
  readonly sales?: Partial<PsaSalesData>;
}
