import type { RowFault, RowWarning } from './check-rows.js';
import type { FailedRow } from './failed-rows.js';
import type { FilePurpose, ReadOptions } from './lead-file.js';
import type { Mapping } from './mapping.js';
import type { ReadRow } from './read-row.js';

/** What the page knows of a file whose rows stay with the worker. */
export interface FileSummary {
  readonly kind: 'table' | 'json';
  readonly columns: readonly string[];
  /** Of each column, some values that are not empty. */
  readonly samples: readonly (readonly string[])[];
  readonly count: number;
  readonly encoding: ReadOptions['encoding'];
  readonly isEncodingGuessed: boolean;
  readonly separator: string | null;
}

export interface CheckSummary {
  readonly faults: readonly RowFault[];
  readonly faultyRows: number;
  readonly warnings: readonly RowWarning[];
}

/** The requests to the worker, and its responses. */
export interface FileWork {
  read: {
    ask: {
      readonly name: string;
      readonly bytes: ArrayBuffer;
      readonly options: ReadOptions;
      readonly purpose: FilePurpose;
    };
    result: FileSummary;
  };
  /** Without a source, the rows are opt-outs. */
  check: { ask: { readonly mapping: Mapping; readonly source: string | null }; result: CheckSummary };
  /** Rows of the file by their places in it, as they stand there and as the import reads them. */
  rows: {
    ask: { readonly indexes: readonly number[]; readonly mapping: Mapping; readonly source: string };
    result: readonly ReadRow[];
  };
  /** Corrects one cell; the file itself stays as it is. */
  correct: {
    ask: { readonly index: number; readonly column: number; readonly value: string };
    result: null;
  };
  /** The leads and the row of each, as JSON texts of lists. */
  leads: {
    ask: { readonly mapping: Mapping };
    result: { readonly leads: string; readonly rows: string };
  };
  failed: { ask: { readonly rows: readonly FailedRow[] }; result: string };
}

export type WorkName = keyof FileWork;

export interface WorkMessage<Name extends WorkName = WorkName> {
  readonly id: number;
  readonly name: Name;
  readonly ask: FileWork[Name]['ask'];
}

export type WorkResult = { readonly id: number } & (
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly message: string }
);
