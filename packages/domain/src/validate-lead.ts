import type { LeadSource } from './model.js';
import type { ReadSettings } from './providers/cleanse.js';
import { personName } from './new-ticket.js';
import { qualityScore } from './quality-score.js';
import { readPayload } from './read-payload.js';

/** The answer of `POST /validate/leads`. */
export interface LeadValidation {
  readonly valid: boolean;
  readonly warnings: readonly string[];
  readonly suggestions: readonly string[];
}

/**
 * Judges a lead before anything is imported. It is stricter than an import: the required fields of the specification's
 * lead table (person name, email, company name) must all be there and well-formed. Every reason for `valid: false` is
 * among the warnings; suggestions say what would make a good lead better.
 */
export function validateLead(source: LeadSource, data: unknown, settings: ReadSettings): LeadValidation {
  const read = readPayload(source, data, settings);
  if (!read.ok) {
    return {
      valid: false,
      warnings: read.faults.map((fault) => `${fault.field}: ${fault.message}`),
      suggestions: read.faults.flatMap((fault) => fault.suggestion ?? []),
    };
  }
  const { lead } = read;
  const missing = [
    personName(lead) === null ? 'Person name is required' : null,
    lead.email === null ? 'Email is required' : null,
    lead.company.name === null ? 'Company name is required' : null,
  ].filter((warning) => warning !== null);
  const improvements: readonly (readonly [boolean, string])[] = [
    [
      personName(lead) !== null && (lead.firstName === null || lead.lastName === null),
      'Add both first and last name',
    ],
    [lead.phone === null, 'Add a phone number with its country code'],
    [lead.jobTitle === null, 'Add a job title'],
    [lead.company.website === null, "Add the company's website"],
  ];
  const advice = improvements.flatMap(([applies, text]) => (applies ? text : []));
  const score = `The data quality score is ${qualityScore(lead)} of 100`;
  return {
    valid: missing.length === 0,
    warnings: [...missing, ...read.warnings],
    suggestions: [...advice, ...(advice.length === 0 ? [] : [score])],
  };
}
