import { AppError } from '@leadbridge/platform';
import type { CodeMessenger } from '@leadbridge/usecases';
import { createTransport } from 'nodemailer';

const timeoutMilliseconds = 10_000;

/**
 * Sends codes by email.
 *
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them; `?from=` sets the
 * sender's address
 */
export function createEmailMessenger(url: string): CodeMessenger & { close(): void } {
  const { server, from } = readSmtpUrl(url);
  const transport = createTransport({
    url: server,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });

  return {
    async send(to, code) {
      try {
        await transport.sendMail({
          from: { name: 'Leadbridge', address: from },
          to: { name: '', address: to },
          subject: 'Your sign-in code',
          text: `${code} is your code for Leadbridge. It works once, within ten minutes.\n\nIf you did not request it, change your password.\n`,
        });
      } catch {
        // The library's error contains the address and the conversation with the server.
        throw new AppError('EXTERNAL_API_ERROR', 'The email with the code could not be sent');
      }
    },
    close: () => {
      transport.close();
    },
  };
}

function readSmtpUrl(url: string): { server: string; from: string } {
  const parsed = new URL(url);
  const from = parsed.searchParams.get('from');
  parsed.searchParams.delete('from');
  return { server: parsed.toString(), from: from ?? `no-reply@${parsed.hostname}` };
}
