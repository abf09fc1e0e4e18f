import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { renderBanner } from './banner.js';
import { DevelopmentSystem } from './development-system.js';
import { ProcessLedger } from './process-ledger.js';
import {
  readDevelopmentSettings,
  reachableOrigin,
  refuseEmbeddingInProduction,
  StartError,
  type DevelopmentSettings,
} from './development-settings.js';
import { whyNotFree } from '../processes/free-port.js';
import { commandLine, parentOf } from '../processes/process-table.js';

export interface DevelopmentOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The absolute path of the checkout, with everything built. */
  readonly checkout: string;
  /** Names the start in the command line of this process, so that a second start recognises it. */
  readonly marker: string;
  readonly write: (text: string) => void;
  /** Prints the logs of the apps, which otherwise only go to a file in the data folder. */
  readonly verbose?: boolean;
  /** Where the simulator listens if nobody else does; 3900 unless starts that run side by side would all look there. */
  readonly simulatorPort?: number;
  /** The process whose end is a signal to stop; null for none, so that a start may outlive a shell. */
  readonly startedBy?: number | null;
}

/** How often it is checked whether that process is still there. */
const parentPollMs = 500;

async function requireFreePort({ port, host }: DevelopmentSettings): Promise<void> {
  const problem = await whyNotFree(port, host);
  const remedies: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: stop the program that holds it, or choose another with PORT=${port === 65_535 ? 3001 : port + 1} npm start`,
    EACCES: `Port ${port} may not be used without special rights: choose one above 1023 with PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine: try HOST=127.0.0.1`,
    ENOTFOUND: `HOST ${host} is no address of this machine: try HOST=127.0.0.1`,
  };
  if (problem !== null) {
    throw new StartError(remedies[problem] ?? `Port ${port} of ${host} cannot be listened on (${problem})`);
  }
}

/** Claims the data folder, and ends what an earlier start that was killed left running on it. */
async function takeOver(
  ledger: ProcessLedger,
  options: DevelopmentOptions,
  dataDirectory: string,
): Promise<void> {
  const other = await ledger.otherStart('start');
  if (other !== null) {
    throw new StartError(
      `Leadbridge already runs on ${dataDirectory} (pid ${other}): stop it first, or choose another DATA_DIR and PORT`,
    );
  }
  const ended = await ledger.endLeftovers();
  if (ended.length > 0) {
    options.write(`Ended what an earlier start left running: ${ended.join(', ')}\n`);
  }
  await ledger.note('start', process.pid, options.marker);
}

/** Resolves on the signal to stop. `npm` passes Ctrl-C on to a process that already had it, so a double counts as one. */
function stopSignal(startedBy: number | null): Promise<void> {
  return new Promise((resolve) => {
    if (startedBy !== null) {
      void endOfParents(startedBy).then(resolve);
    }
    // The terminal has closed, or nobody reads any more: an unhandled error would end this process before its children.
    process.stdout.on('error', () => {
      resolve();
    });
    let first: number | null = null;
    const onSignal = (): void => {
      const now = performance.now();
      if (first === null) {
        first = now;
        resolve();
      } else if (now - first > 1_000) {
        process.exit(1);
      }
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    process.on('SIGHUP', onSignal);
  });
}

/**
 * Resolves once the parent has ended, or npm above its shell. npm gives a SIGTERM to its shell alone, and ends on a SIGHUP
 * without telling anybody, so that the shell waits on for this process.
 */
async function endOfParents(parent: number): Promise<void> {
  const isShell = (await commandLine(parent)).includes(' -c ');
  const aboveShell = async (): Promise<number | null> => (isShell ? await parentOf(parent) : null);
  const npm = await aboveShell();
  while (process.ppid === parent && (await aboveShell()) === npm) {
    await sleep(parentPollMs, undefined, { ref: false });
  }
}

/**
 * The whole of `npm start`: servers, simulator, API and worker, until a signal. Returns the exit code: 0 after an orderly
 * stop, 1 where the start failed, for a reason that has been written.
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<number> {
  const stopped = stopSignal(options.startedBy ?? null);
  let system: DevelopmentSystem | null = null;
  let ledger: ProcessLedger | null = null;
  let log: WriteStream | null = null;
  try {
    refuseEmbeddingInProduction(options.environment);
    const settings = readDevelopmentSettings(options.environment, options.checkout);
    await mkdir(settings.dataDirectory, { recursive: true });
    const owned = new ProcessLedger(settings.dataDirectory);
    await takeOver(owned, options, settings.dataDirectory);
    ledger = owned;
    await requireFreePort(settings);
    const logFile = join(settings.dataDirectory, 'logs', 'leadbridge.log');
    await mkdir(dirname(logFile), { recursive: true });
    log = createWriteStream(logFile);
    const file = log;
    system = new DevelopmentSystem({
      ...options,
      settings,
      ledger,
      verbose: options.verbose ?? false,
      log: (line) => file.write(`${line}\n`),
    });
    const started = await Promise.race([system.start(), stopped.then(() => null)]);
    if (started !== null) {
      options.write(
        renderBanner({
          origin: reachableOrigin(settings),
          adminKey: started.adminKey,
          firstAdminLink: started.firstAdminLink,
          logFile,
          simulator: started.simulator,
          dataDirectory: settings.dataDirectory,
          commandSettings: started.commandSettings,
        }),
      );
      system.showOutput();
      await stopped;
    }
    options.write('\nStopping ...\n');
    await system.stop();
    await ledger.clear();
    options.write('Stopped.\n');
    return 0;
  } catch (error) {
    options.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await system?.stop();
    await ledger?.clear();
    return 1;
  } finally {
    log?.end();
  }
}
