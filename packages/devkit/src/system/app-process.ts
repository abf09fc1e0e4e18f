import { appendFile } from 'node:fs/promises';

import type { Exit, ManagedProcess } from '../processes/managed-process.js';
import { startNodeApp, type NodeAppSettings } from '../processes/node-app.js';
import { currentTestRun } from '../testing/test-servers.js';

/** They are what makes a test slow: a run tells how many there were. */
async function startCounted(settings: NodeAppSettings): Promise<ManagedProcess> {
  await appendFile(currentTestRun().startsFile, '.');
  return await startNodeApp(settings);
}

/** One of our apps as a process of a test: it can be killed at any moment, and started again as it was. */
export class AppProcess {
  readonly #settings: NodeAppSettings;
  #process: ManagedProcess;
  #earlierOutput = '';

  private constructor(settings: NodeAppSettings, process: ManagedProcess) {
    this.#settings = settings;
    this.#process = process;
  }

  /** Resolves when the app is ready. @throws Error with its last output */
  static async start(settings: NodeAppSettings): Promise<AppProcess> {
    return new AppProcess(settings, await startCounted(settings));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get running(): boolean {
    return this.#process.running;
  }

  /** Its last lines, those before a restart included. */
  get output(): string {
    return `${this.#earlierOutput}${this.#process.output}`;
  }

  /** Sends a signal, `SIGKILL` unless another is named, and waits for the end. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.#process.signal(signal);
    return this.#process.exited;
  }

  /** Sends a signal and does not wait, such as `SIGSTOP` and `SIGCONT`. */
  signal(signal: NodeJS.Signals): void {
    this.#process.signal(signal);
  }

  /** Starts it again with the same settings, after killing it where it still runs; resolves when it is ready. */
  async restart(): Promise<void> {
    await this.kill();
    this.#earlierOutput = `${this.output}\n`;
    this.#process = await startCounted(this.#settings);
  }

  /** Lets it end in order, and kills it after twenty seconds. */
  async stop(): Promise<Exit> {
    return this.#process.stop(20_000);
  }
}
