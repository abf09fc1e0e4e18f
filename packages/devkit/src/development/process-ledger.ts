import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { commandLine } from '../processes/process-table.js';
import { waitUntil } from '../processes/wait-until.js';

interface LedgerEntry {
  readonly name: string;
  readonly pid: number;
  /** Stands in the command line of the process; a number alone may by now be another program's. */
  readonly marker: string;
}

const termination = 10_000;

async function isAlive(entry: LedgerEntry): Promise<boolean> {
  return (await commandLine(entry.pid)).includes(entry.marker);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in between.
  }
}

function isEntry(value: unknown): value is LedgerEntry {
  const entry = value as Partial<LedgerEntry> | null;
  return typeof entry?.name === 'string' && Number.isInteger(entry.pid) && typeof entry.marker === 'string';
}

/**
 * The processes of a start, written into its data folder. When a start was killed outright, the next one ends what is left
 * of it, so that neither a port nor a data file is held by a process that nobody watches.
 */
export class ProcessLedger {
  readonly #file: string;
  #entries: LedgerEntry[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(dataDirectory: string) {
    this.#file = join(dataDirectory, 'processes.json');
  }

  async #read(): Promise<LedgerEntry[]> {
    try {
      const entries: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      return Array.isArray(entries) ? entries.filter(isEntry) : [];
    } catch {
      return [];
    }
  }

  /** The pid of another start that runs on this data folder, or null. */
  async otherStart(name: string): Promise<number | null> {
    for (const entry of await this.#read()) {
      if (entry.name === name && entry.pid !== process.pid && (await isAlive(entry))) {
        return entry.pid;
      }
    }
    return null;
  }

  /** Ends the processes of an earlier start; returns the names of those that were still running. */
  async endLeftovers(): Promise<readonly string[]> {
    const ended = (await this.#read()).map(async (entry) => {
      if (!(await isAlive(entry))) {
        return [];
      }
      send(entry.pid, 'SIGTERM');
      const gone = async (): Promise<true | null> => ((await isAlive(entry)) ? null : true);
      await waitUntil(gone, termination, () => '', 50).catch(() => {
        send(entry.pid, 'SIGKILL');
      });
      await waitUntil(
        gone,
        termination,
        () => `${entry.name} (pid ${entry.pid}) of an earlier start cannot be ended`,
      );
      return [entry.name];
    });
    return (await Promise.all(ended)).flat();
  }

  /** Notes a process in place of an earlier one of that name. */
  async note(name: string, pid: number, marker: string): Promise<void> {
    this.#entries = [...this.#entries.filter((entry) => entry.name !== name), { name, pid, marker }];
    await this.#write();
  }

  async clear(): Promise<void> {
    this.#entries = [];
    await this.#write();
  }

  #write(): Promise<void> {
    const text = JSON.stringify(this.#entries);
    this.#writing = this.#writing.then(async () => {
      await writeFile(`${this.#file}.new`, text);
      await rename(`${this.#file}.new`, this.#file);
    });
    return this.#writing;
  }
}
