import type { ErrorLogFault } from '@leadbridge/contracts';
import { given } from '@leadbridge/platform';
import type { ErrorLogEntry, ErrorLogFilter, ErrorLogReader } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { listPage } from '../read-page.js';
import { errorLogIndexes, errorLogModel, retentionSeconds, rowPlacesOf } from './error-log-model.js';
import type { ErrorLogDocument } from './error-log-model.js';

const order = { at: -1, _id: -1 } as const;

/** MongoDB removes entries by its own clock; entries that it may already have removed are not counted. */
const clockToleranceMs = 10 * 60_000;

export function createErrorLog(connection: Connection): ErrorLogReader {
  const errorLogEntries = errorLogModel(connection);

  return {
    async list({ from, to, page, limit, cursor, ...filter }) {
      const oldest = Date.now() - retentionSeconds * 1_000 + clockToleranceMs;
      const { fault, ...equal } = filter;
      const at = given({ $gte: new Date(Math.max(from?.getTime() ?? oldest, oldest)), $lte: to });
      const query = { page, limit, ...given({ cursor }) };
      return await listPage<ErrorLogDocument, ErrorLogEntry>(errorLogEntries, query, {
        filter: { ...given(equal), ...(fault === undefined ? {} : faultMatch(fault)), at },
        order,
        present: presentEntry,
        ...hintOf(filter),
      });
    },
  };
}

/** Most entries may be of one level, but few are of one job, request, lead, code or source: these have an index each. */
function hintOf({ level, ...narrow }: ErrorLogFilter): { readonly hint?: string } {
  if (Object.values(narrow).some((value) => value !== undefined)) {
    return {};
  }
  return { hint: level === undefined ? errorLogIndexes.all : errorLogIndexes.level };
}

/** Entries of earlier releases have no fault: a warning of an import counts as the caller's. */
function faultMatch(fault: ErrorLogFault): object {
  const old = { fault: { $exists: false }, level: 'warning', source: 'import' };
  return fault === 'caller' ? { $or: [{ fault }, old] } : { fault: { $ne: 'caller' }, $nor: [old] };
}

function faultOf({ fault, level, source }: ErrorLogDocument): ErrorLogFault {
  return fault ?? (level === 'warning' && source === 'import' ? 'caller' : 'service');
}

function messageOf({ message, rowCount = 0, ...rowsOfEntry }: ErrorLogDocument): string {
  if (rowCount === 0) {
    return message;
  }
  const rows = rowPlacesOf(rowsOfEntry).map(({ row }) => row);
  const names = `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}`;
  const more = rowCount - rows.length;
  return `${message} (${more > 0 ? `${names} and ${more} more` : names})`;
}

function presentEntry(document: ErrorLogDocument): ErrorLogEntry {
  const { _id: id, at, rowCount: _rowCount, rowPlaces: _rowPlaces, ...entry } = document;
  return {
    id,
    ...entry,
    at: at.toISOString(),
    message: messageOf(document),
    fault: faultOf(document),
    leadSource: entry.leadSource ?? null,
    rows: rowPlacesOf(document),
  };
}
