import { AppError } from '@leadbridge/platform';
import type { CodeMessenger } from '@leadbridge/usecases';

import { createHttpClient } from '../http/http-client.js';

const timeoutMilliseconds = 10_000;
const maxResponseBytes = 64 * 1024;

/**
 * Sends codes through an HTTP gateway: `POST` of `{to, text}` as JSON; any 2xx means that the message was
 * accepted.
 *
 * @param url with user and password if the gateway requires them; they are sent as Basic credentials
 */
export function createSmsMessenger(url: string): CodeMessenger & { close(): void } {
  const { address, authorization } = readGatewayUrl(url);
  const client = createHttpClient({
    timeoutMilliseconds,
    maximumResponseBytes: maxResponseBytes,
    incompleteBody: 'keep',
  });

  return {
    async send(to, code) {
      const status = await client
        .send({
          method: 'POST',
          url: address,
          headers: { 'content-type': 'application/json', ...authorization },
          body: JSON.stringify({
            to,
            text: `${code} is your code for Leadbridge. It works once, within ten minutes.`,
          }),
        })
        .then(
          (response) => response.status,
          () => 0,
        );
      if (status < 200 || status > 299) {
        throw new AppError('EXTERNAL_API_ERROR', 'The message with the code could not be sent');
      }
    },
    close: () => {
      client.close();
    },
  };
}

function readGatewayUrl(url: string): { address: URL; authorization: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '') {
    return { address, authorization: {} };
  }
  address.username = '';
  address.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}
