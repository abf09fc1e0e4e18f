import type { CheckSummary, FileWork } from './protocol.js';

export interface WantedCheck {
  readonly ask: FileWork['check']['ask'];
  readonly onCheck: (found: CheckSummary) => void;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Checks the rows of one worker's file: at most one check runs, and at most one waits, the newest.
 * A check reads every row, and each key typed into a cell wants one. Only the outcome of the newest is told.
 * Each worker has its own, because a worker that was closed never responds.
 *
 * @returns wants a check, and returns what gives it up
 */
export function checksBy(
  check: (ask: WantedCheck['ask']) => Promise<CheckSummary>,
): (wanted: WantedCheck) => () => void {
  let newest: WantedCheck | null = null;
  let running: WantedCheck | null = null;

  const next = (): void => {
    const wanted = newest;
    running = wanted;
    if (wanted === null) {
      return;
    }
    const ended = (tell: () => void): void => {
      running = null;
      if (newest === wanted) {
        newest = null;
        tell();
      } else {
        next();
      }
    };
    check(wanted.ask).then(
      (found) => ended(() => wanted.onCheck(found)),
      (error: unknown) => ended(() => wanted.onProblem(error)),
    );
  };

  return (wanted) => {
    newest = wanted;
    if (running === null) {
      next();
    }
    return () => {
      if (newest === wanted) {
        newest = null;
      }
    };
  };
}
