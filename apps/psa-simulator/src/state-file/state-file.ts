import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { restoreSnapshot, takeSnapshot, type Remembered, type Snapshot } from './snapshot.js';

const saveAfterMilliseconds = 500;

function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}

/** Keeps the state in a file between starts: read once, written shortly after changes and when the simulator stops. */
export class StateFile {
  readonly #path: string;
  readonly #remembered: Remembered;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, remembered: Remembered) {
    this.#path = path;
    this.#remembered = remembered;
    const saveSoon = (): void => {
      this.#timer ??= setTimeout(() => {
        this.save();
      }, saveAfterMilliseconds).unref();
    };
    remembered.state.onChange(saveSoon);
    remembered.suppressionLists.onChange(saveSoon);
  }

  /** Throws where the file exists and does not hold a state. */
  load(): void {
    if (!existsSync(this.#path)) {
      return;
    }
    const snapshot: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
    if (!isSnapshot(snapshot)) {
      throw new Error(`${this.#path} holds no state of the PSA simulator`);
    }
    restoreSnapshot(this.#remembered, snapshot);
  }

  /** Writes beside the file and renames, so that a crash never leaves half a file. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    mkdirSync(dirname(this.#path), { recursive: true });
    const beside = `${this.#path}.new`;
    writeFileSync(beside, JSON.stringify(takeSnapshot(this.#remembered)));
    renameSync(beside, this.#path);
  }
}
