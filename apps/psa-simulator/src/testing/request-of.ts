import express, { type Request } from 'express';

const app = express();

/** A request with this query, parsed as the simulator's server parses it. */
export function requestOf(query: string): Request {
  const request: Request = Object.create(express.request, {
    app: { value: app },
    url: { value: `/?${query}` },
  });
  return request;
}
