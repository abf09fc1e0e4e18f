import type { Client, ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from 'openapi-fetch';

import type { paths } from './generated/schema.js';
import { LeadbridgeError } from './leadbridge-error.js';

/** The result of a call: the body, and the response with its headers. */
export interface Answer<Data> {
  readonly data: Data;
  readonly response: Response;
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** JSON, or what `parseAs` selects. */
type DataOf<Operation extends Record<string | number, unknown>, Init> = Extract<
  FetchResponse<Operation, Init, 'application/json'>,
  { data: unknown }
>['data'];

type InitOf<Init> = Record<string, never> extends Init ? [init?: Init] : [init: Init];

/** Calls an endpoint by its path in the OpenAPI document. @throws LeadbridgeError for every response that is no success */
export type ApiMethod<M extends Method> = <
  Path extends ClientPathsWithMethod<Client<paths>, M>,
  Init extends MaybeOptionalInit<paths[Path], M>,
>(
  path: Path,
  ...init: InitOf<Init>
) => Promise<Answer<DataOf<paths[Path][M] & Record<string | number, unknown>, Init>>>;

/** The endpoints by their HTTP methods. */
export interface ApiMethods {
  readonly GET: ApiMethod<'get'>;
  readonly POST: ApiMethod<'post'>;
  readonly PUT: ApiMethod<'put'>;
  readonly PATCH: ApiMethod<'patch'>;
  readonly DELETE: ApiMethod<'delete'>;
}

/** The methods of an `openapi-fetch` client, which throw instead of returning an error: its transport returns only successes. */
export function throwingMethods(client: Client<paths>): ApiMethods {
  return {
    GET: asThrowing(client.GET) as ApiMethods['GET'],
    POST: asThrowing(client.POST) as ApiMethods['POST'],
    PUT: asThrowing(client.PUT) as ApiMethods['PUT'],
    PATCH: asThrowing(client.PATCH) as ApiMethods['PATCH'],
    DELETE: asThrowing(client.DELETE) as ApiMethods['DELETE'],
  };
}

function asThrowing<Parameters extends readonly unknown[], Result>(
  method: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  return async (...parameters) => {
    try {
      return await method(...parameters);
    } catch (error) {
      throw error instanceof SyntaxError
        ? new LeadbridgeError('UNEXPECTED_RESPONSE', 'The response is not JSON', {
            cause: error,
          })
        : error;
    }
  };
}
