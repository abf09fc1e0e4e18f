import { customFieldName, DO_NOT_CONTACT_FIELD, type FieldStates, type Lead } from '@leadbridge/domain';

const field = customFieldName(DO_NOT_CONTACT_FIELD);
/** Who set CF_105 of a lead that no source has flagged. */
const optOut = 'opt_out';

/** A lead with CF_105 as its ticket has it: set for a person who has opted out, whoever said so. */
export function markedLead(lead: Lead, doNotContact: boolean): Lead {
  return doNotContact && lead.customFields[DO_NOT_CONTACT_FIELD] !== true
    ? { ...lead, doNotContact, customFields: { ...lead.customFields, [DO_NOT_CONTACT_FIELD]: true } }
    : lead;
}

/** The same for the states of its fields. */
export function markedStates(states: FieldStates, doNotContact: boolean): FieldStates {
  const state = states[field];
  return doNotContact && state?.value !== true
    ? {
        ...states,
        [field]: { value: true, source: optOut, at: null, jobId: null, notTaken: state?.notTaken ?? [] },
      }
    : states;
}
