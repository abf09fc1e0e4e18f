import { findSource, isPerson, mentionsOf, personTraits, readPayload } from '@leadbridge/domain';
import type { Mentions, PersonTraits } from '@leadbridge/domain';

import type { Erasure } from '../ports/erasure.js';
import type { ErasureDependencies } from './erasure-dependencies.js';

export interface RowMatcher extends Mentions {
  /** Whether a row of an import, as sent, is about the person. */
  readonly isTheirRow: (source: string, data: unknown) => boolean;
}

/**
 * Matches a person's rows as an import would: by the lead parsed from a row, always by the import's own
 * reader, because only that knows which texts it reads as the person. A row without a parseable lead is
 * matched by its content.
 */
export function createRowMatcher(
  { person, companyKeys }: Pick<Erasure, 'person' | 'companyKeys'>,
  settings: ErasureDependencies['settings'],
): RowMatcher {
  const mentions = mentionsOf(person, companyKeys);
  return {
    ...mentions,
    isTheirRow(source, data) {
      if (data === null || data === undefined) {
        return false;
      }
      const traits = traitsOfRow(source, data, settings());
      return traits === null ? mentions.inPayload(data) : isPerson(person, traits);
    },
  };
}

/** What a row says about its person; null if no lead with a key can be parsed from it. */
export function traitsOfRow(
  source: string,
  data: unknown,
  { sources, ...rest }: ReturnType<ErasureDependencies['settings']>,
): PersonTraits | null {
  const known = findSource(sources, source);
  const read = known === null ? null : readPayload(known, data, rest);
  if (read?.ok !== true) {
    return null;
  }
  const traits = personTraits(read.lead);
  const isKeyed = traits.email !== null || traits.companyPerson !== null || traits.phone !== null;
  return isKeyed ? traits : null;
}
