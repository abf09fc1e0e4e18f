import { managementLevel } from '../management-level.js';
import { formsOf, type ValueForms } from './value-forms.js';
import { entries, first, isPayload, own, text, type Payload } from './payload.js';

const SOURCES_SHOWN = 10;

export const FORMS_OF_EMAIL: ValueForms = {
  sources: { list: formsOf('text', ['uri', 'domain', 'last_seen_on']) },
  verification: { object: { status: 'text' } },
  ...formsOf('text', ['verification_status', 'last_seen']),
};

/** CF_109 from the position, else from the provider's seniority. */
export function levelOf(position: string | null, seniority: string | null): string | null {
  if (position !== null) return managementLevel(position);
  return seniority?.toLowerCase() === 'executive' ? 'C-Suite' : managementLevel(seniority);
}

/** Where the address was found: the pages, else their domains. */
export function sourcesOf(address: Payload): string[] {
  const found = entries(own(address, 'sources')).map((source) =>
    isPayload(source) ? text(first(source, 'uri', 'domain'), 300) : text(source, 300),
  );
  return [...new Set(found.filter((source) => source !== null))].slice(0, SOURCES_SHOWN);
}

/** The latest date of all sources. Dates are ISO 8601, so the greatest text is the latest. */
export function lastSeen(address: Payload): string | null {
  const dates = entries(own(address, 'sources')).map((source) =>
    isPayload(source) ? text(own(source, 'last_seen_on')) : null,
  );
  const latest = dates
    .filter((date) => date !== null)
    .sort()
    .at(-1);
  return latest ?? text(own(address, 'last_seen'));
}
