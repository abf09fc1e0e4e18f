import { toPsaCustomFields } from './custom-fields.js';
import type { CustomFieldValue } from './model.js';
import { qualificationFields, type QualificationData } from './qualification.js';

/** What turns a lead's ticket into a prospect's, except for its status. */
export interface NewProspectTicket {
  readonly tickettype_id: 2;
  readonly category_1: 'Prospect';
  /** The known values of CF_201 to CF_206. */
  readonly customfields: readonly { readonly id: number; readonly value: CustomFieldValue }[];
}

/** The changes to a ticket by which a lead becomes a prospect (specification, "PSA request conventions"). */
export function newProspectTicket(qualification: QualificationData): NewProspectTicket {
  return {
    tickettype_id: 2,
    category_1: 'Prospect',
    customfields: toPsaCustomFields(qualificationFields(qualification)),
  };
}
