import { customFieldValues } from './custom-fields.js';
import type { CustomFieldValues, FieldFault } from './model.js';

/** An opportunity's own data; null if unknown. */
export interface OpportunityData {
  readonly value: number | null;
  readonly productsServices: string | null;
  /** Percent, 0 to 100. */
  readonly probability: number | null;
  /** `YYYY-MM-DD`. */
  readonly expectedCloseDate: string | null;
  readonly quotesProposals: string | null;
  readonly competitors: string | null;
  readonly winLossReason: string | null;
}

/** The errors of required fields that are missing (specification, "Opportunity"). */
export function missingForOpportunity(data: OpportunityData): FieldFault[] {
  const required: readonly (readonly [string, unknown, string])[] = [
    ['value', data.value, 'Opportunity value'],
    ['products_services', data.productsServices, 'Products/services'],
    ['probability', data.probability, 'Probability'],
    ['expected_close_date', data.expectedCloseDate, 'Expected close date'],
  ];
  return required
    .filter(([, value]) => value === null || (typeof value === 'string' && value.trim() === ''))
    .map(([field, value, title]) => ({ field, value, message: `${title} is required` }));
}

/** CF_301 to CF_304. */
export function opportunityFields(data: OpportunityData): CustomFieldValues {
  return customFieldValues({
    301: data.productsServices,
    302: data.quotesProposals,
    303: data.competitors,
    304: data.winLossReason,
  });
}
