import { ManagedProcess } from './managed-process.js';
import { waitUntilReady } from './wait-until-ready.js';

export interface NodeAppSettings {
  readonly name: string;
  /** Options of Node and the script. */
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Asked until it says yes; the process is given to it for its output. */
  readonly isReady: (app: ManagedProcess) => Promise<boolean>;
  readonly onLine?: (line: string) => void;
}

const pauseMs = 50;

/** True once `url` responds with 200. */
export async function respondsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** As in a container: with an idea of how much there is, V8 collects before the garbage outweighs what is in use. */
const heapLimit = '--max-old-space-size=1024';

/** Starts an app of ours with this Node and waits until it is ready. @throws Error with its last lines of output */
export async function startNodeApp(settings: NodeAppSettings): Promise<ManagedProcess> {
  const app = new ManagedProcess({
    name: settings.name,
    command: process.execPath,
    parameters: [heapLimit, ...settings.parameters],
    environment: settings.environment,
    directory: settings.directory,
    reportsReady: true,
    ...(settings.onLine === undefined ? {} : { onLine: settings.onLine }),
  });
  try {
    await waitUntilReady(app, async () => settings.isReady(app), pauseMs);
    return app;
  } catch (error) {
    await app.stop(5_000);
    throw error;
  }
}
