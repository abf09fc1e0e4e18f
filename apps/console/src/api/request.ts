/** A refusal of the API, or the lack of an answer; the message says what happened, in words for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    /** 0 where there was no answer at all. */
    readonly status: number,
    readonly code: string,
    readonly details: Readonly<Record<string, unknown>>,
    readonly requestId: string | null,
  ) {
    super(message);
  }
}

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SendOptions {
  readonly query?: QueryValues;
  readonly body?: unknown;
  /** For a body that is no JSON, with its content type. */
  readonly raw?: { readonly type: string; readonly body: BodyInit };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Makes a repetition of the same request harmless; a new one for every new intention. */
  readonly idempotencyKey?: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const prefix = '/api/v1';

/** The address of an endpoint with its query; what is undefined or empty is left out. */
export function addressOf(path: string, query: QueryValues = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return `${prefix}${path}${search === '' ? '' : `?${search}`}`;
}

/**
 * Asks the API of this service as the person who is signed in: the browser sends the session's cookie along.
 *
 * @throws ApiError for every refusal, and where no answer came
 */
export async function send<T>(method: Method, path: string, options: SendOptions = {}): Promise<T> {
  const response = await answerTo(method, path, options);
  const text = await response.text();
  if (!response.ok) {
    throw refusalOf(response, text);
  }
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** A key for `Idempotency-Key`. `crypto.randomUUID` exists over https alone. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

async function answerTo(method: Method, path: string, options: SendOptions): Promise<Response> {
  const { query, body, raw, headers, signal, idempotencyKey } = options;
  const payload = raw?.body ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    return await fetch(addressOf(path, query), {
      method,
      headers: {
        ...(payload === undefined ? {} : { 'Content-Type': raw?.type ?? 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      throw error;
    }
    throw new ApiError(
      'The service did not answer. Nothing you typed is lost: check the connection and try again.',
      0,
      'NO_ANSWER',
      {},
      null,
    );
  }
}

interface Envelope {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly request_id?: string;
  };
}

function refusalOf(response: Response, text: string): ApiError {
  const { error = {} } = parseEnvelope(text);
  const { code = 'UNKNOWN', message, details = {}, request_id: inBody } = error;
  const requestId = inBody ?? response.headers.get('X-Request-Id');
  const words = message ?? `The service answered with ${response.status}.`;
  return new ApiError(words, response.status, code, details, requestId);
}

function parseEnvelope(text: string): Envelope {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
