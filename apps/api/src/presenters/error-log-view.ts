import { errorLogView, wireForm, type ErrorLogView, type RowPerson } from '@leadbridge/contracts';
import { maskPersons } from '@leadbridge/platform';
import type { ErrorLogEntry, RecordReader, SentRef } from '@leadbridge/usecases';

import { nameOf, personsOf, type PersonServices } from './row-person.js';

/** Reads the persons from the rows and leads that the entries are about. */
export async function presentErrorLog(
  entries: readonly ErrorLogEntry[],
  services: PersonServices & { readonly records: Pick<RecordReader, 'personsOfLeads'> },
): Promise<readonly ErrorLogView[]> {
  const personOfRow = await personsOf(entries.flatMap(refsOf), services);
  const leads = await services.records.personsOfLeads(entries.flatMap(({ leadId }) => leadId ?? []));
  return entries.map((entry) => {
    const [ref] = refsOf(entry);
    const lead = entry.leadId === null ? undefined : leads.get(entry.leadId);
    const person = lead === undefined ? (ref?.index === null ? personOfRow(ref) : {}) : nameOf(lead);
    const rows = entry.rows.map(({ index, row }) => ({
      row,
      ...personOfRow({ jobId: entry.jobId ?? '', index }),
    }));
    return presentEntry(entry, { ...(rows.length === 0 ? {} : { rows }), ...person });
  });
}

/** Its rows; for an entry without rows or a lead, the lead of its job if that is a single import. */
function refsOf({ jobId, leadId, rows }: ErrorLogEntry): readonly SentRef[] {
  if (jobId === null) {
    return [];
  }
  return rows.length === 0 && leadId === null
    ? [{ jobId, index: null }]
    : rows.map(({ index }) => ({ jobId, index }));
}

/** The log contains no email addresses; responses are masked nevertheless. */
function presentEntry(
  { rows: _places, ...entry }: ErrorLogEntry,
  about: RowPerson & Pick<ErrorLogView['details'], 'rows'>,
): ErrorLogView {
  const message = maskPersons(entry.message);
  return wireForm(errorLogView, { ...entry, timestamp: entry.at, message, details: { ...entry, ...about } });
}
