import { setTimeout as sleep } from 'node:timers/promises';

import type { Response } from 'express';

import type { Dialect } from '../switches.js';
import type { FaultRule } from '../faults/fault-rule.js';
import type { RateLimit } from '../limits/rolling-limit.js';
import type { Refusal } from '../state/refusal.js';
import { exchangeOf } from './exchange.js';

export interface PsaResponse {
  readonly status: number;
  readonly type: 'application/json' | 'text/plain' | 'text/html';
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const gatewayPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n' +
  '<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>Microsoft-Azure-Application-Gateway/v2</center>\r\n</body>\r\n</html>\r\n';

/** The page of a gateway in front of the PSA. */
export const gatewayResponse: PsaResponse = { status: 502, type: 'text/html', text: gatewayPage };

function write(response: Response, result: PsaResponse, half = false): void {
  if (response.destroyed || response.writableEnded) {
    return;
  }
  const bytes = Buffer.from(result.text);
  response.writeHead(result.status, {
    ...result.headers,
    'Content-Type': `${result.type}; charset=utf-8`,
    'Content-Length': bytes.length,
  });
  if (half) {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.end(bytes);
}

/** What a fault puts in the place of a response. */
function replacement(rule: FaultRule, { status }: PsaResponse): PsaResponse | null {
  switch (rule.kind) {
    case 'html_502':
      return gatewayResponse;
    case 'error':
      return faultResponse(rule);
    case 'answer':
      return jsonResponse(status, rule.body);
    default:
      return null;
  }
}

export function faultResponse(rule: FaultRule): PsaResponse {
  return jsonResponse(rule.status ?? 500, { Message: rule.message ?? 'An error has occurred.' });
}

/** Sends after the request was applied, with the faults that apply to responses. */
async function writeThroughFaults(
  response: Response,
  result: PsaResponse,
  rules: readonly FaultRule[],
): Promise<void> {
  let dressed = result;
  for (const rule of rules) {
    if (rule.kind === 'latency') {
      await sleep(rule.milliseconds ?? 0, undefined, { ref: false });
    } else if (rule.kind === 'hang') {
      await exchangeOf(response)?.held.hold(response);
    } else if (rule.kind === 'drop' && rule.when === 'after') {
      response.socket?.destroy();
      return;
    }
    dressed = replacement(rule, result) ?? dressed;
  }
  write(
    response,
    dressed,
    rules.some((rule) => rule.kind === 'drop'),
  );
}

/** Sends a response. Every response of the API is sent here, so that a fault can be applied after the request. */
export function reply(response: Response, result: PsaResponse): void {
  if (response.writableEnded) {
    return;
  }
  const exchange = exchangeOf(response);
  if (exchange !== undefined) {
    exchange.entry.status = result.status;
    const rules = exchange.faults.filter((rule) => rule.when === 'after' || rule.when === 'during');
    if (rules.length > 0) {
      void writeThroughFaults(response, result, rules);
      return;
    }
  }
  write(response, result);
}

export function jsonResponse(status: number, body: unknown): PsaResponse {
  return { status, type: 'application/json', text: JSON.stringify(body) };
}

export function refusalResponse(refusal: Refusal, form: Dialect['errors']): PsaResponse {
  if (form === 'fields' && refusal.status === 400) {
    return jsonResponse(400, { [refusal.field]: [refusal.message] });
  }
  return jsonResponse(refusal.status, { [form === 'fields' ? 'Message' : form]: refusal.message });
}

/** The PSA's 429, in its own words; with the limit where it names it. */
export function rateLimitResponse(named: RateLimit | null, retryAfterSeconds?: number): PsaResponse {
  return {
    status: 429,
    type: 'text/plain',
    text: named === null ? 'Too many requests.' : limitText(named),
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  };
}

function limitText({ limit, windowSeconds }: RateLimit): string {
  const window = windowSeconds % 60 === 0 ? `${windowSeconds / 60} minute` : `${windowSeconds} second`;
  return `Rate Limit Reached - ${limit} Requests per rolling ${window} window.`;
}
