export interface ApiCall {
  /** Serialised as JSON. */
  readonly body?: unknown;
  /** Sent unmodified, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The API key; null for none. */
  readonly key?: string | null;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed if it is JSON. */
  readonly body: Record<string, unknown> & { readonly error?: Record<string, unknown> };
}

/** One request; a path that begins with `/` is relative to `/api/v1`, one with `//` to the origin. */
export async function callApi(
  origin: string,
  method: string,
  path: string,
  call: ApiCall,
): Promise<ApiResponse> {
  const address = path.startsWith('//') ? origin + path.slice(1) : `${origin}/api/v1${path}`;
  const sent = call.raw ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(sent === null ? {} : { 'Content-Type': 'application/json' }),
      ...(typeof call.key === 'string' ? { Authorization: `Bearer ${call.key}` } : {}),
      ...call.headers,
    },
    ...(sent === null ? {} : { body: sent }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as ApiResponse['body']) : {},
  };
}
