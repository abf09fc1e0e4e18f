import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { AppViewRoute } from '@bull-board/api/typings/app';
import { roleHasPermission } from '@leadbridge/contracts';
import { AppError, maskPersons } from '@leadbridge/platform';
import { Router, type Express, type RequestHandler } from 'express';

import { auditOrigin } from '../pipeline/audit-origin.js';
import type { Credential } from '../pipeline/authentication/index.js';
import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { lookStyle } from '../http/page-look.js';
import { queueWrite } from './audited-writes.js';
import { setDashboardPolicy } from './content-security-policy.js';
import type { PageServices } from './page-services.js';
import { isLooking, signedIn } from './require-sign-in.js';

const dashboardPath = '/admin/queues';
const mark = '/console/icon.svg';

/** The actions for admins, because the dashboard's own buttons are all or nothing. */
const adminTags =
  '<link rel="stylesheet" href="/admin/assets/queue-actions.css" /><script type="module" src="/admin/assets/queue-actions.js"></script></head>';

/** The dashboard without resources from other origins, and with the admins' actions. */
class LocalExpressAdapter extends ExpressAdapter {
  override setEntryRoute(route: AppViewRoute): this {
    this.app.get(route.route, (_request, response, next) => {
      const { name, params } = route.handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      response.render(name, params, (error: Error | null, text: string) => {
        if (error === null) {
          const local = text
            .replace(/<link [^>]*href="https?:[^>]*>/g, '')
            .replace('</head>', `${lookStyle}</head>`);
          const mayChange = mayChangeQueues(signedIn(response));
          response.type('html').send(mayChange ? local.replace('</head>', adminTags) : local);
        } else {
          next(error);
        }
      });
    });
    return this;
  }
}

/**
 * The queues for signed-in users: admins may retry, promote and remove jobs, which is audited; others have
 * read access. The dashboard itself always shows its read-only view, so that it offers nothing that would be
 * rejected.
 */
export function queueDashboard(services: PageServices): Router {
  const reading = board(services, true);
  const writing = board(services, false);
  const router = Router();
  router.use(checkWrite(services), maskResponses, (request, response, next) => {
    setDashboardPolicy(response);
    const chosen = isLooking(request) ? reading : writing;
    chosen(request, response, next);
  });
  return router;
}

function board({ queues }: PageServices, readOnlyMode: boolean): Express {
  const adapter = new LocalExpressAdapter();
  adapter.setBasePath(dashboardPath);
  createBullBoard({
    queues: Object.values(queues).map((queue) => new BullMQAdapter(queue, { readOnlyMode })),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Leadbridge queues',
        boardLogo: { path: mark, width: 26, height: 26 },
        favIcon: { default: mark, alternative: mark },
        hideDocsLink: true,
        hideRedisDetails: true,
        miscLinks: [
          { text: 'Console', url: '/console' },
          { text: 'API', url: '/docs' },
        ],
      },
    },
  });
  const app = adapter.getRouter() as Express;
  app.disable('x-powered-by');
  return app;
}

/** Changes jobs by queue, independent of their content, which no API endpoint does. */
function mayChangeQueues({ role, proposeOnly }: Pick<Credential, 'role' | 'proposeOnly'>): boolean {
  return proposeOnly !== true && roleHasPermission(role, 'config.manage');
}

/** Audited before it is done, so that nothing happens without an entry in the audit log. */
function checkWrite({ audit }: PageServices): RequestHandler {
  return async (request, response, next) => {
    if (isLooking(request)) {
      next();
      return;
    }
    const credential = signedIn(response);
    const write = queueWrite(request.method, request.path);
    if (!mayChangeQueues(credential) || write === null) {
      throw new AppError('AUTHORIZATION_ERROR', 'This is not allowed on the queue dashboard', {
        details: { role: credential.role },
      });
    }
    const { requestId } = edgeContext(response);
    await audit.record({
      ...auditOrigin({ credential, address: callerAddress(request), requestId }),
      action: write.action,
      target: { type: 'queue_job', id: write.target },
    });
    next();
  };
}

/** The fields of the dashboard with a job's error. */
const errorTexts = new Set(['failedReason', 'stacktrace']);

/** Errors of other systems quote personal data: only users who may read the error log see the texts. */
const maskResponses: RequestHandler = (_request, response, next) => {
  const mayRead = roleHasPermission(signedIn(response).role, 'logs.view');
  const withoutErrors = (key: string, value: unknown): unknown =>
    errorTexts.has(key) ? (Array.isArray(value) ? [] : '') : value;
  response.json = (body: unknown) => {
    // Only a job's log is returned as a list.
    const shown: unknown = mayRead || !Array.isArray(body) ? body : [];
    const text = mayRead ? JSON.stringify(shown) : JSON.stringify(shown, withoutErrors);
    return response.type('json').send(maskPersons(text));
  };
  next();
};
