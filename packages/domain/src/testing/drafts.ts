import { NO_RESEARCH, type LeadDraft } from '../providers/lead-draft.js';

/** A draft without any data; a test sets the fields it is about. */
export function aDraft(overrides: Partial<LeadDraft> = {}): LeadDraft {
  return {
    firstName: null,
    lastName: null,
    fullName: null,
    email: null,
    emailField: 'data.email',
    jobTitle: null,
    phones: [],
    companyPhones: [],
    linkedinUrl: null,
    companyName: null,
    website: null,
    industry: null,
    headcount: null,
    doNotContact: false,
    customFields: {},
    research: NO_RESEARCH,
    emailVerification: null,
    ...overrides,
  };
}
