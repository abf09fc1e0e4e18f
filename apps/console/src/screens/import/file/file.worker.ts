import { checkOptOuts, checkRows } from './check-rows.js';
import { failedRowsTable } from './failed-rows.js';
import { readLeadFile, withCell, type LeadFile } from './lead-file.js';
import { leadOfRow } from './mapping.js';
import { readRow } from './read-row.js';
import { samplesOf } from './samples.js';
import type { FileWork, WorkResult, WorkMessage, WorkName } from './protocol.js';

/** The file that was read last; its rows never leave the worker all at once. */
let file: LeadFile | null = null;

function present(): LeadFile {
  if (file === null) {
    throw new Error('The file is no longer available: choose it again');
  }
  return file;
}

const handlers: { readonly [Name in WorkName]: (ask: FileWork[Name]['ask']) => FileWork[Name]['result'] } = {
  read: ({ name, bytes, options, purpose }) => {
    file = null;
    file = readLeadFile(name, new Uint8Array(bytes), options, purpose);
    const { kind, columns, rows, encoding, isEncodingGuessed, separator } = file;
    return {
      kind,
      columns,
      samples: samplesOf(file),
      count: rows.length,
      encoding,
      isEncodingGuessed,
      separator,
    };
  },
  check: ({ mapping, source }) => {
    const { faults, warnings } =
      source === null ? checkOptOuts(present(), mapping, Date.now()) : checkRows(present(), mapping, source);
    return { faults, faultyRows: new Set(faults.map(({ index }) => index)).size, warnings };
  },
  rows: ({ indexes, mapping, source }) =>
    indexes.flatMap((index) => {
      const row = present().rows[index];
      return row === undefined ? [] : [readRow(present(), row, { mapping, source })];
    }),
  correct: ({ index, column, value }) => {
    file = withCell(present(), { index, column }, value);
    return null;
  },
  leads: ({ mapping }) => {
    const kept = present();
    return {
      leads: JSON.stringify(kept.rows.map((row) => leadOfRow(kept, mapping, row))),
      rows: JSON.stringify(kept.rows.map(({ row }) => row)),
    };
  },
  failed: ({ rows }) => failedRowsTable(present(), rows),
};

function handle<Name extends WorkName>({ id, name, ask }: WorkMessage<Name>): WorkResult {
  try {
    return { id, ok: true, result: handlers[name](ask) };
  } catch (error) {
    return { id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

self.addEventListener('message', (event: MessageEvent<WorkMessage>) => {
  self.postMessage(handle(event.data));
});
