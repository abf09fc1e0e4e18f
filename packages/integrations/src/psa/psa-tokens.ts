import type { Clock, Logger } from '@leadbridge/platform';
import { PsaCredentialsError, PsaUnavailableError } from '@leadbridge/usecases';

import type { HttpResponse, HttpRequest } from '../http/http-client.js';
import type { PsaBudget } from './budget.js';
import { callWithSlot } from './call-with-slot.js';
import { classOfStatus } from './classify.js';
import type { PsaCallMonitor } from './psa-call-monitor.js';
import { readErrorText } from './error-text.js';
import { parseJson, readField, readNumber, readText } from './read-json.js';
import { readObject } from './read-rows.js';
import { repeatWhilePassing } from './repeat-while-passing.js';

interface Token {
  readonly value: string;
  /** Unix milliseconds, before the expiry. */
  readonly renewAt: number;
}

const renewEarlySeconds = 60;
const usualLifeSeconds = 3600;
const minLifeSeconds = 60;
const maxLifeSeconds = 86_400;

export interface TokenPatience {
  /** Retries of a fetch after temporary failures. */
  readonly repeats: number;
  /** How long it waits for a slot of the budget. */
  readonly slotWaitMs: number;
}

const usualPatience: TokenPatience = { repeats: 2, slotWaitMs: 30_000 };

interface TokenParts {
  readonly budget: PsaBudget;
  /** The request to the token service, which may have to be discovered first. */
  readonly request: () => Promise<HttpRequest>;
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly redact: (text: string) => string;
  readonly monitor: PsaCallMonitor;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Fetched once for all waiting calls, renewed a minute before it expires. A secret that stays in memory. */
export class PsaTokens {
  readonly #parts: TokenParts;
  #token: Token | null = null;
  #fetching: Promise<Token> | null = null;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /** @throws PsaCredentialsError, PsaUnavailableError if the token service fails, PsaBudgetError */
  async get(patience: TokenPatience = usualPatience): Promise<string> {
    if (this.#token !== null && this.#parts.clock.now() < this.#token.renewAt) {
      return this.#token.value;
    }
    this.#fetching ??= this.#renew(patience).finally(() => {
      this.#fetching = null;
    });
    return (await this.#fetching).value;
  }

  /** Drops a token that the PSA refused, unless it has been renewed since. */
  drop(value: string): void {
    if (this.#token?.value === value) {
      this.#token = null;
    }
  }

  async #renew({ repeats, slotWaitMs }: TokenPatience): Promise<Token> {
    // All priorities need the token, so the highest must not wait for it behind a bulk import that asked
    // first.
    const priority = 'opt_out';
    const { budget, request: requestOf, send, redact, monitor, clock, logger } = this.#parts;
    const deadline = performance.now() + slotWaitMs;
    const fetch = async (): Promise<HttpResponse> => {
      const request = await requestOf().catch((error: unknown) => {
        if (error instanceof PsaUnavailableError) {
          monitor.failed('unreadable_answer');
        }
        throw error;
      });
      return callWithSlot(budget, { priority, deadline, send: async () => send(request) });
    };
    const response = await repeatWhilePassing(fetch, {
      isPassing: ({ status }) => classOfStatus(status) === 'passing',
      isReadable: ({ status, body }) => {
        const isReadable = status >= 400 || readToken(body) !== null;
        if (!isReadable) {
          monitor.failed('unreadable_answer');
        }
        return isReadable;
      },
      path: '/auth/token',
      logger,
      repeats,
    });
    const token = readToken(response.body);
    if (response.status >= 400 || token === null) {
      monitor.failed('credentials_refused');
      const text = redact(readErrorText(response.status, response.body));
      throw new PsaCredentialsError(`The PSA refuses the service's credentials: ${text}`, response.status);
    }
    const early = Math.min(renewEarlySeconds, token.lifeSeconds / 2);
    this.#token = {
      value: token.value,
      renewAt: clock.now() + (token.lifeSeconds - early) * 1000,
    };
    return this.#token;
  }
}

function readToken(body: string): { readonly value: string; readonly lifeSeconds: number } | null {
  const response = readObject(parseJson(body), ['access_token']);
  const value = readText(readField(response, 'access_token'));
  if (value === null || !/^[\x21-\x7e]+$/.test(value)) {
    return null;
  }
  const life = readNumber(readField(response, 'expires_in'));
  const statedSeconds = life !== null && life > 0 ? life : usualLifeSeconds;
  // A refused token is renewed at once; a lifetime of zero would spend the budget on tokens.
  return { value, lifeSeconds: Math.min(Math.max(statedSeconds, minLifeSeconds), maxLifeSeconds) };
}
