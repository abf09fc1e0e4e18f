/**
 * The shapes that every rule of the domain reads and writes. Identifiers of custom fields are the PSA's
 * numbers (specification, "Lead custom fields"); `CF_106` in a document is `106` here.
 */

/** A value as the PSA stores it in a custom field. */
export type CustomFieldValue = string | number | boolean;

/** Custom field values by the PSA's number; a missing number means that the source had nothing to say. */
export type CustomFieldValues = Readonly<Partial<Record<number, CustomFieldValue>>>;

/** How a source's payload is read: the provider's own form beside the flat one, or the flat form alone. */
export type ProviderKind =
  'provider_a' | 'provider_b' | 'provider_c' | 'cognism' | 'lusha' | 'hubspot' | 'flat';

/** A source that leads may come from, as configured. */
export interface LeadSource {
  /** The name that requests use, for example `provider_a`, `manual` or `csv`. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** The label in category_2, in CF_101 and in the name of the source's list. */
  readonly label: string;
  /** Labels that earlier tickets of it bear. */
  readonly formerLabels?: readonly string[];
  readonly aliases: readonly string[];
  readonly enabled: boolean;
}

/** A person's company as a lead names it. */
export interface LeadCompany {
  readonly name: string | null;
  /** Host and path, without scheme and trailing slash. */
  readonly website: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/** One lead after reading and cleansing: the same shape from every source. */
export interface Lead {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Trimmed and lower-cased; never malformed. */
  readonly email: string | null;
  readonly jobTitle: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly linkedinUrl: string | null;
  readonly company: LeadCompany;
  readonly industry: string | null;
  /** Number of employees. */
  readonly headcount: number | null;
  /** The source's own opt-out flag; equals CF_105. */
  readonly doNotContact: boolean;
  /** CF_101 to CF_113. */
  readonly customFields: CustomFieldValues;
  /** Research texts that have no custom field of their own; they go into the ticket's details. */
  readonly research: {
    readonly publicResearch: string | null;
    readonly newsArticles: string | null;
    readonly initialNotes: string | null;
  };
  /** An email verification status where the source gave one. */
  readonly emailVerification: string | null;
}

/** One fault of an input, by dotted path (`data.email`). */
export interface FieldFault {
  readonly field: string;
  readonly value: unknown;
  readonly message: string;
  readonly suggestion?: string;
}

/** A ticket of the PSA as the import rules see it. */
export interface TicketSnapshot {
  readonly id: number;
  /** 1 = Lead, 2 = Prospect. */
  readonly tickettypeId: number;
  readonly statusId: number;
  readonly summary: string;
  readonly clientId: number | null;
  readonly siteId: number | null;
  readonly userId: number | null;
  /** The contact's email, lower-cased, where known. */
  readonly email: string | null;
  readonly userName: string | null;
  readonly clientName: string | null;
  /** The agent (id or name) who last changed the ticket, where the PSA tells. */
  readonly lastUpdatedBy: string | number | null;
  readonly customFields: Readonly<Partial<Record<number, CustomFieldValue | null>>>;
  /** True for a row that shows no custom fields at all, as in lists of some PSAs: the ticket may have them all the same. */
  readonly lacksCustomFields?: true;
  /** What such a row says of CF_105 all the same. */
  readonly doNotContact?: boolean;
  /** Where the ticket was read by itself, from a PSA that tells them. */
  readonly details?: string;
  /** True for a ticket that the PSA reports as closed at some time: its current status may be an early one again. */
  readonly wasClosed?: true;
  /** The key that the service gave the ticket to find it by, where the PSA keeps one. */
  readonly ownKey?: string;
  /** True for a row that has no place for an email at all: the email of the contact counts. */
  readonly lacksEmail?: true;
  /** Further addresses of the contact, lower-cased: the ticket is that of whoever has any of them. */
  readonly otherEmails?: readonly string[];
  /** Absent where the PSA does not tell, and for a ticket that the service has changed since. */
  readonly stamp?: TicketStamp;
}

/** When a ticket was changed last, by the PSA's own clock: to be compared with what it said before, and with nothing else. */
export interface TicketStamp {
  readonly changedAt: string;
  /** When somebody wrote a note or did anything else about it; null where the PSA does not tell. */
  readonly actedAt: string | null;
}

/** What the contact of a ticket tells of the person whom it is about. */
export interface TicketContact {
  /** Lower-cased. */
  readonly email: string | null;
  /** Further addresses, lower-cased, where the PSA keeps several. */
  readonly otherEmails?: readonly string[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly clientName: string | null;
}

/** The contact fields of a ticket's user that the smart update may change. */
export interface ContactSnapshot {
  readonly phonenumber: string | null;
  readonly linkedinUrl: string | null;
}
