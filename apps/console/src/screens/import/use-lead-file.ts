import { useMutation } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';

import { bytesOf } from './file/file-bytes.js';
import { checksBy } from './file/checks.js';
import { startFileWorker, type FileWorker } from './file/file-worker.js';
import type { FilePurpose, ReadOptions } from './file/lead-file.js';
import { guessMapping, mapOptOuts, type Mapping } from './file/mapping.js';
import type { CheckSummary, FileSummary } from './file/protocol.js';
import { isSent } from './file/sent-files.js';

const asFound: ReadOptions = { encoding: null, separator: null };

export type LeadFileState = ReturnType<typeof useLeadFile>;

/** The file that a person works on, from the drop to the sending. */
export function useLeadFile(purpose: FilePurpose = 'leads') {
  const [file, setFile] = useState<File | null>(null);
  const [worker, setWorker] = useState<FileWorker | null>(null);
  const [options, setOptions] = useState(asFound);
  const [source, setSource] = useState('csv');
  const { summary, mapping, setMapping, problem, isReading, read } = useReading(purpose);

  const [corrections, setCorrections] = useState(0);
  const checked = purpose === 'leads' ? source : null;
  const { check, isChecking, failure, forget } = useCheck({
    worker,
    summary,
    mapping,
    source: checked,
    corrections,
  });
  useClosing(worker);
  const readAnew = (wanted: File, by: FileWorker, how: ReadOptions): void => {
    forget();
    read({ file: wanted, by, how });
  };

  return {
    file,
    worker,
    options,
    summary,
    mapping,
    source,
    /** Of the rows as they were when they were checked last. */
    check,
    /** Whether the rows have changed since, so that nothing may be counted or sent by that check. */
    isChecking,
    problem: problem ?? failure,
    isReading,
    choose: (chosen: File): void => {
      const own = startFileWorker();
      setFile(chosen);
      setWorker(own);
      setOptions(asFound);
      readAnew(chosen, own, asFound);
    },
    readAs: (how: ReadOptions): void => {
      setOptions(how);
      if (file !== null && worker !== null) {
        readAnew(file, worker, how);
      }
    },
    changeMapping: setMapping,
    changeSource: setSource,
    /** Puts another value into a cell of what is sent; the file itself stays as it is. */
    correct: (index: number, column: number, value: string): void => {
      // The worker takes one message after the other: the next check sees the new value.
      void worker?.do('correct', { index, column, value });
      setCorrections((count) => count + 1);
    },
  };
}

interface WantedReading {
  readonly file: File;
  readonly by: FileWorker;
  readonly how: ReadOptions;
}

/** Reads a file and guesses its mapping; of several readings only the latest counts. */
function useReading(purpose: FilePurpose) {
  const [mapping, setMapping] = useState<Mapping>([]);
  const { mutate, data, error, isPending } = useMutation<FileSummary, Error, WantedReading>({
    mutationFn: async ({ file, by, how }) =>
      by.do('read', { name: file.name, bytes: await bytesOf(file), options: how, purpose }),
  });
  const read = (wanted: WantedReading): void =>
    mutate(wanted, {
      onSuccess: ({ columns }) =>
        setMapping(purpose === 'leads' ? guessMapping(columns) : mapOptOuts(columns)),
    });
  return {
    summary: data ?? null,
    mapping,
    setMapping,
    problem: error === null ? null : error.message,
    isReading: isPending,
    read,
  };
}

/** Has the rows checked again whenever the file, its mapping or its source changes. */
function useCheck({
  worker,
  summary,
  mapping,
  source,
  corrections,
}: {
  readonly worker: FileWorker | null;
  readonly summary: FileSummary | null;
  readonly mapping: Mapping;
  /** Null for opt-outs. */
  readonly source: string | null;
  readonly corrections: number;
}) {
  const checks = useMemo(
    () => (worker === null ? null : checksBy(async (ask) => worker.do('check', ask))),
    [worker],
  );
  // Another object for each state of the rows, by which an outcome is known to be of this one.
  const rows = useMemo(
    () => ({ summary, corrections, ask: { mapping, source } }),
    [summary, corrections, mapping, source],
  );
  const [last, setLast] = useState<{ readonly of: typeof rows; readonly check: CheckSummary } | null>(null);
  const [failed, setFailed] = useState<{ readonly of: typeof rows; readonly why: string } | null>(null);
  useEffect(() => {
    if (checks === null || rows.summary === null) {
      return undefined;
    }
    return checks({
      ask: rows.ask,
      onCheck: (check) => startTransition(() => setLast({ of: rows, check })),
      onProblem: (error) => setFailed({ of: rows, why: textOf(error) }),
    });
  }, [checks, rows]);
  return {
    check: last?.check ?? null,
    isChecking: last?.of !== rows,
    failure: failed?.of === rows ? failed.why : null,
    forget: () => setLast(null),
  };
}

/** Ends the worker of a file that was replaced or left, unless the file was sent: its failed rows may still be asked for. */
function useClosing(worker: FileWorker | null): void {
  useEffect(
    () => () => {
      if (worker !== null && !isSent(worker)) {
        worker.close();
      }
    },
    [worker],
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
