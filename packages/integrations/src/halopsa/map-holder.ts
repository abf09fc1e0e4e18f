import type { Clock, Logger } from '@leadbridge/platform';

import type { PsaIo } from '../psa/psa-dialect.js';
import type { HaloMap } from './halo-map.js';
import type { HaloSettings } from './halo-settings.js';
import { resolveHaloMap } from './resolve-map.js';

const trustedForMs = 600_000;
/** A refusal may be caused by an outdated map, but not every refusal triggers another look-up. */
const minAgeToDoubtMs = 60_000;

export interface MapParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The labels of the lead sources. */
  readonly sourceLabels: () => readonly string[];
}

/** The map of this process: resolved on first use, again every ten minutes, and after a refusal. */
export class HaloMapHolder {
  readonly #settings: HaloSettings;
  readonly #parts: MapParts;
  #resolved: { readonly at: number; readonly map: Promise<HaloMap> } | null = null;
  #latest: HaloMap | null = null;
  #told = '';

  constructor(settings: HaloSettings, parts: MapParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** The latest resolved map; null before the first time. */
  get latest(): HaloMap | null {
    return this.#latest;
  }

  async get(io: PsaIo): Promise<HaloMap> {
    const now = this.#parts.clock.now();
    if (this.#resolved === null || now - this.#resolved.at >= trustedForMs) {
      const map = resolveHaloMap(io, this.#settings, this.#parts.sourceLabels());
      const resolved = { at: now, map };
      this.#resolved = resolved;
      map.then(
        (known) => {
          this.#latest = known;
          this.#log(known);
        },
        () => {
          if (this.#resolved === resolved) {
            this.#resolved = null;
          }
        },
      );
    }
    return await this.#resolved.map;
  }

  /** Makes the next use resolve it again, unless it is recent. */
  doubt(): void {
    if (this.#resolved !== null && this.#parts.clock.now() - this.#resolved.at >= minAgeToDoubtMs) {
      this.#resolved = null;
    }
  }

  /** Makes the next use resolve it again in any case. */
  forget(): void {
    this.#resolved = null;
  }

  #log({ problems }: HaloMap): void {
    const text = problems.map(({ message }) => message).join('; ');
    if (text !== this.#told) {
      this.#told = text;
      this.#parts.logger.warn('names of the PSA were looked up', {
        problems: problems.map(({ level, message }) => `${level}: ${message}`),
      });
    }
  }
}
