import { setTimeout as sleep } from 'node:timers/promises';

import type { Response } from 'express';

import type { Dialect } from '../switches.js';
import type { FaultRule } from '../faults/fault-rule.js';
import type { RateLimit } from '../limits/rolling-limit.js';
import type { Refusal } from '../state/refusal.js';
import { exchangeOf } from './exchange.js';

export interface Answer {
  readonly status: number;
  readonly type: 'application/json' | 'text/plain' | 'text/html';
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const gatewayPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n' +
  '<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>Microsoft-Azure-Application-Gateway/v2</center>\r\n</body>\r\n</html>\r\n';

/** The page of a gateway that stands before the PSA. */
export const gatewayAnswer: Answer = { status: 502, type: 'text/html', text: gatewayPage };

function write(response: Response, answer: Answer, half = false): void {
  if (response.destroyed || response.writableEnded) {
    return;
  }
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, {
    ...answer.headers,
    'Content-Type': `${answer.type}; charset=utf-8`,
    'Content-Length': bytes.length,
  });
  if (half) {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.end(bytes);
}

/** What a fault puts in the place of an answer. */
function replacement(rule: FaultRule, { status }: Answer): Answer | null {
  switch (rule.kind) {
    case 'html_502':
      return gatewayAnswer;
    case 'error':
      return faultAnswer(rule);
    case 'answer':
      return jsonAnswer(status, rule.body);
    default:
      return null;
  }
}

/** The answer of an `error` fault. */
export function faultAnswer(rule: FaultRule): Answer {
  return jsonAnswer(rule.status ?? 500, { Message: rule.message ?? 'An error has occurred.' });
}

/** Sends after the request was applied, through the faults that strike answers. */
async function writeThroughFaults(
  response: Response,
  answer: Answer,
  rules: readonly FaultRule[],
): Promise<void> {
  let dressed = answer;
  for (const rule of rules) {
    if (rule.kind === 'latency') {
      await sleep(rule.milliseconds ?? 0, undefined, { ref: false });
    } else if (rule.kind === 'hang') {
      await exchangeOf(response)?.held.hold(response);
    } else if (rule.kind === 'drop' && rule.when === 'after') {
      response.socket?.destroy();
      return;
    }
    dressed = replacement(rule, answer) ?? dressed;
  }
  write(
    response,
    dressed,
    rules.some((rule) => rule.kind === 'drop'),
  );
}

/** Sends an answer. Every answer of the API leaves here, so that a fault can strike after the request was applied. */
export function reply(response: Response, answer: Answer): void {
  if (response.writableEnded) {
    return;
  }
  const exchange = exchangeOf(response);
  if (exchange !== undefined) {
    exchange.entry.status = answer.status;
    const rules = exchange.faults.filter((rule) => rule.when === 'after' || rule.when === 'during');
    if (rules.length > 0) {
      void writeThroughFaults(response, answer, rules);
      return;
    }
  }
  write(response, answer);
}

export function jsonAnswer(status: number, body: unknown): Answer {
  return { status, type: 'application/json', text: JSON.stringify(body) };
}

/** A refusal in the form of the dialect. */
export function refusalAnswer(refusal: Refusal, form: Dialect['errors']): Answer {
  if (form === 'fields' && refusal.status === 400) {
    return jsonAnswer(400, { [refusal.field]: [refusal.message] });
  }
  return jsonAnswer(refusal.status, { [form === 'fields' ? 'Message' : form]: refusal.message });
}

/** The PSA's 429, in its own words; with the limit where it names it. */
export function rateLimitAnswer(named: RateLimit | null, retryAfterSeconds?: number): Answer {
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
