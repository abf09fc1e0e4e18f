import type { Response } from 'express';

/** Requests that a `hang` holds, until they are released or their client goes away. */
export class HeldRequests {
  readonly #releases = new Set<() => void>();
  readonly #waiting = new Set<() => void>();

  get count(): number {
    return this.#releases.size;
  }

  /** True once it is released; false when the client has gone. */
  hold(response: Response): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (released: boolean): void => {
        this.#releases.delete(release);
        response.off('close', gone);
        resolve(released);
      };
      const release = (): void => {
        end(true);
      };
      const gone = (): void => {
        end(false);
      };
      response.once('close', gone);
      this.#releases.add(release);
      for (const check of [...this.#waiting]) {
        check();
      }
    });
  }

  release(): void {
    for (const release of [...this.#releases]) {
      release();
    }
  }

  /** Resolves as soon as `count` requests are held at once; fails after `timeoutMilliseconds`. */
  waitFor(count = 1, timeoutMilliseconds = 60_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (this.#releases.size >= count) {
          clearTimeout(timer);
          this.#waiting.delete(check);
          resolve();
        }
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        reject(
          new Error(`${this.#releases.size} of ${count} requests were held in ${timeoutMilliseconds} ms`),
        );
      }, timeoutMilliseconds);
      this.#waiting.add(check);
      check();
    });
  }
}
