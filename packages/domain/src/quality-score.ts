import type { Lead } from './model.js';

/**
 * How complete a lead is, 0 to 100 (specification, "Data quality score"): email 30, phone 25, first and last
 * name 20, company name and website 15, job title 10. A cleansed lead has an email or a phone only if it is
 * valid.
 */
export function qualityScore(lead: Lead): number {
  const points =
    (lead.email === null ? 0 : 30) +
    (lead.phone === null ? 0 : 25) +
    (lead.firstName === null || lead.lastName === null ? 0 : 20) +
    (lead.company.name === null || lead.company.website === null ? 0 : 15) +
    (lead.jobTitle === null ? 0 : 10);
  return Math.min(points, 100);
}
