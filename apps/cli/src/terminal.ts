import { Presets, SingleBar } from 'cli-progress';

/** What has been done of something, and of how much. */
export interface ProgressView {
  update(done: number, note: string): void;
  end(): void;
}

/** Where a command speaks. Results go to standard output, so that they can be piped; all else goes to standard error. */
export interface Terminal {
  result(text: string): void;
  note(text: string): void;
  progress(title: string, total: number): ProgressView;
}

const lineEveryMilliseconds = 10_000;

/** A bar on a screen; where output is kept in a file, a line every ten seconds. */
export function createTerminal(output: {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}): Terminal {
  const { stdout, stderr } = output;
  const note = (line: string): void => {
    stderr.write(`${line}\n`);
  };
  return {
    result: (line) => {
      stdout.write(`${line}\n`);
    },
    note,
    progress: (title, total) => (stderr.isTTY ? bar(title, total, stderr) : lines(title, total, note)),
  };
}

function bar(title: string, total: number, stream: NodeJS.WriteStream): ProgressView {
  const view = new SingleBar(
    { stream, format: `${title} {bar} {percentage}% {value}/{total} {note}`, hideCursor: true },
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
