import winston from 'winston';

import { currentRequestContext } from './request-context.js';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
export type LogFormat = 'text' | 'json';
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log lines. Fields contain ids and codes, never names, emails or secrets. */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

/** Names and numbers cannot be told from other words in the text of another system. The error log has the text. */
const unloggedMessage = 'Not logged, because the message may quote a person';

/** The first frames of the stack, without the message that comes before them and may have several lines. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return maskPersons(frames.slice(0, 7).join('\n'));
}

/** Name, code and stack, with causes; never the request or response that an error may contain. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const code: unknown = 'code' in error ? error.code : undefined;
  const status: unknown = 'status' in error ? error.status : undefined;
  const quotesRequest = 'quotesRequest' in error && error.quotesRequest === true;
  return {
    name: error.name,
    message: quotesRequest ? unloggedMessage : maskPersons(error.message),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** With apostrophes inside (`o'neil@…`); one in front is a quote. */
const emailAddress = /[^\s@"'<>:=&?/\\][^\s@"<>:=&?/\\]{0,63}@[^\s@"'<>&/\\]{1,255}/g;

/** Messages of libraries and other systems may quote an email address; none may reach a log. */
export function maskPersons(text: string): string {
  return text.replace(emailAddress, '[email]');
}

/** Modifies the entry in place, because every request logs a line. */
const addContext = winston.format((info) => {
  for (const name in info) {
    const value: unknown = info[name];
    if (value instanceof Error) {
      info[name] = describeError(value);
    }
  }
  info.message = maskPersons(String(info.message));
  const { requestId, jobId } = currentRequestContext();
  if (requestId !== undefined) {
    info['request_id'] = requestId;
  }
  if (jobId !== undefined) {
    info['job_id'] = jobId;
  }
  return info;
});

const anyJson = winston.format.json();

/** Winston's own formatter is for values that JSON cannot represent: it processes every value itself. */
const jsonLine = winston.format((info) => {
  try {
    info[Symbol.for('message')] = JSON.stringify(info);
    return info;
  } catch {
    return anyJson.transform(info, {});
  }
});

const textLine = winston.format.printf((info) => {
  const { timestamp, level, message, app, ...rest } = info;
  const fields = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `${String(timestamp)} ${level.padEnd(5)} [${String(app)}] ${String(message)}${fields}`;
});

interface LoggerSettings {
  readonly app: string;
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes the lines; standard output by default. */
  readonly output?: NodeJS.WritableStream;
}

export function createLogger(settings: LoggerSettings): Logger {
  const { combine, timestamp } = winston.format;
  return winston.createLogger({
    level: settings.level,
    defaultMeta: { app: settings.app },
    format: combine(addContext(), timestamp(), settings.format === 'json' ? jsonLine() : textLine),
    transports: [
      settings.output === undefined
        ? new winston.transports.Console()
        : new winston.transports.Stream({ stream: settings.output, eol: '\n' }),
    ],
  });
}

/** For tests and tools that log nothing. */
export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {} };
