import { inSpan, setSpanStatus, type Logger } from '@leadbridge/platform';
import {
  type PsaCallContext,
  PsaRefusedError,
  PsaUnavailableError,
  type PsaPriority,
} from '@leadbridge/usecases';

import { type HttpAnswer, type HttpRequest, createHttpClient } from '../http/http-client.js';
import { HttpFault } from '../http/http-fault.js';
import { createRedactor } from '../http/redact.js';
import { PsaBudget } from './budget.js';
import { callWithSlot } from './call-with-slot.js';
import { readErrorText } from './error-text.js';
import { type PsaRequest, apiRequest, tokenRequest } from './psa-requests.js';
import type { PsaClientSettings } from './psa-settings.js';
import { PsaTokens } from './psa-tokens.js';
import { parseJson } from './read-json.js';
import { describeFailure, isPassingStatus, repeatWhilePassing } from './repeat-while-passing.js';

/** What the PSA said: parsed JSON (null for an empty body), or a refusal (4xx) with its message and what its body holds. */
export type PsaAnswer =
  | { readonly kind: 'answered'; readonly json: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string; readonly json: unknown };

/** Of a write it may also be unknown whether it was applied; `status` is null where no answer came. */
export type PsaWriteAnswer =
  PsaAnswer | { readonly kind: 'uncertain'; readonly status: number | null; readonly message: string };

/** How long a call waits for its slot before it throws `PsaBudgetError`. */
const longestWaits: Readonly<Record<PsaPriority, number>> = {
  opt_out: 30_000,
  lifecycle: 30_000,
  single: 10_000,
  bulk: 10_000,
};
const maximumAnswerBytes = 64 * 1024 * 1024;

/** Makes calls to the PSA's API: each with a slot of the budget and a token, reads repeated, writes sent once. */
export class PsaCaller {
  readonly logger: Logger;
  readonly #settings: PsaClientSettings;
  readonly #budget: PsaBudget;
  readonly #http;
  readonly #tokens: PsaTokens;
  readonly #redact: (text: string) => string;

  constructor(settings: PsaClientSettings) {
    const timeoutMilliseconds = settings.timeoutSeconds * 1000;
    this.#settings = settings;
    this.logger = settings.logger;
    this.#budget = new PsaBudget({ ...settings, callMilliseconds: timeoutMilliseconds });
    this.#http = createHttpClient({ timeoutMilliseconds, maximumAnswerBytes, longerAnswer: 'fail' });
    this.#redact = createRedactor([settings.clientSecret]);
    this.#tokens = new PsaTokens({
      budget: this.#budget,
      fetch: async () => this.#send(tokenRequest(settings), '/auth/token'),
      redact: this.#redact,
      clock: settings.clock,
      logger: settings.logger,
    });
  }

  /** Throws `PsaUnavailableError` after repeating in vain, `PsaBudgetError`, and `PsaRefusedError` for refused credentials. */
  async read(request: PsaRequest, context: PsaCallContext): Promise<PsaAnswer> {
    const deadline = this.#deadline(context);
    const answer = await repeatWhilePassing(async () => this.#exchange(request, context, deadline), {
      isReadable: ({ status, body }) => status >= 300 || readBody(body) !== undefined,
      path: request.pattern,
      logger: this.#settings.logger,
    });
    return this.#understand(answer) ?? { kind: 'answered', json: readBody(answer.body) };
  }

  /**
   * Sends a write once. Throws `PsaUnavailableError` when it certainly did not arrive, `PsaBudgetError`, `PsaRefusedError` for refused
   * credentials, and what `beforeWrite` throws.
   */
  async write(request: PsaRequest, context: PsaCallContext): Promise<PsaWriteAnswer> {
    const outcome = await this.#exchange(request, context, this.#deadline(context)).catch(
      (error: unknown) => {
        if (error instanceof HttpFault) {
          return error;
        }
        throw error;
      },
    );
    if (outcome instanceof HttpFault) {
      if (!outcome.mayHaveArrived) {
        throw new PsaUnavailableError(describeFailure(outcome));
      }
      return { kind: 'uncertain', status: null, message: describeFailure(outcome) };
    }
    if (isPassingStatus(outcome.status)) {
      return {
        kind: 'uncertain',
        status: outcome.status,
        message: this.#redact(describeFailure(outcome)),
      };
    }
    const understood = this.#understand(outcome);
    if (understood !== null) {
      return understood;
    }
    const json = readBody(outcome.body);
    return json === undefined
      ? { kind: 'uncertain', status: outcome.status, message: describeFailure(outcome) }
      : { kind: 'answered', json };
  }

  /** Ends all waiting and closes idle connections. */
  close(): void {
    this.#budget.close();
    this.#http.close();
  }

  /** A refusal; null for a success. Throws on a redirect, which was not applied, and on refused credentials. */
  #understand(answer: HttpAnswer): PsaAnswer | null {
    if (answer.status >= 200 && answer.status < 300) {
      return null;
    }
    if (answer.status < 400) {
      throw new PsaUnavailableError(
        `The PSA redirects to another address (status ${answer.status}): its configured address must be the final one`,
      );
    }
    const message = this.#redact(readErrorText(answer.status, answer.body));
    if (answer.status === 401) {
      throw new PsaRefusedError(`The PSA refuses the service's access token: ${message}`, answer.status);
    }
    return { kind: 'refused', status: answer.status, message, json: parseJson(answer.body) };
  }

  /** One answer of the API. A token that is refused is renewed once. */
  async #exchange(request: PsaRequest, context: PsaCallContext, deadline: number): Promise<HttpAnswer> {
    for (let renewed = false; ; renewed = true) {
      const token = await this.#tokens.get();
      const answer = await callWithSlot(this.#budget, {
        priority: context.priority,
        deadline,
        ...(request.method === 'GET' || context.beforeWrite === undefined
          ? {}
          : { beforeSend: context.beforeWrite }),
        send: async () => {
          context.onCall?.();
          return this.#send(apiRequest(this.#settings.url, request, token), request.pattern);
        },
      });
      if (answer.status !== 401) {
        return answer;
      }
      this.#tokens.drop(token);
      if (renewed) {
        return answer;
      }
    }
  }

  async #send(request: HttpRequest, path: string): Promise<HttpAnswer> {
    const attributes = { 'http.request.method': request.method, 'url.template': path };
    const span = { kind: 'client', name: `PSA ${request.method} ${path}`, attributes } as const;
    const start = performance.now();
    let status: number | null = null;
    try {
      return await inSpan(span, async (current) => {
        const answer = await this.#http.send(request);
        ({ status } = answer);
        setSpanStatus(current, status, 400);
        return answer;
      });
    } finally {
      const milliseconds = performance.now() - start;
      this.#settings.onCall?.({ method: request.method, path, status, milliseconds });
    }
  }

  #deadline(context: PsaCallContext): number {
    return performance.now() + longestWaits[context.priority];
  }
}

/** An answer's value: null for an empty body, undefined for one that is no JSON. */
function readBody(body: string): unknown {
  return body.trim() === '' ? null : parseJson(body);
}
