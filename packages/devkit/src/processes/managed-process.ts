import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

import { guardProcess } from './process-guard.js';

export interface ProcessSettings {
  /** Names it in messages, such as "worker 1". */
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
  /** The whole environment of the process; nothing is inherited beside it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
  /** The process tells when it is ready (`process.send('ready')`). */
  readonly reportsReady?: boolean;
  /** Called with each line of both output streams. */
  readonly onLine?: (line: string) => void;
  /** Removed should this process be killed and leave the child behind (a temporary data folder). */
  readonly temporaryDirectory?: string;
}

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

const maxLines = 1_000;

/**
 * A child process that neither outlives us nor dies before it should: it stands in a process group of its own, so that
 * Ctrl-C in the terminal reaches us alone and we decide the order, and a guard ends it if we are killed outright.
 * Not execa: it replaces `spawn`, and has neither such a guard nor a bound on the output that it keeps by lines.
 */
export class ManagedProcess {
  readonly name: string;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #exit: Exit | null = null;
  #hasReportedReady = false;

  constructor(settings: ProcessSettings) {
    this.name = settings.name;
    this.#child = spawn(settings.command, settings.parameters, {
      cwd: settings.directory,
      env: settings.environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(settings.reportsReady === true ? (['ipc'] as const) : [])],
    });
    this.#child.on('message', (message) => {
      this.#hasReportedReady ||= message === 'ready';
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null) {
        createInterface({ input: stream }).on('line', (line) => {
          this.#lines.push(line);
          this.#lines.splice(0, this.#lines.length - maxLines);
          settings.onLine?.(line);
        });
      }
    }
    const pid = this.#child.pid;
    const releaseGuard = pid === undefined ? () => {} : guardProcess(pid, settings.temporaryDirectory);
    this.exited = new Promise((resolve) => {
      const end = (exit: Exit): void => {
        this.#exit = exit;
        releaseGuard();
        resolve(exit);
      };
      // `close` rather than `exit`: by then the last lines of output have been read.
      this.#child.once('close', (exitCode, signal) => {
        end({ exitCode, signal });
      });
      this.#child.once('error', (error) => {
        this.#lines.push(error.message);
        end({ exitCode: null, signal: null });
      });
    });
  }

  /** Undefined where the command could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasReportedReady(): boolean {
    return this.#hasReportedReady;
  }

  get running(): boolean {
    return this.#exit === null;
  }

  /** The last lines of its output, both streams together. */
  get output(): string {
    return this.#lines.join('\n');
  }

  /** Sends a signal to the process itself. Does nothing where it has ended. */
  signal(signal: NodeJS.Signals): void {
    if (this.running) {
      this.#child.kill(signal);
    }
  }

  /** Asks it to end, waits, and kills it where it has not ended after `graceMilliseconds`. */
  async stop(graceMilliseconds = 20_000): Promise<Exit> {
    this.signal('SIGTERM');
    const killer = setTimeout(() => {
      this.signal('SIGKILL');
    }, graceMilliseconds);
    const exit = await this.exited;
    clearTimeout(killer);
    return exit;
  }
}
