import type { ValidateLeadResponse } from '@leadbridge/contracts';
import type { LeadVerdict } from '@leadbridge/usecases';

/** The reasons for a rejection are among the warnings, in the import's own words. */
export function presentVerdict({ failure, warnings, advice }: LeadVerdict): ValidateLeadResponse {
  if (failure === null) {
    return { valid: true, warnings, suggestions: advice };
  }
  const { code, error, faults = [], suggestion } = failure;
  return {
    valid: false,
    warnings: faults.length === 0 ? [error] : faults.map(({ message }) => message),
    suggestions: suggestion === undefined ? [] : [suggestion],
    code,
    ...(faults.length === 0 ? {} : { errors: faults }),
  };
}
