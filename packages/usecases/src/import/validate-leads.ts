import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { leadAdvice, type LeadSource } from '@leadbridge/domain';

import type { FailedOutcome } from '../ports/import-store.js';
import type { ImportSettings } from './batch.js';
import { externalIdInUse } from './external-ids.js';
import type { ReadRow } from './import-row-state.js';
import { duplicateOf, readRow } from './stages/clean.js';

/** What an import would say of a lead. */
export interface LeadVerdict {
  /** Why the import would reject the lead; null where it would take it. */
  readonly failure: FailedOutcome | null;
  /** Those of the import. */
  readonly warnings: readonly string[];
  /** What would make the lead better. */
  readonly advice: readonly string[];
}

export interface ValidationRequest {
  readonly source: LeadSource;
  /** As the rows of one import; what is no object is a lead that is rejected. */
  readonly leads: readonly unknown[];
  readonly strict: boolean;
}

const leadsPerSlice = 50;

/** Says of each lead what an import of the same rows would say, by the import's own reading; stores nothing and asks nobody. */
export async function validateLeads(
  { source, leads, strict }: ValidationRequest,
  settings: Pick<ImportSettings, 'defaultCountry'>,
): Promise<readonly LeadVerdict[]> {
  const seen = new Map<string, number>();
  const holders = new Map<string, number>();
  const verdicts: LeadVerdict[] = [];
  for (const [index, data] of leads.entries()) {
    const read = readRow({ source, data, options: { strict } }, settings);
    const failure =
      'status' in read ? read : (duplicateOf(read, index, seen) ?? otherHolder(read, index, holders));
    verdicts.push(
      'status' in read || failure !== null
        ? { failure, warnings: [], advice: [] }
        : { failure: null, warnings: read.warnings, advice: leadAdvice(read.lead) },
    );
    if (verdicts.length % leadsPerSlice === 0) {
      await yieldToEventLoop();
    }
  }
  return verdicts;
}

/** Of the rows with one external id an import takes the first, and knows it as a lead when the next comes. */
function otherHolder(
  { externalId }: Pick<ReadRow, 'externalId'>,
  index: number,
  holders: Map<string, number>,
): FailedOutcome | null {
  if (externalId === null) {
    return null;
  }
  const first = holders.get(externalId) ?? index;
  holders.set(externalId, first);
  return first === index ? null : externalIdInUse(externalId, `row ${first} of this request`);
}
