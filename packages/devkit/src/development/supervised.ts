import { setTimeout as delay } from 'node:timers/promises';

import type { Report } from '../binaries/binary-source.js';
import type { Exit, ManagedProcess } from '../processes/managed-process.js';

/** Starts the process and returns it once it is ready. */
export type Launch = () => Promise<ManagedProcess>;

const pauses = [200, 1_000, 2_000, 5_000, 10_000] as const;
/** A process that ran this long was healthy; its next end starts the pauses from the first. */
const settledAfter = 60_000;

function describeExit({ exitCode, signal }: Exit): string {
  return signal === null ? `code ${exitCode ?? 'unknown'}` : signal;
}

/** A process that is started again whenever it ends without being asked to. */
export class Supervised {
  readonly name: string;
  readonly #launch: Launch;
  readonly #report: Report;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #process: ManagedProcess;

  /** Watches `process`, which is ready, and starts it again with `launch`. */
  constructor(name: string, process: ManagedProcess, launch: Launch, report: Report) {
    this.name = name;
    this.#launch = launch;
    this.#report = report;
    this.#process = process;
    this.#watching = this.#watch();
  }

  async #watch(): Promise<void> {
    let failures = 0;
    let startedAt = performance.now();
    for (;;) {
      const exit = await this.#process.exited;
      if (this.#stopping.signal.aborted) {
        return;
      }
      failures = performance.now() - startedAt > settledAfter ? 0 : failures;
      this.#report(`${this.name} ended (${describeExit(exit)}); starting it again`);
      const next = await this.#relaunch(failures);
      if (next === null) {
        return;
      }
      failures += 1;
      startedAt = performance.now();
    }
  }

  /** Tries until the process is ready again; null where it was stopped meanwhile. */
  async #relaunch(failures: number): Promise<ManagedProcess | null> {
    for (let attempt = failures; ; attempt += 1) {
      await delay(pauses[attempt] ?? 10_000, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) {
        return null;
      }
      try {
        const started = await this.#launch();
        this.#process = started;
        if (this.#stopping.signal.aborted) {
          await started.stop();
          return null;
        }
        return started;
      } catch (error) {
        this.#report(`${this.name} did not start: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Ends the process without a restart, also while it is being restarted. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#process.stop();
    await this.#watching;
  }
}
