import type { RecordListQuery } from '@leadbridge/contracts';
import { findSource } from '@leadbridge/domain';
import type { RecordQuery } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

/** The query of a list as the store takes it. A source may be asked for by an alias; one that is configured no more is asked for as it is. */
export function recordQuery<Status extends string>(
  query: RecordListQuery<Status>,
  services: ApiServices,
): RecordQuery<Status> {
  const { page, limit, status, source, company, email, updated_since: updatedSince } = query;
  return {
    page,
    limit,
    ...(status === undefined ? {} : { status }),
    ...(source === undefined
      ? {}
      : { source: findSource(services.settings.current().sources, source)?.name ?? source }),
    ...(company === undefined ? {} : { company }),
    ...(email === undefined ? {} : { email }),
    ...(updatedSince === undefined ? {} : { updatedSince }),
  };
}
