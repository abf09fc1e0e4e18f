import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the scripted PSA received it. */
export interface SeenRequest {
  readonly method: string;
  /** Below `/api`, or `/auth/token`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly text: string;
  /** The parsed body; null if there is none. */
  readonly json: unknown;
}

export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** The result of a request: a response, a dropped connection, or silence. */
export type ScriptedReply = ScriptedResponse | 'drop' | 'silence';
export type Script = (request: SeenRequest) => ScriptedReply | Promise<ScriptedReply>;

export interface ScriptedPsa {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** The requests to the API, without token calls. */
  calls(): readonly SeenRequest[];
  respondWith(script: Script): void;
  respondToTokensWith(script: Script): void;
  forget(): void;
  close(): Promise<void>;
}

const goodToken: ScriptedResponse = {
  json: { access_token: 'token-one', token_type: 'Bearer', expires_in: 3600 },
};

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const url = new URL(request.url ?? '/', 'http://psa.test');
  const text = Buffer.concat(chunks).toString();
  const isJson = request.headers['content-type'] === 'application/json';
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api/, ''),
    query: url.searchParams,
    authorization: request.headers.authorization,
    text,
    json: isJson ? (JSON.parse(text) as unknown) : null,
  };
}

/** A PSA that responds exactly as a test wants, for dialects and faults that no well-behaved server has. */
export async function startScriptedPsa(): Promise<ScriptedPsa> {
  const seen: SeenRequest[] = [];
  let respondToApi: Script = () => ({ status: 404 });
  let respondToToken: Script = () => goodToken;
  const server = createServer((request, response) => {
    void (async () => {
      const read = await readRequest(request);
      seen.push(read);
      const reply = await (read.path === '/auth/token' ? respondToToken(read) : respondToApi(read));
      if (reply === 'silence') {
        return;
      }
      if (reply === 'drop') {
        request.socket.destroy();
        return;
      }
      const text = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
      response.writeHead(reply.status ?? 200, reply.headers).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    calls: () => seen.filter(({ path }) => path !== '/auth/token'),
    respondWith(script) {
      respondToApi = script;
    },
    respondToTokensWith(script) {
      respondToToken = script;
    },
    forget() {
      seen.length = 0;
      respondToToken = () => goodToken;
      respondToApi = () => ({ status: 404 });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
