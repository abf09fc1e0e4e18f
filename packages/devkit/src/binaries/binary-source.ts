/** The result of one source of a server's binary. */
export type SourceResponse =
  | { readonly found: true; readonly path: string; readonly detail: string }
  | { readonly found: false; readonly reason: string; readonly remedy: string };

/** One place where a server's binary may come from. */
export interface BinarySource {
  /** Names the step in the log and in a failure, such as "PATH". */
  readonly step: string;
  look(): Promise<SourceResponse>;
}

/** Receives lines for the person who waits: which step was taken, what is being downloaded. */
export type Report = (line: string) => void;

/** No step led to a server; the message lists every step, why it failed, and how to fix it. */
export class ServerUnavailableError extends Error {
  override readonly name = 'ServerUnavailableError';
}

/**
 * Tries the sources in order and returns the first binary found. The step is reported in one line.
 *
 * @throws ServerUnavailableError with every step and its remedy
 */
export async function findBinary(
  server: string,
  sources: readonly BinarySource[],
  report: Report,
): Promise<string> {
  const tried: string[] = [];
  for (const source of sources) {
    const found = await source.look();
    if (found.found) {
      report(`${server}: ${found.detail}`);
      return found.path;
    }
    tried.push(`  ${tried.length + 1}. ${source.step}: ${found.reason}. ${found.remedy}.`);
  }
  throw new ServerUnavailableError(
    `No ${server} server could be found or fetched. Tried:\n${tried.join('\n')}`,
  );
}

/** A step whose result is known without looking, such as a variable that is not set. */
export function passedOver(step: string, reason: string, remedy: string): BinarySource {
  return { step, look: () => Promise.resolve({ found: false, reason, remedy }) };
}
