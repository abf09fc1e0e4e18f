import { AppError } from '@leadbridge/platform';
import type { RequestHandler } from 'express';

/** For an address that no route has. */
export function routeNotFound(): RequestHandler {
  return () => {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such resource');
  };
}

/** For an address whose routes have other methods. */
export function methodNotAllowed(allowed: string): RequestHandler {
  return (request, response) => {
    response.setHeader('Allow', allowed);
    throw new AppError('VALIDATION_ERROR', `${request.method} is not allowed here`, {
      status: 405,
      details: { field: 'method', value: request.method, allowed: allowed.split(', ') },
    });
  };
}
