import { AppError } from '@leadbridge/platform';
import type { AuditEntry } from '@leadbridge/usecases';
import type { IncomingHttpHeaders } from 'node:http';

import type { RouteResponse } from '../http/route-response.js';
import type { ApiServices } from '../services.js';
import { auditOrigin } from './audit-origin.js';
import type { Credential } from './authentication/index.js';
import type { Route, RouteRequest } from './route.js';

/** With the value `mcp` in every request that our MCP server makes for a tool that plans or writes. */
const viaHeader = 'x-leadbridge-via';

const maxIdChars = 100;

export interface PossibleCall {
  readonly route: Pick<Route, 'mcpTool' | 'writesNothing'>;
  readonly headers: IncomingHttpHeaders;
  /** Unchecked. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly caller: Credential | null;
  readonly address: string;
  readonly requestId: string;
  readonly services: Pick<ApiServices, 'audit'>;
  /** The request once it was read and found valid; null before. */
  readonly read: () => Pick<RouteRequest, 'query' | 'body'> | null;
}

/**
 * Runs `respond`, and writes an entry of the audit log for a call of a tool that plans or writes, refused or not, before its response is
 * sent. Whoever sends the header without an MCP server gets entries of what they did themselves.
 */
export async function withMcpAudit(
  call: PossibleCall,
  respond: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  let response: RouteResponse;
  try {
    response = await respond();
  } catch (error) {
    await record(call, {}, error instanceof AppError ? error : new AppError('INTERNAL_ERROR', 'Failed'));
    throw error;
  }
  await record(call, idsOf(response.body), response.error ?? null);
  return response;
}

interface Ids {
  readonly job?: string;
  readonly suppression?: string;
}

async function record(call: PossibleCall, ids: Ids, error: AppError | null): Promise<void> {
  const { caller: credential, address, requestId, services } = call;
  const tool = toolOf(call);
  if (tool === null || credential === null) {
    return;
  }
  await services.audit.record({
    ...auditOrigin({ credential, address, requestId }),
    via: 'mcp',
    action: `mcp.${tool}`,
    target: targetOf(tool, ids, call.params),
    changes: changesOf(ids, call.params, error),
  });
}

/** A plan is a request that writes nothing; the other tools write. */
function toolOf({ route, headers, read }: PossibleCall): NonNullable<Route['mcpTool']> | null {
  const { mcpTool: tool, writesNothing } = route;
  if (tool === undefined || headers[viaHeader] !== 'mcp') {
    return null;
  }
  const request = read();
  const isPlan = tool.startsWith('plan_');
  return request === null || (writesNothing?.(request) ?? false) === isPlan ? tool : null;
}

function targetOf(
  tool: string,
  { job, suppression }: Ids,
  params: PossibleCall['params'],
): AuditEntry['target'] {
  return tool === 'suppress_person'
    ? { type: 'suppression', id: suppression ?? 'none' }
    : { type: 'job', id: job ?? jobOf(params) ?? 'none' };
}

function changesOf(
  { job }: Ids,
  params: PossibleCall['params'],
  error: AppError | null,
): NonNullable<AuditEntry['changes']> {
  const parent = jobOf(params);
  const reason = error?.details['reason'] ?? error?.code;
  return {
    ...(job === undefined || parent === null ? {} : { parent_job_id: { from: null, to: parent } }),
    ...(error === null ? {} : { refused: { from: null, to: reason } }),
  };
}

function jobOf({ job_id: id }: PossibleCall['params']): string | null {
  return typeof id === 'string' ? id.slice(0, maxIdChars) : null;
}

/** Of the job or the suppression that the request has made. */
function idsOf(body: unknown): Ids {
  if (typeof body !== 'object' || body === null) {
    return {};
  }
  const job = 'job_id' in body && typeof body.job_id === 'string' ? { job: body.job_id } : {};
  const made: readonly unknown[] =
    'suppressions' in body && Array.isArray(body.suppressions) ? body.suppressions : [];
  const first = made[0];
  const id = typeof first === 'object' && first !== null && 'id' in first ? first.id : null;
  return { ...job, ...(typeof id === 'string' ? { suppression: id } : {}) };
}
