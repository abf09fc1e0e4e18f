import { readServerEvents, type ServerEvent } from './server-events.js';
import { CommandError } from './command-error.js';
import { duration, timeOfDay } from './time-text.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to `/api/v1`. */
  readonly path: string;
  /** Serialised JSON. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  /** The JSON of a successful answer. @throws CommandError in the words of the error envelope */
  call(request: ApiRequest): Promise<unknown>;
  /** The same, and whether it is the answer to an earlier request with the same `Idempotency-Key`. @throws CommandError */
  send(request: ApiRequest): Promise<{ readonly body: unknown; readonly isReplay: boolean }>;
  /** The body of a successful answer as text. @throws CommandError */
  text(path: string): Promise<string>;
  /** The server-sent events of an address, until it ends. @throws CommandError */
  events(path: string): AsyncIterable<ServerEvent>;
}

/** Longer waits than this are for a person to decide. */
const maxWaitSeconds = 3_600;

/** Longer waits than this are not begun without asking. */
const unaskedWaitSeconds = 60;

/** Pauses before a request is tried again that found nobody; one that may have arrived carries an `Idempotency-Key`. */
const pausesMilliseconds = [500, 2_000, 5_000, 10_000];

export interface ApiClientSettings {
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly note: (line: string) => void;
  /** Asks the person at the terminal, and answers null where there is none. */
  readonly confirm?: (question: string) => Promise<boolean | null>;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** Calls the service's REST API. Waits where the service says that there were too many requests. */
export function createApiClient(settings: ApiClientSettings): ApiClient {
  const { serviceUrl, apiKey, note, confirm = nobody, sleep = pause } = settings;

  async function reach(request: ApiRequest): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await fetch(`${serviceUrl}/api/v1${request.path}`, {
          method: request.method,
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...request.headers,
          },
          ...(request.body === undefined ? {} : { body: request.body }),
          redirect: 'manual',
        });
      } catch (error) {
        const milliseconds = pausesMilliseconds[attempt];
        if (milliseconds === undefined) {
          throw new CommandError(`${serviceUrl} cannot be reached: ${reasonOf(error)}`);
        }
        await sleep(milliseconds);
      }
    }
  }

  async function agreeToWait(reason: string, seconds: number): Promise<void> {
    const until = timeOfDay(new Date(Date.now() + seconds * 1000));
    const agreed =
      seconds > unaskedWaitSeconds
        ? await confirm(`${reason}. Wait until ${until} (${duration(seconds)})?`)
        : null;
    if (agreed === false) {
      throw new CommandError(`Not waited: ${reason}, until ${until}. The same command goes on from here`);
    }
    if (agreed === null) {
      note(`${reason}: waiting until ${until} (${duration(seconds)})`);
    }
  }

  async function answerTo(request: ApiRequest): Promise<Response> {
    for (;;) {
      const answer = await reach(request);
      if (answer.ok) {
        return answer;
      }
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
      const isLater = answer.status === 429 || answer.status === 409;
      if (!isLater || !(seconds >= 0 && seconds <= maxWaitSeconds)) {
        throw new CommandError(await describe(answer));
      }
      const reason = await reasonOfWait(answer);
      if (answer.status === 429) {
        await agreeToWait(reason, seconds);
      }
      await sleep(seconds * 1000);
    }
  }

  return {
    async call(request) {
      return await (await answerTo(request)).json();
    },
    async send(request) {
      const answer = await answerTo(request);
      return { body: await answer.json(), isReplay: answer.headers.get('idempotency-replayed') === 'true' };
    },
    async text(path) {
      return await (await answerTo({ method: 'GET', path })).text();
    },
    async *events(path) {
      const answer = await answerTo({ method: 'GET', path, headers: { accept: 'text/event-stream' } });
      if (answer.body !== null) {
        yield* readServerEvents(answer.body);
      }
    },
  };
}

async function describe(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: Record<string, unknown> } | null;
  const { code, message, request_id: request } = body?.error ?? {};
  return typeof message === 'string'
    ? `${String(code)}: ${message} (request ${String(request)})`
    : `The service answered ${answer.status}`;
}

/** Which limit it is, in the words of the service. */
async function reasonOfWait(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: Record<string, unknown> } | null;
  const { message, details } = body?.error ?? {};
  const quota = (details as { quota?: unknown } | undefined)?.quota;
  const text = typeof message === 'string' ? message : 'The service asks to wait';
  return typeof quota === 'number' ? `${text} (${quota})` : text;
}

/** The cause tells more than the message of `fetch`, which is the same for everything. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

async function nobody(): Promise<null> {
  return await Promise.resolve(null);
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
