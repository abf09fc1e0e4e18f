import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server that records the messages that it receives. */
export interface MessageCatcher {
  readonly url: string;
  readonly messages: string[];
  /** While true, messages are refused. */
  refusing: boolean;
  close(): Promise<void>;
}

async function listen(server: Server | HttpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The part of SMTP (RFC 5321) that a client needs to send a message. */
export async function startSmtpCatcher(): Promise<MessageCatcher> {
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    let received = '';
    let inMessage = false;
    socket.write('220 catcher\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
      for (let end = received.indexOf(inMessage ? '\r\n.\r\n' : '\r\n'); end >= 0;) {
        const part = received.slice(0, end);
        received = received.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          catcher.messages.push(part);
          inMessage = false;
          socket.write('250 taken\r\n');
        } else if (/^DATA$/i.test(part)) {
          inMessage = true;
          socket.write('354 go on\r\n');
        } else {
          socket.write(catcher.refusing && /^RCPT/i.test(part) ? '550 not here\r\n' : '250 ok\r\n');
        }
        end = received.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      }
    });
  });
  const port = await listen(server);
  const catcher: MessageCatcher = {
    url: `smtp://127.0.0.1:${port}?from=codes@example.com`,
    messages: [],
    refusing: false,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return catcher;
}

/** A gateway for text messages; records the Authorization headers and the bodies. */
export async function startSmsCatcher(): Promise<MessageCatcher> {
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (!catcher.refusing) {
        catcher.messages.push(`${request.method} ${request.headers.authorization ?? 'none'} ${body}`);
      }
      response.writeHead(catcher.refusing ? 503 : 202).end();
    });
  });
  const port = await listen(server);
  const catcher: MessageCatcher = {
    url: `http://gateway:to%20it@127.0.0.1:${port}/send`,
    messages: [],
    refusing: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return catcher;
}
