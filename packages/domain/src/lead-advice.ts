import type { Lead } from './model.js';
import { personName } from './new-ticket.js';
import { qualityScore } from './quality-score.js';

/** What would improve a lead that can be imported as it is; empty if nothing is missing. */
export function leadAdvice(lead: Lead): readonly string[] {
  const hasName = personName(lead) !== null;
  const improvements: readonly (readonly [boolean, string])[] = [
    [!hasName, "Add the person's name"],
    [hasName && (lead.firstName === null || lead.lastName === null), 'Add both first and last name'],
    [lead.email === null, 'Add an email address'],
    [lead.company.name === null, "Add the company's name"],
    [lead.phone === null, 'Add a phone number with its country code'],
    [lead.jobTitle === null, 'Add a job title'],
    [lead.company.website === null, "Add the company's website"],
  ];
  const advice = improvements.flatMap(([applies, text]) => (applies ? text : []));
  return advice.length === 0 ? [] : [...advice, `The data quality score is ${qualityScore(lead)} of 100`];
}
