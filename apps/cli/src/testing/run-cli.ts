import { loadCliConfig, loadPsaConfig } from '../config.js';
import { createProgram } from '../program.js';

export interface CliRun {
  readonly succeeded: boolean | null;
  readonly results: readonly string[];
  readonly notes: readonly string[];
  /** What the progress showed, each `<title> <done>/<total> <note>`. */
  readonly progress: readonly string[];
}

/** Runs a command in this process. @throws what the command throws */
export async function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CliRun> {
  const results: string[] = [];
  const notes: string[] = [];
  const progress: string[] = [];
  let succeeded: boolean | null = null;
  const program = createProgram({
    loadConfig: () => loadCliConfig(environment),
    loadPsaConfig: () => loadPsaConfig(environment),
    terminal: {
      result: (line) => results.push(line),
      note: (line) => notes.push(line),
      progress: (title, total) => ({
        update: (done, note) => progress.push(`${title} ${done}/${total} ${note}`.trim()),
        end: () => undefined,
      }),
      confirm: async () => Promise.resolve(null),
      onInterrupt: () => () => undefined,
    },
    done: (whole) => {
      succeeded = whole;
    },
  });
  await program.parseAsync(['node', 'leadbridge', ...words]);
  return { succeeded, results, notes, progress };
}
