import { setTimeout as sleep } from 'node:timers/promises';

import type { NextFunction, Request, Response } from 'express';

import { exchangeOf } from '../http/exchange.js';
import { faultResponse, gatewayResponse, rateLimitResponse, refusalResponse, reply } from '../http/reply.js';
import type { SimulatorContext } from '../simulator-context.js';
import { isInput } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import type { FaultRule } from '../faults/fault-rule.js';

function withoutFields(body: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(body)) {
    return body.map((entry) => withoutFields(entry, fields));
  }
  return isInput(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
    : body;
}

/** Applies one fault before the request is applied. True while the request goes on. */
async function strike(
  context: SimulatorContext,
  rule: FaultRule,
  request: Request,
  response: Response,
): Promise<boolean> {
  switch (rule.kind) {
    case 'latency':
      await sleep(rule.milliseconds ?? 0, undefined, { ref: false });
      return true;
    case 'hang':
      return context.held.hold(response);
    case 'drop':
      response.socket?.destroy();
      return false;
    case 'html_502':
      reply(response, gatewayResponse);
      if (rule.when !== 'early') {
        return false;
      }
      await sleep(rule.milliseconds ?? 0, undefined, { ref: false });
      return true;
    case 'error':
      reply(response, faultResponse(rule));
      return false;
    case 'rate_limit': {
      const named = context.dialect().namedLimit ? context.limit.rate : null;
      reply(response, rateLimitResponse(named, rule.retry_after_seconds));
      return false;
    }
    case 'token_expiry':
      context.tokens.expireAll();
      return true;
    case 'arrays_refused':
      reply(
        response,
        refusalResponse(new Refusal('An array is not accepted here.'), context.dialect().errors),
      );
      return false;
    case 'ignore_fields':
      request.body = withoutFields(request.body, rule.fields ?? []);
      return true;
    default:
      return true;
  }
}

/** Middleware: asks the fault board about every request, and applies the faults that precede the request. */
export function faultGate(context: SimulatorContext) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const exchange = exchangeOf(response);
    if (context.faults.isEmpty || exchange === undefined) {
      next();
      return;
    }
    const { method, path, query } = exchange.entry;
    const rules = context.faults.strike({
      method,
      path,
      query,
      isArray: Array.isArray(request.body),
      onlyByPath: exchange.onlyByPath,
    });
    exchange.faults = rules;
    exchange.entry.faults = rules.map((rule) => rule.kind);
    for (const rule of rules) {
      const comesLater = rule.when === 'after' || rule.when === 'during';
      if (!comesLater && !(await strike(context, rule, request, response))) {
        return;
      }
    }
    next();
  };
}
