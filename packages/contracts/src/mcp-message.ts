import Joi from 'joi';

import { oneOf } from './one-of.js';

/** A message of the Model Context Protocol (JSON-RPC 2.0). What it must contain is a matter of the protocol, and checked by its library. */
export const mcpMessage = Joi.object<Readonly<Record<string, unknown>>>()
  .unknown(true)
  .required()
  .label('body')
  .description('A JSON-RPC 2.0 message of the Model Context Protocol.');

/** The response to a request; a notification gets none. */
export const mcpResponse = Joi.object<Readonly<Record<string, unknown>>>({
  jsonrpc: oneOf(['2.0']),
  id: Joi.alternatives().try(Joi.string(), Joi.number()).allow(null),
  result: Joi.object().unknown(true),
  error: Joi.object({ code: Joi.number().integer().required(), message: Joi.string().required() }).unknown(
    true,
  ),
}).description('The JSON-RPC 2.0 response, with `result` or `error`.');
