import { EMPLOYEE_RANGES, REVENUE_RANGES } from './company-size.js';
import { LEAD_SOURCE_FIELD } from './custom-fields.js';
import { DEPARTMENTS } from './department.js';
import { MANAGEMENT_LEVELS } from './management-level.js';

const OPTIONS: Readonly<Partial<Record<number, readonly string[]>>> = {
  107: REVENUE_RANGES,
  108: EMPLOYEE_RANGES,
  109: MANAGEMENT_LEVELS,
  110: DEPARTMENTS,
};

/**
 * The options that a dropdown of the PSA must have; empty for a field that is not a dropdown.
 *
 * @param sourceLabels the labels of the lead sources, which are the options of CF_101
 */
export function customFieldOptions(id: number, sourceLabels: readonly string[]): readonly string[] {
  return id === LEAD_SOURCE_FIELD ? sourceLabels : (OPTIONS[id] ?? []);
}
