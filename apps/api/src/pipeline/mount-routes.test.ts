import { silentLogger, systemClock } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';

import { createLocalLimiter } from './rate-limit/index.js';
import { requestContext } from '../middleware/request-context/index.js';
import type { ApiServices } from '../services.js';
import { ok } from '../http/route-response.js';
import { mountRoutes } from './mount-routes.js';
import { route as define, type Route } from './route.js';

const services = {
  clock: systemClock,
  logger: silentLogger,
  authenticators: [],
  limits: {
    limiter: createLocalLimiter(systemClock),
    settings: {
      perHour: 100,
      burst: 0,
      bulkPerHour: 1,
      syncConcurrency: 1,
      perMinute: null,
      notificationsPerSecond: 100,
    },
  },
} as unknown as ApiServices;

function route(method: Route['method'], path: string, atOrigin = false): Route {
  return define[method](path, {
    atOrigin,
    permission: 'none',
    summary: path,
    responses: {},
    handler: () => ok({ handledBy: `${method} ${path}` }),
  });
}

function mounted(...routes: Route[]) {
  const app = express();
  app.use(requestContext(services));
  mountRoutes(app, routes, services);
  return supertest(app);
}

describe('mounting routes', () => {
  it('prefers a fixed path over a parameter, whatever the order of the table', async () => {
    const app = mounted(
      route('post', '/things/:id'),
      route('post', '/things/test'),
      route('get', '/things/:id'),
    );
    expect((await app.post('/api/v1/things/test')).body).toEqual({ handledBy: 'post /things/test' });
    expect((await app.post('/api/v1/things/7')).body).toEqual({ handledBy: 'post /things/:id' });
    const wrong = await app.get('/api/v1/things/test');
    expect(wrong.status).toBe(405);
    expect(wrong.headers['allow']).toBe('POST');
  });

  it('lists the methods of a path', async () => {
    const app = mounted(route('get', '/things'), route('post', '/things'));
    expect((await app.delete('/api/v1/things')).headers['allow']).toBe('GET, HEAD, POST');
    expect((await app.head('/api/v1/things')).status).toBe(200);
  });

  it('accepts a path with a trailing slash, and matches case exactly', async () => {
    const app = mounted(route('get', '/things'), route('get', '/things/:id'));
    expect((await app.get('/api/v1/things/')).body).toEqual({ handledBy: 'get /things' });
    expect((await app.get('/api/v1/things/7/')).body).toEqual({ handledBy: 'get /things/:id' });
    expect((await app.post('/api/v1/things/')).status).toBe(405);
    expect((await app.get('/api/v1/%74hings')).status).toBe(404);
  });

  it('responds at the root only if the route says so', async () => {
    const app = mounted(route('get', '/both', true), route('get', '/one'));
    expect((await app.get('/both')).status).toBe(200);
    expect((await app.get('/api/v1/both')).status).toBe(200);
    expect((await app.get('/one')).status).toBe(404);
  });

  it('rejects two routes with the same method and path', () => {
    expect(() => mounted(route('get', '/things'), route('get', '/things'))).toThrow(
      'Two routes serve GET /things',
    );
  });
});
