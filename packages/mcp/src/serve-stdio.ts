import { once } from 'node:events';
import type { Readable } from 'node:stream';

import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';

import { createToolServer, type ToolServerSettings } from './create-tool-server.js';

/** Serves the tools over the standard streams of the process, until the client closes its end. */
export async function serveStdio(settings: ToolServerSettings, stdin: Readable): Promise<void> {
  const closed = once(stdin, 'close');
  const handle = serve(() => createToolServer(settings), { onerror: settings.onFault });
  await closed;
  await handle.close();
}
