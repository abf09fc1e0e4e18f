import { Router } from 'express';

import { readDialectChanges } from '../switches.js';
import { readFaultRule } from '../faults/fault-rule.js';
import { queryText } from '../http/read-query.js';
import { readNotificationSettings } from '../notifications/read-notification-settings.js';
import { psaKindNames } from '../psa-kinds.js';
import type { SimulatorContext } from '../simulator-context.js';
import { readWholeNumber } from '../state/read-input.js';
import { Refusal } from '../state/refusal.js';
import { accepted, controlBody } from './control-body.js';
import { haloSwitchRoutes } from './halo-switch-routes.js';

function faultRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.get('/faults', (_request, response) => {
    response.json({ faults: context.faults.list(), held: context.held.count });
  });
  router.post('/faults', (request, response) => {
    response.status(201).json(context.faults.set(accepted(readFaultRule(controlBody(request)))));
  });
  router.delete('/faults', (_request, response) => {
    context.faults.clear();
    context.held.release();
    response.status(204).end();
  });
  router.delete('/faults/:id', (request, response) => {
    if (!context.faults.clear(Number(request.params.id))) {
      throw new Refusal('There is no such fault.', { status: 404 });
    }
    response.status(204).end();
  });
  router.post('/held/release', (_request, response) => {
    const released = context.held.count;
    context.held.release();
    response.json({ released });
  });
  return router;
}

/** How it behaves: setting by setting, or as one of the kinds. */
function kindRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.get('/dialect', (_request, response) => {
    response.json(context.dialect());
  });
  router.patch('/dialect', (request, response) => {
    context.setDialect(accepted(readDialectChanges(controlBody(request))));
    response.json(context.dialect());
  });

  router.get('/kind', (_request, response) => {
    response.json({ kind: context.kind() });
  });
  router.put('/kind', (request, response) => {
    const kind = psaKindNames.find((name) => name === controlBody(request)['kind']);
    if (kind === undefined) {
      throw new Refusal(`kind must be one of ${psaKindNames.join(', ')}`);
    }
    context.setKind(kind);
    response.json({ kind: context.kind() });
  });
  return router;
}

function limitRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.get('/rate-limit', (_request, response) => {
    response.json(context.limit.view());
  });
  router.put('/rate-limit', (request, response) => {
    const body = controlBody(request);
    const limit = readWholeNumber(body, 'limit');
    const windowSeconds = readWholeNumber(body, 'window_seconds');
    if (limit === undefined || limit < 0 || windowSeconds === undefined || windowSeconds < 1) {
      throw new Refusal('Send limit (0 lifts it) and window_seconds.');
    }
    context.limit.set({ limit, windowSeconds });
    response.json(context.limit.view());
  });
  return router;
}

function notificationRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.get('/notifications', (_request, response) => {
    response.json({ notifications: context.notifier.list() });
  });
  router.patch('/notifications', (request, response) => {
    context.notifier.configure(accepted(readNotificationSettings(controlBody(request))));
    const { secret, ...shown } = context.notifier.settings;
    response.json({ ...shown, signed: secret !== undefined });
  });
  return router;
}

function requestRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.get('/requests', (request, response) => {
    const [method, path, status] = ['method', 'path', 'status'].map((name) => queryText(request, name));
    const entries = context.log.list({
      ...(method === undefined ? {} : { method }),
      ...(path === undefined ? {} : { path }),
      ...(status === undefined ? {} : { status: Number(status) }),
    });
    response.json({
      total: context.log.total,
      matched: entries.length,
      summary: context.log.summary(),
      requests: entries.slice(-1000),
    });
  });
  router.delete('/requests', (_request, response) => {
    context.log.clear();
    response.status(204).end();
  });
  return router;
}

/** The switches of the simulator: faults, dialect, kind, rate limit, tokens, notifications, suppression lists, the log of requests, reset. */
export function switchRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.use(faultRoutes(context));
  router.use(haloSwitchRoutes(context));
  router.use(kindRoutes(context));
  router.use(limitRoutes(context));
  router.use(notificationRoutes(context));
  router.use(requestRoutes(context));
  router.delete('/tokens', (_request, response) => {
    context.tokens.expireAll();
    response.status(204).end();
  });
  router.get('/suppression-lists', (request, response) => {
    response.json({ entries: context.suppressionLists.list(queryText(request, 'provider')) });
  });
  router.post('/reset', (_request, response) => {
    context.reset();
    response.status(204).end();
  });
  return router;
}
