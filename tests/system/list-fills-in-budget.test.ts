import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { PsaBudgetError, type PsaCallContext, type PsaPort } from '@leadbridge/usecases';

import { dialectWithLists } from '../../packages/integrations/src/halopsa/testing/dialect-with-lists.js';
import { preparedHalo } from '../../packages/integrations/src/halopsa/testing/prepared-halo.js';
import { ArrayLimits } from '../../packages/integrations/src/psa/array-limits.js';
import type { PsaCaller } from '../../packages/integrations/src/psa/psa-caller.js';
import { createPsaIo } from '../../packages/integrations/src/psa/psa-io.js';
import type { PsaRequest } from '../../packages/integrations/src/psa/psa-requests.js';
import { createSpecDialect } from '../../packages/integrations/src/psa/spec-dialect.js';
import { addPlannedListItems } from '../../packages/usecases/src/psa/fill-lists.js';
import { createMemoryImportStore } from '../../packages/usecases/src/testing/memory-import-store.js';

/** How a PSA has its lists: as the specification says, or a HaloPSA as tags or as distribution lists, of opt-outs too. */
type ListKind = 'spec' | 'tags' | 'distribution' | 'opt_outs';
type KilledAt = 'never' | 'first_write' | 'last_write';

interface Given {
  readonly kind: ListKind;
  /** Calls in a window. */
  readonly window: number;
  /** Items that the list has before. */
  readonly length: number;
  readonly tickets: number;
  readonly killed: KilledAt;
}

const windowMs = 300_000;
const maxWindows = 40;
const userOf = (ticketId: number): number => ticketId + 1_000_000;
const nameOf = (kind: ListKind): string => (kind === 'opt_outs' ? 'Do Not Contact' : 'Cold');

class Killed extends Error {}

/** The lists of a PSA, and the requests that they take. */
function listsOf({ kind, length }: Given) {
  const items = Array.from({ length }, (_, index) => ({ id: index + 1, ticket_id: 500_000 + index }));
  const members = new Set(items.map(({ ticket_id: ticketId }) => userOf(ticketId)));
  const tags = new Map<number, readonly unknown[]>();
  const row = { id: 5, name: nameOf(kind) };
  const ticketOf = (id: number) => ({ id, user_id: userOf(id), tags: tags.get(id) ?? [] });
  const pageOf = (page: number) => items.slice((page - 1) * 100, page * 100);
  const add = (body: unknown) =>
    [body].flat().map((item, index) => {
      const id = items.length + 1;
      items.push({ id, ticket_id: (item as { ticket_id: number }).ticket_id });
      return { index, status: 201, id };
    });
  const change = (path: string, body: unknown) => {
    const [changed] = body as {
      id: number;
      tags?: readonly unknown[];
      addtheseusers?: { id: number }[];
    }[];
    if (path === '/Tickets') {
      tags.set(changed?.id ?? 0, changed?.tags ?? []);
    }
    (changed?.addtheseusers ?? []).forEach(({ id }) => members.add(id));
    return { id: changed?.id };
  };
  const read = ({ path, query = {} }: PsaRequest): unknown => {
    const [, ticketId] = /^\/Tickets\/(\d+)$/.exec(path) ?? [];
    const ids = String(query['ticketids'] ?? '').split(',');
    const responses = new Map<string, () => unknown>([
      ['/Lists', () => [row]],
      ['/DistributionLists', () => [row]],
      ['/DistributionLists/5', () => ({ ...row, members: [...members].map((id) => ({ user_id: id })) })],
      ['/Lists/5/items', () => ({ record_count: items.length, items: pageOf(Number(query['page_no'])) })],
    ]);
    return ticketId === undefined
      ? (responses.get(path)?.() ??
          ('ticketids' in query ? ids.map((id) => ticketOf(Number(id))) : (preparedHalo[path] ?? [])))
      : ticketOf(Number(ticketId));
  };
  return {
    respond: (request: PsaRequest): unknown => {
      const { method, path, body } = request;
      return method === 'GET' ? read(request) : path === '/Lists/5/items' ? add(body) : change(path, body);
    },
    /** How many items of the tickets it shows. */
    listed: () => (kind === 'tags' ? tags.size : (kind === 'spec' ? items.length : members.size) - length),
  };
}

/** Counts the calls from now on, in windows, and ends the process once with a write whose response is lost. */
function createLine({ window, tickets, killed }: Given, psa: ReturnType<typeof listsOf>) {
  const used = { calls: 0, windows: 1 };
  let left = Number.POSITIVE_INFINITY;
  let isToEnd = killed !== 'never';
  const renew = (): void => {
    used.windows += 1;
    left = window;
  };
  const takeSlot = (context: PsaCallContext): void => {
    if (left === 0) {
      if (context.waitsForWindows !== true) {
        throw new PsaBudgetError(0, { callsPerWindow: window, windowMs });
      }
      renew();
    }
    left -= 1;
    used.calls += 1;
  };
  const send = (request: PsaRequest) => {
    const json = psa.respond(request);
    const isLast = killed === 'first_write' || psa.listed() === tickets;
    if (isToEnd && request.method !== 'GET' && isLast) {
      isToEnd = false;
      throw new Killed();
    }
    return { kind: 'succeeded', json };
  };
  const call = async (request: PsaRequest, context: PsaCallContext) => {
    takeSlot(context);
    await (request.method === 'GET' ? undefined : context.beforeWrite?.());
    return send(request);
  };
  return {
    used,
    renew,
    caller: { logger: silentLogger, read: call, write: call } as unknown as PsaCaller,
    start(): void {
      Object.assign(used, { calls: 0 });
      left = window;
    },
  };
}

async function fill(given: Given) {
  const { kind, tickets } = given;
  const account = { url: 'https://psa.test', clientId: 'id', clientSecret: 'secret', scope: 'all' };
  const dialect =
    kind === 'spec'
      ? createSpecDialect(account)
      : dialectWithLists([nameOf(kind)], kind === 'tags' ? 'tags' : 'distribution');
  const lists = listsOf(given);
  const { used, renew, caller, start } = createLine(given, lists);
  const limits = new ArrayLimits((pattern) => dialect.creation.maxArrayLength(pattern));
  const psa: PsaPort = {
    session: (context) => ({
      ...{ settleMilliseconds: 0, expectCalls: () => undefined },
      ...dialect.open(createPsaIo(caller, limits, dialect, context)),
    }),
  };
  const session = psa.session({ priority: 'bulk' });
  const [list] = await session.lists();
  await session.statuses();
  const store = createMemoryImportStore();
  const ticketIds = Array.from({ length: tickets }, (_, index) => index + 1);
  const group = { groupId: 'lst_1', jobId: 'job_a1', listId: list?.id ?? 0, ticketIds };
  store.groups.set('lst_1', { ...group, ofOptOuts: kind === 'opt_outs', state: 'planned' });
  start();
  const flush = { jobIds: ['job_a1'], priority: 'bulk', everything: true, waitsForWindows: true } as const;
  for (let isDone = false; !isDone && used.windows < maxWindows;) {
    try {
      await addPlannedListItems({ psa, store }, flush);
      isDone = true;
    } catch (error) {
      if (error instanceof PsaBudgetError) {
        renew();
      } else if (!(error instanceof Killed)) {
        throw error;
      }
    }
  }
  return { ...used, listed: lists.listed() };
}

const rows: readonly (readonly [ListKind, number, number, number, KilledAt, number, number])[] = [
  ['spec', 20, 60_000, 250, 'never', 3, 1],
  ['spec', 20, 60_000, 1, 'first_write', 602, 31],
  ['spec', 20, 60_000, 250, 'first_write', 605, 31],
  ['spec', 500, 60_000, 250, 'last_write', 606, 2],
  ['spec', 500, 0, 250, 'last_write', 6, 1],
  ['tags', 20, 0, 250, 'never', 750, 38],
  ['tags', 20, 0, 250, 'first_write', 750, 38],
  ['tags', 500, 0, 250, 'last_write', 750, 2],
  ['distribution', 20, 60_000, 250, 'never', 5, 1],
  ['distribution', 20, 60_000, 250, 'first_write', 9, 1],
  ['opt_outs', 20, 60_000, 250, 'never', 279, 14],
  ['opt_outs', 20, 60_000, 250, 'first_write', 264, 14],
  ['opt_outs', 500, 60_000, 250, 'last_write', 259, 1],
];

describe('the lists of an import, whatever the window', () => {
  it.each(rows)(
    '%s, %i calls a window, %i items before, %i tickets, killed %s: takes %i calls in %i windows',
    async (kind, window, length, tickets, killed, calls, windows) => {
      expect(await fill({ kind, window, length, tickets, killed })).toEqual({
        ...{ calls, windows, listed: tickets },
      });
    },
  );
});
