import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { AppError } from '@leadbridge/platform';
import express, { type Express, type ErrorRequestHandler } from 'express';

import { setEdgeContext } from '../../http/edge-context.js';

const respondWithError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const code = error instanceof AppError ? error.code : String(error);
  response.status(500).json({ code, message: error instanceof Error ? error.message : '' });
};

export interface PageApp {
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): void;
}

/** An app with these pages alone; an error that they throw is shown with its code. */
export async function startPages(mount: (app: Express) => void): Promise<PageApp> {
  const app = express();
  app.use((_request, response, next) => {
    setEdgeContext(response, { requestId: 'req_1', startedAt: 0, route: null, credentialId: null });
    next();
  });
  mount(app);
  app.use((_request, response) => {
    response.status(404).json({ code: 'passed on' });
  });
  app.use(respondWithError);
  const server: Server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ask: async (path, init) => await fetch(base + path, { redirect: 'manual', ...init }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
