import type { CliConfig } from '../config.js';
import { requireApiKey } from '../compose.js';
import type { Terminal } from '../terminal.js';

/**
 * Serves the tools of the MCP server over the standard streams, with the rights of the API key, until the assistant ends. Standard output
 * carries nothing but the protocol.
 *
 * @throws CommandError where LEADBRIDGE_API_KEY is missing
 */
export async function serveMcp(config: CliConfig, terminal: Terminal): Promise<boolean> {
  const apiKey = requireApiKey(config);
  // Loaded here, as no other command needs it.
  const { serveStdio } = await import('@leadbridge/mcp');
  await serveStdio(
    {
      connection: { url: config.serviceUrl, apiKey },
      writes: config.mcpWrites,
      onFault: (error) => {
        terminal.note(error instanceof Error ? error.message : String(error));
      },
    },
    process.stdin,
  );
  return true;
}
