// More where a run is asked for many more cases than usual.
const maxFileMinutes = Number(process.env.TEST_FILE_MINUTES ?? 12);

/** Ends a run in which a test file comes to no end, and says which: nobody waits for a red build until the CI's own limit. */
export default class StuckFiles {
  #startedAt = new Map();

  onRunStart() {
    this.timer = setInterval(() => this.#look(), 10_000);
    this.timer.unref();
  }

  onTestFileStart({ path }) {
    this.#startedAt.set(path, Date.now());
  }

  onTestFileResult({ path }) {
    this.#startedAt.delete(path);
  }

  onRunComplete() {
    clearInterval(this.timer);
  }

  #look() {
    const stuck = [...this.#startedAt].filter(([, at]) => Date.now() - at > maxFileMinutes * 60_000);
    if (stuck.length > 0) {
      const files = stuck.map(([path]) => `  ${path}\n`).join('');
      process.stderr.write(`Not finished after ${maxFileMinutes} minutes, the run ends here:\n${files}`);
      process.exit(1);
    }
  }
}
