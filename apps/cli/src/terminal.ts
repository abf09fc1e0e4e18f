import { createInterface } from 'node:readline/promises';

import { Presets, SingleBar } from 'cli-progress';

/** What has been done of something, and of how much. */
export interface ProgressView {
  update(done: number, note: string): void;
  end(): void;
}

/** The output of a command. Results go to standard output, so that they can be piped; all else goes to standard error. */
export type Terminal = ReturnType<typeof createTerminal>;

/** The exit code of shells for a command that Ctrl-C ended: 128 and the number of the signal. */
const exitCodeOfInterrupt = 130;

const lineEveryMilliseconds = 10_000;

/** A progress bar on a terminal; in a file, a line every ten seconds. */
export function createTerminal(output: {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}) {
  const { stdin, stdout, stderr } = output;
  const writeLine = (stream: NodeJS.WriteStream, line: string): void => {
    stream.write(`${stream.isTTY ? withoutControls(line) : line}\n`);
  };
  const note = (line: string): void => {
    writeLine(stderr, line);
  };
  return {
    result: (line: string): void => {
      writeLine(stdout, line);
    },
    note,
    progress: (title: string, total: number): ProgressView =>
      stderr.isTTY ? bar(title, total, stderr) : lines(title, total, note),
    /** Asks a question; Enter means yes unless `enter` says no. Null if nobody is at the terminal. */
    confirm: async (question: string, enter: 'yes' | 'no' = 'yes'): Promise<boolean | null> => {
      if (!stdin.isTTY || !stderr.isTTY) {
        return null;
      }
      const prompt = createInterface({ input: stdin, output: stderr });
      // While it asks, the prompt receives Ctrl-C, which would only end the question.
      prompt.once('SIGINT', () => {
        prompt.close();
        process.kill(process.pid, 'SIGINT');
      });
      try {
        return enter === 'yes'
          ? !/^\s*n/i.test(await prompt.question(`${question} [Y/n] `))
          : /^\s*y(es)?\s*$/i.test(await prompt.question(`${question} [y/N] `));
      } finally {
        prompt.close();
      }
    },
    /** Sets what is printed when Ctrl-C ends the command; returns a function that removes it. */
    onInterrupt: (say: () => string): (() => void) => {
      const onSignal = (): void => {
        note(`\n${say()}`);
        process.exit(exitCodeOfInterrupt);
      };
      process.once('SIGINT', onSignal);
      return () => {
        process.off('SIGINT', onSignal);
      };
    },
  };
}

/** Values of leads and messages of the PSA must not move the reader's cursor, or write to the clipboard. */
function withoutControls(text: string): string {
  return text.replace(
    /\r(?!\n)|[^\P{Cc}\t\n\r]/gu,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

function bar(title: string, total: number, stream: NodeJS.WriteStream): ProgressView {
  const view = new SingleBar(
    {
      stream,
      format: `${title} {bar} {percentage}% {value}/{total} {note}`,
      hideCursor: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  view.start(total, 0, { note: '' });
  return {
    update: (done, note) => {
      view.update(done, { note });
    },
    end: () => {
      view.stop();
    },
  };
}

function lines(title: string, total: number, note: (line: string) => void): ProgressView {
  let last = Number.NEGATIVE_INFINITY;
  let latest = '';
  return {
    update: (done, detail) => {
      latest = `${title}: ${done} of ${total} ${detail}`.trim();
      if (Date.now() >= last + lineEveryMilliseconds) {
        last = Date.now();
        note(latest);
        latest = '';
      }
    },
    end: () => {
      if (latest !== '') {
        note(latest);
      }
    },
  };
}
