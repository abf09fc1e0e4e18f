import type { CustomFetchOptions } from 'openid-client';

import type { HttpClient } from '../http/http-client.js';

/** The issuer does not respond, or only that it fails itself. */
export class IssuerUnreachableError extends Error {
  override readonly name = 'IssuerUnreachableError';
}

const methods = ['GET', 'POST'] as const;
const serverFault = 500;
/** A response with one of these cannot have a body. */
const bodiless = new Set([204, 205, 304]);

/** Lets openid-client use our HTTP client, with its limits of time and size. */
export function createIssuerFetch(
  client: HttpClient,
): (url: string, options: CustomFetchOptions) => Promise<Response> {
  return async (url, { method: wanted, headers, body }) => {
    const method = methods.find((each) => each === wanted);
    if (method === undefined) {
      throw new Error(`The issuer is not asked by ${wanted}`);
    }
    const request = { method, url: new URL(url), headers: Object.fromEntries(new Headers(headers)) };
    const sent = bodyText(body);
    const response = await client
      .send(sent === null ? request : { ...request, body: sent })
      .catch((error: unknown) => {
        throw new IssuerUnreachableError('The issuer does not respond', { cause: error });
      });
    if (response.status >= serverFault) {
      throw new IssuerUnreachableError(`The issuer responded with the status ${response.status}`);
    }
    return new Response(bodiless.has(response.status) ? null : response.body, {
      status: response.status,
      headers: { 'content-type': response.contentType },
    });
  };
}

function bodyText(body: CustomFetchOptions['body']): string | null {
  if (body === undefined || body === null) {
    return null;
  }
  if (typeof body === 'string' || body instanceof URLSearchParams) {
    return body.toString();
  }
  throw new Error('The issuer is sent forms alone');
}
