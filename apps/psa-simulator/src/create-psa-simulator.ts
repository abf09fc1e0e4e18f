import { existsSync } from 'node:fs';

import express from 'express';
import { silentLogger } from '@leadbridge/platform';

import { TokenService } from './auth/token-service.js';
import { defaultDialect, type Dialect } from './switches.js';
import { FaultBoard } from './faults/fault-board.js';
import { HeldRequests } from './faults/held-requests.js';
import { seededRandom } from './faults/seeded-random.js';
import { StandingFaults } from './faults/standing-faults.js';
import { HaloDialect } from './halopsa/halo-dialect.js';
import { speaksHalo } from './halopsa/halo-context.js';
import { haloNotification } from './halopsa/halo-notification.js';
import { haloSetup } from './halopsa/halo-setup.js';
import { seedIncidents } from './halopsa/seed-incidents.js';
import { HttpServer } from './http/http-server.js';
import { RequestLog } from './limits/request-log.js';
import { RollingLimit } from './limits/rolling-limit.js';
import { notificationOf } from './notifications/notification.js';
import { Notifier } from './notifications/notifier.js';
import { defaultOptions, haloRateLimit, type PsaSimulatorOptions } from './options.js';
import { ChangeStream } from './page/change-stream.js';
import { pageRoutes } from './page/page-routes.js';
import { psaKinds } from './psa-kinds.js';
import { psaRoutes } from './routes/psa-routes.js';
import { simulatorRoutes } from './routes/simulator-routes.js';
import { simulatorHandle, type PsaSimulator } from './simulator-handle.js';
import type { SimulatorContext } from './simulator-context.js';
import { StateFile } from './state-file/state-file.js';
import { PsaState } from './state/psa-state.js';
import { defaultSetup } from './state/psa-setup.js';
import { SuppressionLists } from './suppression-lists/suppression-lists.js';
import { suppressionRoutes } from './suppression-lists/suppression-routes.js';

const integrationAgentId = 1;

/** Reports changes of tickets in the form of the dialect. What a change of the page brings with it, such as its Action, is part of the report. */
function reportChanges(context: SimulatorContext): void {
  context.state.onTicketChange((change) => {
    if (speaksHalo(context)) {
      queueMicrotask(() => {
        context.notifier.notify(change, () => haloNotification(context, change));
      });
    } else {
      context.notifier.notify(change, () => notificationOf(change, Date.now()));
    }
  });
}

/** Removes the data of a simulator; its behavior is kept. */
function empty(context: SimulatorContext): void {
  context.faults.clear();
  context.held.release();
  context.notifier.reset();
  context.tokens.reset();
  context.limit.reset();
  context.log.clear();
  context.state.clear();
  context.halo?.reset();
  context.suppressionLists.clear();
}

function createContext(
  options: PsaSimulatorOptions & typeof defaultOptions,
  stream: ChangeStream,
): SimulatorContext {
  let dialect: Dialect = defaultDialect;
  let { kind } = options;
  const random = seededRandom(options.randomSeed);
  const rate = { limit: options.rateLimit, windowSeconds: options.rateWindowSeconds };
  const changed = (): void => {
    stream.changed();
  };
  const isHalo = options.psaDialect === 'halopsa';
  const setup = isHalo ? haloSetup : defaultSetup;
  const state = new PsaState(setup);
  const context: SimulatorContext = {
    state,
    halo: isHalo ? new HaloDialect(state, setup, options.haloQuirks) : null,
    tokens: new TokenService(options),
    limit: new RollingLimit(rate),
    log: new RequestLog(),
    faults: new FaultBoard(random),
    held: new HeldRequests(),
    notifier: new Notifier(options.notifications ?? {}, changed),
    suppressionLists: new SuppressionLists(options.suppressionKeys),
    random,
    logger: options.logger ?? silentLogger,
    integration: { agentId: integrationAgentId, via: 'api' },
    dialect: () => dialect,
    setDialect: (changes) => {
      dialect = { ...dialect, ...changes };
    },
    kind: () => kind,
    setKind: (name) => {
      const { dialect: habits, failure } = psaKinds[name];
      kind = name;
      dialect = { ...defaultDialect, ...habits, ...options.dialect };
      context.faults.standing =
        failure === null ? null : new StandingFaults(failure, seededRandom(options.randomSeed));
    },
    reset: () => {
      context.limit.set(rate);
      empty(context);
      seedIncidents(context.state, options.foreignIncidents);
      context.setKind(options.kind);
    },
  };
  context.setKind(options.kind);
  if (options.stateFile === undefined || !existsSync(options.stateFile)) {
    seedIncidents(context.state, options.foreignIncidents);
  }
  context.state.onChange(changed);
  context.suppressionLists.onChange(changed);
  reportChanges(context);
  return context;
}

/**
 * A stand-in PSA: token service under `/auth`, API under `/api`, its page at `/`, and its switches under `/simulator`. Beside
 * it stand the providers' suppression lists under `/suppression-list`. It behaves as PSAs of this family do, with the variations of `Dialect`, and fails as they do if faults are set. Nothing listens before `start()`.
 */
export function createPsaSimulator(options: PsaSimulatorOptions = {}): PsaSimulator {
  const usual =
    options.psaDialect === 'halopsa' ? { ...defaultOptions, rateLimit: haloRateLimit } : defaultOptions;
  const settings = { ...usual, ...options };
  const stream = new ChangeStream();
  const context = createContext(settings, stream);
  const stateFile = options.stateFile === undefined ? undefined : new StateFile(options.stateFile, context);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(psaRoutes(context));
  app.use('/suppression-list', suppressionRoutes(context));
  app.use('/simulator', simulatorRoutes(context, stream));
  app.use(pageRoutes());
  const server = new HttpServer(app, settings.host);

  return simulatorHandle(context, server, {
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    start: async () => {
      stateFile?.load();
      await server.start(settings.port);
    },
    stop: async () => {
      stream.close();
      context.notifier.stop();
      await server.stop();
      stateFile?.save();
    },
  });
}
