import { mcpResponse, mcpMessage } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { IncomingHttpHeaders } from 'node:http';

import type { RouteResponse } from '../http/route-response.js';
import { comesFromElsewhere } from '../pipeline/authentication/index.js';
import { route } from '../pipeline/route.js';

/** Only its path matters: requests never leave the process. */
const origin = 'http://leadbridge.internal';

export const postMcp = route.post('/mcp', {
  atOrigin: true,
  permission: 'data.view.readonly',
  summary: 'Send a message to the MCP server',
  description:
    'The Model Context Protocol over Streamable HTTP, without sessions: each request is complete in itself, and each response is JSON. `tools/list` describes the tools. Each call of a tool has the rights and limits of its caller. `Authorization: Bearer` or `X-API-Key`; the cookie of a session is not accepted, and neither is an `Origin` of another site. Also available at the root, as `/mcp`.',
  request: { body: mcpMessage },
  responses: {
    200: { description: 'The response.', schema: mcpResponse },
    202: { description: 'A notification was accepted.', schema: null },
    400: { description: 'Not a message of the protocol, or of an unknown version.', schema: mcpResponse },
    404: { description: 'There is no such method.', schema: mcpResponse },
  },
  writesNothing: () => true,
  handler: async ({ body, headers, callApi, services }) => {
    checkCaller(headers);
    // Loaded on first use: the protocol's libraries are a tenth of what a start costs.
    const { serveHttp } = await import('@leadbridge/mcp');
    const response = await serveHttp(
      {
        connection: { url: origin, fetch: callApi },
        writes: services.mcpWrites,
        onFault: (error) => services.logger.error('a tool of the MCP server failed', { error }),
      },
      new Request(`${origin}/mcp`, { method: 'POST', headers: protocolHeaders(headers) }),
      body,
    );
    return await responseOf(response);
  },
});

/** A page of another site must not speak through the browser of a person, as the protocol demands. */
function checkCaller(headers: IncomingHttpHeaders): void {
  if (comesFromElsewhere(headers)) {
    throw new AppError('AUTHORIZATION_ERROR', 'Requests from pages of other sites are not accepted');
  }
  if (headers.authorization === undefined && headers['x-api-key'] === undefined) {
    throw new AppError('AUTHENTICATION_ERROR', 'An Authorization or X-API-Key header is required');
  }
}

/** Responses are always JSON, whatever else a caller would accept. */
function protocolHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(own),
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
}

async function responseOf(response: Response): Promise<RouteResponse> {
  const text = await response.text();
  return { status: response.status, ...(text === '' ? {} : { body: JSON.parse(text) as unknown }) };
}
