import type { JobRowView } from '@leadbridge/contracts';
import { findSource, personInPayload } from '@leadbridge/domain';
import type { JobRecord, JobRow } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

/** Says whose row it is, as far as that is known. */
export type PersonOfRow = (row: JobRow) => Pick<JobRowView, 'name' | 'company'>;

/** Tells a person whose row it is, if it has its data and its source is still configured. */
export function rowPersonOf(record: JobRecord, services: Pick<ApiServices, 'settings'>): PersonOfRow {
  const { sources, defaultCountry } = services.settings.current();
  const { source: name } = record.input;
  const source = record.type === 'bulk_import' && typeof name === 'string' ? findSource(sources, name) : null;
  return ({ data }) => {
    if (source === null || data === undefined || data === null) {
      return {};
    }
    const { name: person, company } = personInPayload(source, data, { defaultCountry });
    return { ...(person === null ? {} : { name: person }), ...(company === null ? {} : { company }) };
  };
}
