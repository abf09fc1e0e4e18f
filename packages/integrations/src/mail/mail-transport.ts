import type { Transporter } from 'nodemailer';

const timeoutMilliseconds = 10_000;

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same for a repeated mail, so that a mail system can drop it. */
  readonly messageId?: string;
}

export type MailTransport = ReturnType<typeof createMailTransport>;

/**
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them; `?from=` sets the
 * sender's address
 */
export function createMailTransport(url: string) {
  const { server, from } = readSmtpUrl(url);
  let opened: Promise<Transporter> | null = null;
  return {
    /** @throws Error with the address and the conversation with the server: not for a log */
    async send({ to, ...mail }: Mail): Promise<void> {
      opened ??= openTransport(server);
      const transport = await opened;
      await transport.sendMail({
        ...mail,
        from: { name: 'Leadbridge', address: from },
        to: to.map((address) => ({ name: '', address })),
      });
    },
    close: (): void => {
      void opened?.then((transport) => {
        transport.close();
      });
    },
  };
}

/** With the first mail: most processes send none, and each would load the library at its start. */
async function openTransport(server: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: server,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
}

function readSmtpUrl(url: string): { server: string; from: string } {
  const parsed = new URL(url);
  const from = parsed.searchParams.get('from');
  parsed.searchParams.delete('from');
  return { server: parsed.toString(), from: from ?? `no-reply@${parsed.hostname}` };
}
