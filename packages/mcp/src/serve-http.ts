import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

import { createToolServer, type ToolServerSettings } from './create-tool-server.js';

/**
 * Responds to one request of Streamable HTTP, without sessions: each request is complete in itself, so that its credential is checked each
 * time. Responses are JSON, and no stream stays open.
 */
export async function serveHttp(
  settings: ToolServerSettings,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) {
    return await serveLegacy(settings, request, parsedBody);
  }
  const handler = createMcpHandler(() => createToolServer(settings), {
    legacy: 'reject',
    maxSubscriptions: 0,
    onerror: () => undefined,
  });
  return await handler.fetch(request, { parsedBody });
}

/** Protocol versions of 2025, which begin with `initialize`. */
async function serveLegacy(
  settings: ToolServerSettings,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const server = createToolServer(settings);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
