import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';
import fc from 'fast-check';
import type { Schema } from 'joi';

import { startSystemHere } from '../../../../tests/support/start-system-here.js';
import type { Route } from '../pipeline/route.js';
import { routeTable } from '../routes/index.js';
import { callApi, type ApiResponse } from '../testing/call-api.js';
import { checkDeclared } from '../testing/check-declared.js';
import { jsonSchemaOf } from './json-schema.js';
import { operationIdOf } from './operation.js';
import { requestExamples } from './request-examples.js';
import { arbitraryOf, nearlyArbitraryOf } from './testing/arbitrary-of.js';

/**
 * Requests for each endpoint. The same seed results in the same requests; another one finds other problems.
 */
const casesPerRoute = 6;
const seed = 2_026;

interface FuzzRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Ids that may exist by now, and ids that do not. */
const likelyId = fc.oneof(fc.constantFrom('1', '2', '3'), fc.integer({ min: -1, max: 2 ** 53 }).map(String));
const oddText = fc.constantFrom(
  '0',
  'NaN',
  '1e9',
  '%00',
  "' or 1=1",
  '$ne',
  '{}',
  'ünïcode',
  'a'.repeat(300),
);

function requestsOf({ path, request }: Route): fc.Arbitrary<FuzzRequest> {
  const names = [...path.matchAll(/:([^/]+)/g)].map(([, name = '']) => name);
  const params = fc.record(Object.fromEntries(names.map((name) => [name, fc.oneof(likelyId, oddText)])));
  return fc.record({
    params,
    query: request.query === undefined ? fc.constant({}) : valuesOf(request.query),
    body: request.body === undefined ? fc.constant(undefined) : valuesOf(request.body),
  });
}

function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const json = jsonSchemaOf(schema);
  return fc.oneof(arbitraryOf(json), nearlyArbitraryOf(json));
}

function addressOf(route: Route, { params, query }: FuzzRequest): string {
  const path = route.path.replaceAll(/:([^/]+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const isStream = ['/changes', '/jobs/:job_id/events'].includes(route.path);
  const pairs = Object.entries({
    ...(typeof query === 'object' ? query : {}),
    // Otherwise it stays open as long as it may.
    ...(isStream ? { seconds: 1 } : {}),
  });
  const search = new URLSearchParams(
    pairs.map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value ?? null),
    ]),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

/**
 * The only response above 499 that the specification itself requires: for a notification about an unreadable
 * ticket.
 */
function isUnreadableTicket(route: Route, { status, body }: ApiResponse): boolean {
  return route.path === '/webhooks/dnc-sync' && status === 500 && body['success'] === false;
}

describe('every endpoint, with all kinds of requests', () => {
  let system: TestSystem;
  const responseCounts = new Map<number, number>();

  beforeAll(async () => {
    system = await startSystemHere({
      env: {
        RATE_LIMIT_PER_HOUR: '1000000',
        BULK_LIMIT_PER_HOUR: '100000',
        PSA_RATE_LIMIT: '1000000',
        SYNC_WAIT_SECONDS: '1',
      },
      simulator: { rateLimit: 1_000_000 },
    });
  });

  afterAll(async () => {
    await system.stop();
  });

  async function send(route: Route, fuzzed: FuzzRequest): Promise<ApiResponse> {
    const method = route.method.toUpperCase();
    const address = addressOf(route, fuzzed);
    const response = await callApi(system.baseUrl, method, address, {
      key: system.adminKey,
      ...(fuzzed.body === undefined ? {} : { raw: JSON.stringify(fuzzed.body) ?? '' }),
      headers: route.startsJob === true ? { Prefer: 'wait=1' } : {},
    });
    responseCounts.set(response.status, (responseCounts.get(response.status) ?? 0) + 1);
    const sent = `${method} ${address} ${JSON.stringify(fuzzed.body)?.slice(0, 500) ?? ''}`;
    if (response.status >= 500 && !isUnreadableTicket(route, response)) {
      throw new Error(`${response.status} for ${sent}: ${response.text}`);
    }
    try {
      checkDeclared(method, address, response);
    } catch (error) {
      throw new Error(`A response that is not declared, for ${sent}`, { cause: error });
    }
    return response;
  }

  it('creates with the examples of the document what other requests need', async () => {
    const imports = routeTable.find((route) => operationIdOf(route) === 'postSyncLeads');
    if (imports === undefined) {
      throw new Error('There is no import');
    }
    const response = await send(imports, { params: {}, query: {}, body: requestExamples['postSyncLeads'] });
    expect([201, 202]).toContain(response.status);
  });

  it.each(routeTable.map((route) => [operationIdOf(route), route] as const))(
    '%s returns no 5xx and no undeclared response',
    async (id, route) => {
      const example = requestExamples[id];
      const examples =
        example === undefined
          ? []
          : [{ params: { lead_id: '1', prospect_id: '1', opportunity_id: '1' }, query: {}, body: example }];
      const requests = [...examples, ...fc.sample(requestsOf(route), { numRuns: casesPerRoute, seed })];
      const responses = await Promise.all(requests.map((fuzzed) => send(route, fuzzed)));
      expect(responses).toHaveLength(requests.length);
      for (const { status, headers, body } of responses) {
        expect(headers.get('x-ratelimit-limit')).not.toBeNull();
        // An error of the MCP has the form of its protocol.
        const isOfProtocol = body['jsonrpc'] === '2.0';
        if (status >= 400 && status < 500 && !isOfProtocol) {
          expect(body.error?.['request_id']).toBe(headers.get('x-request-id'));
        }
      }
    },
  );

  it('has sent both valid and invalid requests', () => {
    const count = (from: number): number =>
      [...responseCounts].reduce(
        (sum, [status, times]) => (status >= from && status < from + 100 ? sum + times : sum),
        0,
      );
    expect(count(200)).toBeGreaterThan(routeTable.length);
    expect(count(400)).toBeGreaterThan(routeTable.length);
  });
});
