import { createTransport } from 'nodemailer';

const timeoutMilliseconds = 10_000;

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same for a repeated mail, so that a mail system can drop it. */
  readonly messageId?: string;
}

export interface MailTransport {
  /** @throws Error with the address and the conversation with the server: not for a log */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them; `?from=` sets the
 * sender's address
 */
export function createMailTransport(url: string): MailTransport {
  const { server, from } = readSmtpUrl(url);
  const transport = createTransport({
    url: server,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
  return {
    async send({ to, ...mail }) {
      await transport.sendMail({
        ...mail,
        from: { name: 'Leadbridge', address: from },
        to: to.map((address) => ({ name: '', address })),
      });
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
