import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

export type ToolContent = Readonly<Record<string, unknown>>;

export interface ToolResponse {
  readonly isError: boolean;
  readonly content: ToolContent;
  readonly text: string;
}

export interface McpCaller {
  readonly client: Client;
  /** Calls a tool; a call that the protocol itself refuses throws. */
  tool(name: string, values?: ToolContent): Promise<ToolResponse>;
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type Era = 'legacy' | 'auto';

/** The SDK's own client, over any transport. */
export async function connectMcp(transport: Transport, era: Era = 'legacy'): Promise<McpCaller> {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return {
    client,
    async tool(name, values = {}) {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: { ...values },
      });
      const [first] = content;
      return {
        isError: isError === true,
        content: isRecord(structuredContent) ? structuredContent : {},
        text: first?.type === 'text' ? first.text : '',
      };
    },
    async names() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name);
    },
    close: async () => client.close(),
  };
}

/** The MCP server in the API. */
export async function connectOverHttp(origin: string, apiKey: string, era?: Era): Promise<McpCaller> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return await connectMcp(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }),
    era,
  );
}

/** Everything in a result that is not below a key `untrusted`, as text. */
export function trustedPart(content: unknown): string {
  return JSON.stringify(content, (key, value: unknown) => (key === 'untrusted' ? undefined : value));
}

function isRecord(value: unknown): value is ToolContent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
