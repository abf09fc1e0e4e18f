import { findSource, type LeadSource } from '@leadbridge/domain';

import { fieldError } from '../http/field-error.js';
import type { ApiServices } from '../services.js';

/**
 * The configured source that a request names (decisions: "`source`").
 *
 * @throws AppError VALIDATION_ERROR if the source is unknown or disabled
 */
export function requestedSource(name: string, services: Pick<ApiServices, 'settings'>): LeadSource {
  const { sources } = services.settings.current();
  const source = findSource(sources, name);
  if (source?.enabled === true) {
    return source;
  }
  const known = sources.filter(({ enabled }) => enabled).map((one) => one.name);
  const message =
    source === null
      ? `source is unknown; known are ${known.join(', ')}`
      : 'source is disabled in the configuration';
  throw fieldError('source', name, message);
}

/**
 * The name of the source that a filter names, in the `field` of the query; undefined without the filter. The source may be disabled,
 * because earlier records can have it.
 *
 * @throws AppError VALIDATION_ERROR if the source is unknown
 */
export function filteredSource(
  name: string | undefined,
  services: Pick<ApiServices, 'settings'>,
  field: 'source' | 'lead_source' = 'source',
): string | undefined {
  if (name === undefined) {
    return undefined;
  }
  const source = findSource(services.settings.current().sources, name);
  if (source === null) {
    throw fieldError(field, name, `${field} is not the name of a provider`);
  }
  return source.name;
}
