import autocannon from 'autocannon';

const connections = 20;

/**
 * Posts the same JSON over and over, on 20 connections, and returns how many responses a second arrived.
 *
 * @throws Error for a response that is no success
 */
export async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections,
    duration: seconds,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result.requests.average;
}
