import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { leadAdvice, type LeadSource } from '@leadbridge/domain';

import type { FailedOutcome } from '../ports/import-store.js';
import type { RowPlace } from '../ports/row-outcome.js';
import type { ImportSettings } from './batch.js';
import { externalIdInUse, duplicateOf, readRow } from './read/index.js';
import type { ReadRow } from './import-row-state.js';

export interface LeadVerdict {
  /** Why the import would reject the lead; null if it would accept it. */
  readonly failure: FailedOutcome | null;
  /** The warnings of the import. */
  readonly warnings: readonly string[];
  /** Suggestions to improve the lead. */
  readonly advice: readonly string[];
}

export interface ValidationRequest {
  readonly source: LeadSource;
  /** The rows of one import. A lead that is not an object is rejected. */
  readonly leads: readonly unknown[];
  readonly strict: boolean;
}

const leadsPerSlice = 50;

/**
 * Returns for each lead what an import of the same rows would report, using the import's own parser. Stores
 * nothing and sends no requests.
 */
export async function validateLeads(
  { source, leads, strict }: ValidationRequest,
  settings: Pick<ImportSettings, 'defaultCountry'>,
): Promise<readonly LeadVerdict[]> {
  const seen = new Map<string, RowPlace>();
  const holders = new Map<string, number>();
  const verdicts: LeadVerdict[] = [];
  for (const [index, data] of leads.entries()) {
    const read = readRow({ source, data, options: { strict } }, settings);
    const failure =
      'status' in read
        ? read
        : (duplicateOf(read, { index, row: index + 1 }, seen) ?? otherHolder(read, index, holders));
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

/** An import accepts the first row with an external id, and knows it for the next. */
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
  return first === index ? null : externalIdInUse(externalId, `row ${first + 1} of this request`);
}
