import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { BinarySource } from './binary-source.js';
import { checkProgram, type ServerProgram } from './server-program.js';

/** Where binaries are kept between starts, for every checkout of this user. */
export function defaultCacheDirectory(): string {
  return join(homedir(), '.cache', 'leadbridge');
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Keeps server binaries under `directory/<program>/`, each with its SHA-256 beside it. What is kept was checked once when it
 * came; the hash notices what was cut short or changed since.
 */
export class BinaryCache {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  #paths(program: ServerProgram): { folder: string; binary: string; hash: string } {
    const command = program.commands[0] ?? program.title;
    const folder = join(this.#directory, command);
    return { folder, binary: join(folder, command), hash: join(folder, `${command}.sha256`) };
  }

  /** Copies a binary into the cache and returns its new path. Two starts may do this at once: each file appears complete. */
  async keep(program: ServerProgram, source: string): Promise<string> {
    const { folder, binary, hash } = this.#paths(program);
    await mkdir(folder, { recursive: true });
    const incoming = join(folder, `${basename(binary)}.${randomBytes(6).toString('hex')}`);
    try {
      await copyFile(source, incoming);
      await chmod(incoming, 0o755);
      const digest = await hashFile(incoming);
      await rename(incoming, binary);
      await writeFile(`${incoming}.sha256`, digest);
      await rename(`${incoming}.sha256`, hash);
    } finally {
      await rm(incoming, { force: true });
    }
    return binary;
  }

  /** The step that looks into this cache. */
  source(program: ServerProgram): BinarySource {
    const { binary, hash } = this.#paths(program);
    const remedy = 'A download fills it';
    return {
      step: 'Binary of an earlier start',
      look: async () => {
        const expected = await readFile(hash, 'utf8').catch(() => null);
        if (expected === null) {
          return { found: false, reason: `none in ${this.#directory}`, remedy };
        }
        const actual = await hashFile(binary).catch(() => null);
        if (actual !== expected.trim()) {
          return { found: false, reason: `${binary} is not what its hash says`, remedy };
        }
        const check = await checkProgram(program, binary);
        return check.usable
          ? { found: true, path: binary, detail: `version ${check.version}, kept from an earlier start` }
          : { found: false, reason: check.reason, remedy: `Delete ${this.#directory}` };
      },
    };
  }
}
