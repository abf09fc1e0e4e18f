import type { RecordListQuery } from '@leadbridge/contracts';
import type { RecordQuery } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { requestedPage } from './requested-page.js';
import { filteredSource } from './requested-source.js';

/** The query of a list in the store's form. A source may be named by an alias. @throws AppError for an unknown source */
export function recordQuery<Status extends string>(
  query: RecordListQuery<Status>,
  services: ApiServices,
): RecordQuery<Status> {
  const { order, status, source, company, email, updated_since: updatedSince } = query;
  return {
    ...requestedPage(query),
    order,
    ...(status === undefined ? {} : { status }),
    ...(source === undefined ? {} : { source: filteredSource(source, services).name }),
    ...(company === undefined ? {} : { company }),
    ...(email === undefined ? {} : { email }),
    ...(updatedSince === undefined ? {} : { updatedSince }),
  };
}
