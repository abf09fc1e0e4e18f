import type { Leadbridge } from '@leadbridge/client';
import type { Fields, ObjectOf, ValuesOf } from '@leadbridge/contracts';
import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server';
import Joi from 'joi';

import { toolError, toolResult } from './result.js';

/** A tool: what assistants see of it, and what it does. */
export interface Tool {
  readonly description: ToolDescription;
  /** True if it changes something in the service or the PSA; plans change nothing. */
  readonly writes: boolean;
  /** @throws LeadbridgeError for what the API refuses */
  readonly call: (sent: unknown, api: Leadbridge) => Promise<CallToolResult>;
}

interface ToolDefinition<Keys extends Fields> {
  readonly name: string;
  readonly description: string;
  /** Of its arguments. */
  readonly keys: Keys;
  /** A rule for several arguments, which stands in the description in words. */
  readonly refine?: (schema: ObjectOf<Keys>) => ObjectOf<Keys>;
  readonly writes?: true;
  readonly run: (sent: ValuesOf<Keys>, api: Leadbridge) => Promise<Readonly<Record<string, unknown>>>;
}

/** Nothing is converted, and messages quote no values. */
const strict = { convert: false, abortEarly: false, errors: { wrap: { label: false } } } as const;

/** What every call of the API carries that plans or writes: its audit entry says so. */
export const viaMcp = { 'X-Leadbridge-Via': 'mcp' } as const;

export function defineTool<Keys extends Fields>({
  name,
  description,
  keys,
  refine = (schema) => schema,
  writes,
  run,
}: ToolDefinition<Keys>): Tool {
  const schema = refine(Joi.object(keys).label('arguments').prefs(strict));
  return {
    description: {
      name,
      description,
      inputSchema: { type: 'object', ...describe(Joi.object(keys)) },
      annotations: { readOnlyHint: writes !== true },
    },
    writes: writes === true,
    async call(sent, api) {
      const result = schema.validate(sent);
      return result.error === undefined
        ? toolResult(await run(result.value, api))
        : toolError('VALIDATION_ERROR', result.error.message);
    },
  };
}

/** Joi describes itself as a Standard Schema. */
function describe(schema: Joi.ObjectSchema): Readonly<Record<string, unknown>> {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}
