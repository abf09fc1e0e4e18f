/**
 * The types that every rule of the domain reads and writes. Custom fields are identified by the PSA's numbers
 * (specification, "Lead custom fields"); `CF_106` in a document is `106` here.
 */

export type CustomFieldValue = string | number | boolean;

/** Custom field values by the PSA's number; a missing number means that the source has no value. */
export type CustomFieldValues = Readonly<Partial<Record<number, CustomFieldValue>>>;

/** How a source's payload is read: in the provider's own format or the flat one, or only in the flat one. */
export type ProviderKind =
  | 'provider_a'
  | 'provider_b'
  | 'provider_c'
  | 'cognism'
  | 'lusha'
  | 'hubspot'
  | 'flat';

export interface LeadSource {
  /** The name that requests use, for example `provider_a`, `manual` or `csv`. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** The label in category_2, in CF_101 and in the name of the source's list. */
  readonly label: string;
  /** Earlier labels, which existing tickets may still have. */
  readonly formerLabels?: readonly string[];
  readonly aliases: readonly string[];
  readonly enabled: boolean;
}

/** A person's company as named in a lead. */
export interface LeadCompany {
  readonly name: string | null;
  /** Host and path, without scheme and trailing slash. */
  readonly website: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/** One lead after reading and cleansing: the same format for every source. */
export interface Lead {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Trimmed and lower-cased; never malformed. */
  readonly email: string | null;
  /** Further addresses that the source wrote beside it; only an opt-out looks at them. */
  readonly otherEmails?: readonly string[];
  readonly jobTitle: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** Further numbers of the person's own; only an opt-out looks at them. */
  readonly otherPhones?: readonly string[];
  readonly linkedinUrl: string | null;
  readonly company: LeadCompany;
  readonly industry: string | null;
  /** Number of employees. */
  readonly headcount: number | null;
  /** The source's own opt-out flag; equals CF_105. */
  readonly doNotContact: boolean;
  /** CF_101 to CF_113. */
  readonly customFields: CustomFieldValues;
  /** The custom fields whose values are concluded from a number of employees, and not the source's own. */
  readonly derivedFields?: readonly number[];
  /** Research texts that have no custom field of their own; they become part of the ticket's details. */
  readonly research: {
    readonly publicResearch: string | null;
    readonly newsArticles: string | null;
    readonly initialNotes: string | null;
  };
  /** The email verification status, if the source sent one. */
  readonly emailVerification: string | null;
}

/** One error of an input, by dotted path (`data.email`). */
export interface FieldFault {
  readonly field: string;
  readonly value: unknown;
  readonly message: string;
  readonly suggestion?: string;
}

export interface TicketSnapshot {
  readonly id: number;
  /** 1 = Lead, 2 = Prospect. */
  readonly tickettypeId: number;
  readonly statusId: number;
  readonly summary: string;
  readonly clientId: number | null;
  readonly siteId: number | null;
  readonly userId: number | null;
  /** The contact's email, lower-cased, if known. */
  readonly email: string | null;
  readonly userName: string | null;
  readonly clientName: string | null;
  /** The agent (id or name) who last changed the ticket, if the PSA reports it. */
  readonly lastUpdatedBy: string | number | null;
  readonly customFields: Readonly<Partial<Record<number, CustomFieldValue | null>>>;
  /** True for a row of a list without custom fields, although the ticket may have them. */
  readonly lacksCustomFields?: true;
  /** The value of CF_105, if such a row includes it. */
  readonly doNotContact?: boolean;
  /** Only if the ticket was read individually, from a PSA that returns the details. */
  readonly details?: string;
  /** True if the PSA reports that it was closed once; its status may be an early one again. */
  readonly wasClosed?: true;
  /** The key that the service gave the ticket to find it by, if the PSA stores one. */
  readonly ownKey?: string;
  /** True for a row that cannot contain an email: the email of the contact counts. */
  readonly lacksEmail?: true;
  /** Further addresses of the contact, lower-cased: the ticket belongs to a person with any of them. */
  readonly otherEmails?: readonly string[];
  /** Missing if the PSA does not report it, and for a ticket that the service has changed since. */
  readonly stamp?: TicketStamp;
}

/** By the PSA's own clock: only comparable with earlier values for the same ticket. */
export interface TicketStamp {
  readonly changedAt: string;
  /** When a person last added a note or another action; null if the PSA does not report it. */
  readonly actedAt: string | null;
}

/** The facts that a ticket's contact adds about its person. */
export interface TicketContact {
  /** Lower-cased. */
  readonly email: string | null;
  /** Further addresses, lower-cased, if the PSA stores several. */
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
