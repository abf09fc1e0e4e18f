import { startTransition, useEffect, useMemo, useRef, useState } from 'react';

import { bytesOf } from './file/file-bytes.js';
import { checksBy } from './file/checks.js';
import { startFileWorker, type FileWorker } from './file/file-worker.js';
import type { FilePurpose, ReadOptions } from './file/lead-file.js';
import { guessMapping, mapOptOuts, type Mapping } from './file/mapping.js';
import type { CheckSummary, FileSummary } from './file/protocol.js';
import { isSent } from './file/sent-files.js';

const asFound: ReadOptions = { encoding: null, separator: null };

export interface LeadFileState {
  readonly file: File | null;
  readonly worker: FileWorker | null;
  readonly options: ReadOptions;
  readonly summary: FileSummary | null;
  readonly mapping: Mapping;
  readonly source: string;
  /** Of the rows as they were when they were checked last. */
  readonly check: CheckSummary | null;
  /** Whether the rows have changed since, so that nothing may be counted or sent by that check. */
  readonly isChecking: boolean;
  readonly problem: string | null;
  readonly isReading: boolean;
  readonly choose: (file: File) => void;
  readonly readAs: (options: ReadOptions) => void;
  readonly changeMapping: (mapping: Mapping) => void;
  readonly changeSource: (source: string) => void;
  /** Puts another value into a cell of what is sent; the file itself stays as it is. */
  readonly correct: (index: number, column: number, value: string) => void;
}

/** The file that a person works on, from the drop to the sending. */
export function useLeadFile(purpose: FilePurpose = 'leads'): LeadFileState {
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
    void read(wanted, by, how);
  };

  return {
    file,
    worker,
    options,
    summary,
    mapping,
    source,
    check,
    isChecking,
    problem: problem ?? failure,
    isReading,
    choose: (chosen) => {
      const own = startFileWorker();
      setFile(chosen);
      setWorker(own);
      setOptions(asFound);
      readAnew(chosen, own, asFound);
    },
    readAs: (how) => {
      setOptions(how);
      if (file !== null && worker !== null) {
        readAnew(file, worker, how);
      }
    },
    changeMapping: setMapping,
    changeSource: setSource,
    correct: (index, column, value) => {
      // The worker takes one message after the other: the next check sees the new value.
      void worker?.do('correct', { index, column, value });
      setCorrections((count) => count + 1);
    },
  };
}

/** Reads a file and guesses its mapping; of several readings only the latest counts. */
function useReading(purpose: FilePurpose) {
  const [summary, setSummary] = useState<FileSummary | null>(null);
  const [mapping, setMapping] = useState<Mapping>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const latest = useRef(0);

  async function read(wanted: File, by: FileWorker, how: ReadOptions): Promise<void> {
    latest.current += 1;
    const request = latest.current;
    const isLatest = (): boolean => request === latest.current;
    setReading(true);
    setSummary(null);
    setProblem(null);
    try {
      const found = await by.do('read', {
        name: wanted.name,
        bytes: await bytesOf(wanted),
        options: how,
        purpose,
      });
      if (isLatest()) {
        setSummary(found);
        setMapping(purpose === 'leads' ? guessMapping(found.columns) : mapOptOuts(found.columns));
      }
    } catch (error) {
      if (isLatest()) {
        setProblem(textOf(error));
      }
    } finally {
      if (isLatest()) {
        setReading(false);
      }
    }
  }

  return { summary, mapping, setMapping, problem, isReading, read };
}

/** Has the rows checked again whenever the file, its mapping or its source changes. */
function useCheck({
  worker,
  summary,
  mapping,
  source,
  corrections,
}: Pick<LeadFileState, 'worker' | 'summary' | 'mapping'> & {
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
