import { inSpan, setSpanStatus, type Logger } from '@leadbridge/platform';
import { PsaCredentialsError, PsaUnavailableError } from '@leadbridge/usecases';
import type { PsaCallContext, PsaCallSummary, PsaPriority } from '@leadbridge/usecases';

import { createHttpClient } from '../http/http-client.js';
import type { HttpResponse, HttpClient, HttpRequest } from '../http/http-client.js';
import { HttpFault } from '../http/http-fault.js';
import { createRedactor } from '../http/redact.js';
import { PsaBudget } from './budget.js';
import type { PsaBudgetStatus } from './budget-status.js';
import { callWithSlot, giveBack, type SlotChain } from './call-with-slot.js';
import { type PsaResponseClass, type PsaCallIntent, classOfStatus } from './classify.js';
import { readErrorText } from './error-text.js';
import { PsaCallMonitor } from './psa-call-monitor.js';
import type { PsaDialect } from './psa-dialect.js';
import { type PsaRequest, apiRequest, bearer } from './psa-requests.js';
import type { PsaClientSettings } from './psa-settings.js';
import { PsaTokens, type TokenPatience } from './psa-tokens.js';
import { parseJson } from './read-json.js';
import { describeFailure, repeatWhilePassing, unavailable } from './repeat-while-passing.js';

/** Parsed JSON (null for an empty body), or a refusal with its message and the content of its body. */
export type PsaResponse =
  | { readonly kind: 'succeeded'; readonly json: unknown }
  | {
      readonly kind: 'refused' | 'absent';
      readonly status: number;
      readonly message: string;
      readonly json: unknown;
    };

/** For a write it may also be unknown whether it was applied; `status` is null if no response arrived. */
export type PsaWriteResponse =
  | PsaResponse
  | { readonly kind: 'uncertain'; readonly status: number | null; readonly message: string };

/** How long a call waits for its slot before it throws `PsaBudgetError`; `windows` with `waitsForWindows`. */
const maxWaitsMs: Readonly<Record<PsaPriority | 'windows', number>> = {
  opt_out: 30_000,
  lifecycle: 30_000,
  single: 10_000,
  bulk: 10_000,
  mirror: 0,
  windows: 3_600_000,
};
/**
 * Means that there is no content. A read that returns any other success without a body was cut off on its
 * way: treated as an empty list, it would make an import create a person who already exists. A `null` or an empty text
 * says no more.
 */
const noContentStatus = 204;
const maximumResponseBytes = 64 * 1024 * 1024;
/** A slower probe counts as failed. */
const maxProbeMs = 5_000;

/** Includes the value of the body: null for an empty one, undefined for one that is not JSON. */
interface ReadResponse extends HttpResponse {
  readonly json: unknown;
  readonly meaning: PsaResponseClass;
}

interface ExchangeOptions {
  readonly intent: PsaCallIntent;
  /** Until when to wait for a slot, in terms of `performance.now()`. */
  readonly deadline: number;
  readonly http?: HttpClient;
  readonly tokenPatience?: TokenPatience;
}

/** Calls of the PSA's API, each with a slot and a token; reads are retried, writes are sent once. */
export class PsaCaller {
  readonly logger: Logger;
  readonly #settings: PsaClientSettings;
  readonly #dialect: PsaDialect;
  readonly #budget: PsaBudget;
  readonly #http;
  readonly #probeHttp;
  readonly #monitor = new PsaCallMonitor();
  readonly #chains = new WeakMap<PsaCallContext, SlotChain>();
  /** Null if the dialect authenticates with headers. */
  readonly #tokens: PsaTokens | null;
  readonly #redact: (text: string) => string;

  constructor(settings: PsaClientSettings, dialect: PsaDialect) {
    const timeoutMilliseconds = settings.timeoutSeconds * 1000;
    this.#settings = settings;
    this.#dialect = dialect;
    this.logger = settings.logger;
    this.#budget = new PsaBudget({ ...settings, callMilliseconds: timeoutMilliseconds });
    const http = { maximumResponseBytes, incompleteBody: 'fail' } as const;
    this.#http = createHttpClient({ ...http, timeoutMilliseconds });
    this.#probeHttp = createHttpClient({
      ...http,
      timeoutMilliseconds: Math.min(timeoutMilliseconds, maxProbeMs),
    });
    this.#redact = createRedactor([settings.clientSecret]);
    const { authorisation } = dialect;
    this.#tokens =
      authorisation.kind === 'headers'
        ? null
        : new PsaTokens({
            budget: this.#budget,
            request: async () => authorisation.tokenRequest(async (path) => this.#discover(path)),
            send: async (request) => this.#send(request, '/auth/token'),
            redact: this.#redact,
            monitor: this.#monitor,
            clock: settings.clock,
            logger: settings.logger,
          });
  }

  /**
   * Throws `PsaUnavailableError` after all retries failed, `PsaBudgetError`, and `PsaCredentialsError`.
   *
   * @param isUsable whether a success is what was asked for; one that is not is retried too, and returned if it stays so
   */
  async read(
    request: PsaRequest,
    context: PsaCallContext,
    isUsable: (json: unknown) => boolean = () => true,
  ): Promise<PsaResponse> {
    const deadline = this.#deadline(context);
    const options = { deadline, intent: 'read' } as const;
    const response = await repeatWhilePassing(async () => this.#exchange(request, context, options), {
      isPassing: ({ meaning }) => meaning === 'passing',
      isReadable: ({ meaning, json }, isLastTry) =>
        meaning !== 'succeeded' || (json !== undefined && (isLastTry || isUsable(json))),
      path: request.pattern,
      logger: this.#settings.logger,
    });
    return this.#understand(response) ?? { kind: 'succeeded', json: response.json };
  }

  /** Sends a write once. Throws `PsaUnavailableError` only if it certainly did not arrive. */
  async write(request: PsaRequest, context: PsaCallContext): Promise<PsaWriteResponse> {
    const deadline = this.#deadline(context);
    const options = { deadline, intent: 'write' } as const;
    const outcome = await this.#exchange(request, context, options).catch((error: unknown) => {
      if (error instanceof HttpFault) {
        return error;
      }
      throw error;
    });
    if (outcome instanceof HttpFault) {
      if (!outcome.mayHaveArrived) {
        throw unavailable(outcome);
      }
      return { kind: 'uncertain', status: null, message: describeFailure(outcome) };
    }
    if (outcome.meaning === 'passing') {
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
    // The response to a deletion may be empty.
    return outcome.json === undefined && request.method !== 'DELETE'
      ? { kind: 'uncertain', status: outcome.status, message: describeFailure(outcome) }
      : { kind: 'succeeded', json: outcome.json };
  }

  /** See `PsaSession.expectCalls`. */
  expectCalls(context: PsaCallContext, count: number): void {
    const chain = this.#chains.get(context);
    if (chain !== undefined) {
      chain.isOver = true;
      giveBack(chain);
    }
    this.#chains.set(context, { expected: count, isOver: false, kept: [] });
  }

  /** One small read, so that `calls` shows whether the PSA responds. Never rejects, and waits for no slot. */
  async probe(): Promise<void> {
    await this.#exchange(
      this.#dialect.probe,
      { priority: 'single' },
      {
        intent: 'read',
        http: this.#probeHttp,
        deadline: performance.now(),
        tokenPatience: { repeats: 0, slotWaitMs: 0 },
      },
    ).catch((error: unknown) => {
      this.logger.debug('a probe of the PSA failed', { error });
    });
  }

  calls(): PsaCallSummary {
    return this.#monitor.summary();
  }

  /** The budget of all processes. @throws PsaUnavailableError if Redis is unavailable */
  async budget(): Promise<PsaBudgetStatus> {
    return await this.#budget.status();
  }

  close(): void {
    this.#budget.close();
    this.#http.close();
    this.#probeHttp.close();
  }

  /** A refusal; null for a success. Throws on a redirect, which was not applied, and on refused credentials. */
  #understand(response: ReadResponse): PsaResponse | null {
    if (response.meaning === 'succeeded') {
      return null;
    }
    if (response.meaning === 'misaddressed') {
      throw new PsaUnavailableError(
        `The PSA redirects to another address (status ${response.status}): its configured address must be the final one`,
      );
    }
    const message = this.#redact(readErrorText(response.status, response.body));
    if (response.meaning === 'credentials') {
      const advice = 'its scope (PSA_SCOPE) or the rights of its agent may be too small';
      throw new PsaCredentialsError(
        `The PSA refuses the service's access token, a fresh one too; ${advice}: ${message}`,
        response.status,
      );
    }
    const kind = response.meaning === 'absent' ? 'absent' : 'refused';
    return { kind, status: response.status, message, json: response.json };
  }

  /** One response of the API. A refused token is renewed once. */
  async #exchange(
    request: PsaRequest,
    context: PsaCallContext,
    { intent, deadline, http = this.#http, tokenPatience }: ExchangeOptions,
  ): Promise<ReadResponse> {
    for (let renewed = false; ; renewed = true) {
      const token = (await this.#tokens?.get(tokenPatience)) ?? null;
      const askedAt = performance.now();
      const response = await callWithSlot(this.#budget, {
        priority: context.priority,
        chain: this.#chains.get(context),
        deadline,
        ...(intent === 'read' || context.beforeWrite === undefined
          ? {}
          : { beforeSend: context.beforeWrite }),
        send: async () => {
          context.onCall?.(performance.now() - askedAt);
          const credentials = this.#credentials(token);
          return this.#send(apiRequest(this.#settings.url, request, credentials), request.pattern, http);
        },
      });
      const meaning = this.#dialect.classify?.(response, intent) ?? classOfStatus(response.status);
      if (meaning !== 'credentials') {
        return this.#read(response, meaning, intent);
      }
      if (token !== null) {
        this.#tokens?.drop(token);
      }
      if (renewed || token === null) {
        this.#monitor.failed('credentials_refused');
        return { ...response, meaning, json: readBody(response) };
      }
    }
  }

  #credentials(token: string | null): Readonly<Record<string, string>> {
    const { authorisation } = this.#dialect;
    return authorisation.kind === 'headers' ? authorisation.headers : bearer(token ?? '');
  }

  /** Reads something that requires no token; null for a refusal, and for a response that is not JSON. */
  async #discover(path: string): Promise<unknown> {
    const request = { method: 'GET', path, pattern: path } as const;
    const response = await callWithSlot(this.#budget, {
      priority: 'opt_out',
      deadline: performance.now() + maxWaitsMs.opt_out,
      send: async () => this.#send(apiRequest(this.#settings.url, request, {}), path),
    });
    return response.status < 300 ? (readBody(response) ?? null) : null;
  }

  /** Parses the body once, and tells the monitor whether the API responded. */
  #read(response: HttpResponse, meaning: PsaResponseClass, intent: PsaCallIntent): ReadResponse {
    const body = readBody(response);
    const isNothing = body === null || body === '';
    const isMissing = intent === 'read' && isNothing && response.status !== noContentStatus;
    const json = isMissing ? undefined : body;
    if (meaning === 'misaddressed' || (meaning === 'succeeded' && json === undefined)) {
      this.#monitor.failed('unreadable_answer');
    } else if (meaning === 'passing') {
      this.#monitor.failed('server_error');
    } else {
      this.#monitor.responded();
    }
    return { ...response, meaning, json };
  }

  async #send(request: HttpRequest, path: string, http = this.#http): Promise<HttpResponse> {
    const attributes = { 'http.request.method': request.method, 'url.template': path };
    const span = { kind: 'client', name: `PSA ${request.method} ${path}`, attributes } as const;
    const start = performance.now();
    const ended = this.#monitor.sent();
    let status: number | null = null;
    try {
      return await inSpan(span, async (current) => {
        const response = await http.send(request);
        ({ status } = response);
        setSpanStatus(current, status, 400);
        return response;
      });
    } finally {
      ended();
      if (status === null || classOfStatus(status) === 'passing') {
        this.#monitor.failed(status === null ? 'unreachable' : 'server_error');
      }
      const milliseconds = performance.now() - start;
      this.#settings.onCall?.({ method: request.method, path, status, milliseconds });
    }
  }

  #deadline({ priority, waitsForWindows = false }: PsaCallContext): number {
    return performance.now() + maxWaitsMs[waitsForWindows ? 'windows' : priority];
  }
}

/** The value of a body: null for an empty one, undefined for one that is not JSON. */
function readBody(response: HttpResponse): unknown {
  return isBlank(response) ? null : parseJson(response.body);
}

function isBlank({ body }: HttpResponse): boolean {
  return body.trim() === '';
}
