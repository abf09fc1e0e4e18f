import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Readonly<Record<string, unknown>>;

/** A PSA unlike those that the service supports, in memory. */
export interface ThirdPsa {
  readonly url: string;
  rows(collection: string): readonly Row[];
  /** Adds an entity like a person would; returns its id. */
  add(collection: string, row: Row): number;
  edit(collection: string, id: number, changes: Row): void;
  /**
   * Drops the connection instead of responding to every n-th write that it applies from now on; 0 for none.
   */
  loseResponses(everyNth: number): void;
  /** Rejects new entities without this field from now on; null for none. */
  demand(collection: string, field: string | null): void;
  /** How many requests it has refused. */
  refusals(): number;
  close(): Promise<void>;
}

/** The headers that replace tokens here. */
export const thirdPsaHeaders = { 'x-integration-key': 'the-integration' } as const;
export const maxAccountName = 50;
/** Small, so that a few rows are several pages. */
export const thirdPageSize = 3;

const collections = ['accounts', 'contacts', 'tickets', 'notes'] as const;
const agentOfService = 1;
/** Rows of tickets contain only ids. */
const shownOfTickets = ['id', 'typeId', 'statusId', 'contactId', 'accountId'];

class Refusal extends Error {}

export async function startThirdPsa(): Promise<ThirdPsa> {
  const held = new Map<string, Map<number, Row>>(collections.map((name) => [name, new Map<number, Row>()]));
  let lastId = 700;
  let losesEvery = 0;
  let applied = 0;

  let refused = 0;
  const demanded = new Map<string, string | null>();

  const rowsOf = (collection: string): Map<number, Row> => {
    const rows = held.get(collection);
    if (rows === undefined) {
      throw new Refusal(`no collection ${collection}`);
    }
    return rows;
  };

  function put(collection: string, row: Row): number {
    lastId += 1;
    rowsOf(collection).set(lastId, { ...row, id: lastId });
    return lastId;
  }

  /**
   * `{filter: {field: value or values}, contains: {field: text}, after: id}`: the next page belongs to the
   * body of this one.
   */
  function query(collection: string, { filter = {}, contains = {}, after = 0 }: Row): unknown {
    const all = [...rowsOf(collection).values()].filter(
      (row) =>
        Object.entries(filter as Row).every(([name, wanted]) => [wanted].flat().includes(row[name])) &&
        Object.entries(contains as Row).every(([name, text]) =>
          String(row[name]).toLowerCase().includes(String(text).toLowerCase()),
        ),
    );
    const left = all.filter(({ id }) => Number(id) > Number(after));
    const shown = left.slice(0, thirdPageSize);
    const items =
      collection === 'tickets'
        ? shown.map((row) => Object.fromEntries(shownOfTickets.map((name) => [name, row[name]])))
        : shown;
    return { items, next: left.length > shown.length ? shown.at(-1)?.['id'] : null };
  }

  function write(method: string | undefined, collection: string, body: Row): unknown {
    const { id, ...changes } = body;
    if (method === 'PATCH') {
      const known = rowsOf(collection).get(Number(id));
      if (known === undefined) {
        throw new Refusal('the entity does not exist');
      }
      rowsOf(collection).set(Number(id), { ...known, ...changes, changedBy: agentOfService });
      return { itemId: id };
    }
    const required = [...(collection === 'tickets' ? ['title', 'queueId'] : []), demanded.get(collection)];
    const missing = required.find((field) => typeof field === 'string' && changes[field] === undefined);
    if (missing !== undefined) {
      throw new Refusal(`${missing} is required`);
    }
    const name = changes['name'];
    const cut = typeof name === 'string' ? { name: name.slice(0, maxAccountName) } : {};
    return { itemId: put(collection, { ...changes, ...cut, changedBy: agentOfService }) };
  }

  async function handle(
    request: IncomingMessage,
  ): Promise<{ readonly isWrite: boolean; readonly json: unknown }> {
    if (request.headers['x-integration-key'] !== thirdPsaHeaders['x-integration-key']) {
      throw new Refusal('no permission');
    }
    const [collection = '', rest] = (request.url ?? '').replace(/^\/api\//, '').split('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Row | readonly Row[];
    if (Array.isArray(body)) {
      throw new Refusal('one entity at a time');
    }
    if (request.method === 'GET') {
      return { isWrite: false, json: { item: rowsOf(collection).get(Number(rest)) ?? null } };
    }
    return rest === 'query'
      ? { isWrite: false, json: query(collection, body as Row) }
      : { isWrite: true, json: write(request.method, collection, body as Row) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { isWrite, json } = await handle(request);
      applied += isWrite ? 1 : 0;
      if (isWrite && losesEvery > 0 && applied % losesEvery === 0) {
        request.socket.destroy();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    } catch (error) {
      refused += 1;
      // It responds with 500 to everything that it rejects, including a missing permission and a wrong field.
      const errors = [error instanceof Error ? error.message : String(error)];
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ errors }));
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rows: (collection) => [...rowsOf(collection).values()],
    add: (collection, row) => put(collection, { changedBy: 2, ...row }),
    edit(collection, id, changes) {
      rowsOf(collection).set(id, { ...rowsOf(collection).get(id), ...changes, changedBy: 2, id });
    },
    loseResponses(everyNth) {
      losesEvery = everyNth;
      applied = 0;
    },
    demand(collection, field) {
      demanded.set(collection, field);
    },
    refusals: () => refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
