/** The rules of the specification as pure functions: no I/O, no clock, no environment, no randomness. */
export * from './model.js';
export { isOfAnother } from './another-person.js';
export { beginningOf, type Beginning } from './beginning.js';

export { isCalendarDate } from './calendar-date.js';
export { foldCase, lettersAndDigits } from './comparison-form.js';
export { countOf } from './counted-rows.js';
export { isPhoneCountry, readPhone } from './cleansing/phone.js';
export { cleanEmail, readAddresses } from './cleansing/email.js';
export { cleanCompanyName } from './cleansing/company-name.js';
export { LIMITS } from './cleansing/limits.js';
export { withoutEntities } from './cleansing/entities.js';
export { hasInvisible } from './cleansing/invisible.js';
export { cleanBlock, cleanLine, clip } from './cleansing/text.js';
export { companyKey } from './company-key.js';
export { domainOfEmail, domainOfWebsite, domainsOfLead } from './company-domain.js';
export * from './company-match.js';
export { standInCompanyName } from './stand-in-company.js';
export { findList, listKey } from './list-key.js';
export { companySize } from './company-size.js';
export { customFieldOptions } from './custom-field-options.js';
export {
  customFieldName,
  customFields,
  DO_NOT_CONTACT_FIELD,
  LEAD_SOURCE_FIELD,
  toPsaCustomFields,
} from './custom-fields.js';
export type { CustomField, PrecedenceGroup, SmartUpdateRule } from './custom-fields.js';
export {
  contactKeys,
  dedupeKey,
  distinctEmails,
  duplicateMessage,
  emailKey,
  INSUFFICIENT_DATA,
  isSameEmail,
  namesInSummary,
  ownTicketKey,
  ticketKeys,
  silentContact,
  completedTicket,
  withContact,
} from './dedupe-key.js';
export type { DedupeKey, DedupeKeyKind, KeyFields } from './dedupe-key.js';
export { derivedStates, fieldStates, notTakenRules } from './field-states.js';
export type { FieldState, FieldStates, NotTaken, NotTakenRule } from './field-states.js';
export { parseFlag } from './flag.js';
export { ownPage } from './own-page.js';
export {
  decideImport,
  IMPORT_REASONS,
  isEarlyStatus,
  isPastEarlyStage,
  isManualWork,
} from './import-decision.js';
export type { ImportDecision, ImportFacts } from './import-decision.js';
export {
  allowedStatuses,
  checkTransition,
  INITIAL_STATUS,
  isStatus,
  isTerminal,
  promotionFrom,
  PSA_STATUS_IDS,
  STATUSES,
  statusName,
  UNDONE,
  UNDONE_SHOWS,
  type LeadStatus,
  type OpportunityStatus,
  type ProspectStatus,
  type RecordKind,
  type Status,
  type Transition,
  type TransitionCheck,
  type TransitionCondition,
  type TransitionEffect,
} from './lifecycle.js';
export { isCutForm, isStoredForm, storedForm } from './psa-stored-form.js';
export { leadAdvice } from './lead-advice.js';
export { leadColumns, leadOfCells, REPORT_COLUMNS, unknownColumns } from './lead-table.js';
export { industries } from './industry.js';
export { assignLists, defaultListNames, type ListFacts, type ListNames } from './list-assignment.js';
export { newClient, newUser, type NewClient, type NewUser } from './new-contact.js';
export * from './new-opportunity.js';
export { newProspectTicket, type NewProspectTicket } from './new-prospect.js';
export { newTicket, personName, type NewTicket } from './new-ticket.js';
export {
  decideListed,
  listedName,
  OPT_OUT_FIELDS,
  optOutField,
  readListedOptOut,
  traitsOfListed,
} from './opt-out-list.js';
export type { DecidedList, ListedOptOut, OptOutField } from './opt-out-list.js';
export { readOptOutPerson } from './opt-out-person.js';
export { domainKey, domainKeysOf, readOptOutDomain, withDomainTexts } from './opt-out-domain.js';
export { missingForOpportunity, opportunityFields, type OpportunityData } from './opportunity.js';
export * from './person-keys.js';
export { isPlainObject, mapParts } from './person/map-parts.js';
export { ERASED, mentionsOf, type Mentions } from './person/mentions.js';
export {
  addTraits,
  countPersons,
  isPerson,
  keysOfPerson,
  keysOfTraits,
  NOBODY,
  personTraits,
  traitsOfKeys,
  traitsWithEach,
} from './person/person.js';
export type { Person, PersonTraits } from './person/person.js';
export { mergeSources, type FieldOrigin, type MergedLead, type SourceData } from './precedence.js';
export { type ReadSettings } from './providers/read-phones.js';
export { FIELD_NAMES, FLAT_FIELDS, type FlatField } from './providers/field-names.js';
export { flatField } from './providers/find-field.js';
export { FOREIGN_FIELD_NAMES } from './providers/foreign-field-names.js';
export {
  decisionMakerText,
  mergeQualification,
  missingForConversion,
  NO_QUALIFICATION,
  qualificationFacts,
  qualificationFieldOf,
  qualificationFields,
  qualificationFromFields,
  qualifiedFaults,
  unmetCriteria,
  type QualificationData,
} from './qualification.js';
export { saysConsent } from './providers/opt-out-flags.js';
export { qualityScore } from './quality-score.js';
export * from './read-payload.js';
export * from './reconciliation.js';
export { searchedTerms, searchTerms } from './search-terms.js';
export type { ContactChange, FieldChange, KeepRule, KeptField } from './smart-update.js';
export { defaultSources, findSource, findSourceByLabel, isOwnInput } from './source-catalog.js';
export { parseSuppressionKey, suppressionKeyText } from './suppression-key.js';
export type { SuppressionKey, SuppressionKeyKind } from './suppression-key.js';
export { reopenNote, updateNote, type UpdateNote } from './update-note.js';
export * from './undo.js';
