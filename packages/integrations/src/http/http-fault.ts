/** A request without a complete response. Contains no request and no headers, so that it can be logged. */
export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  /** The system's or library's code, for example `ECONNREFUSED`, `ECONNRESET` or `ETIMEDOUT`. */
  readonly code: string;
  /** False only if no connection was established, so that the other side cannot have seen the request. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, code: string, mayHaveArrived: boolean) {
    super(message);
    this.code = code;
    this.mayHaveArrived = mayHaveArrived;
  }
}

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was dropped',
  EPIPE: 'the connection was dropped',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be resolved for now',
  ETIMEOUT: 'the host name could not be resolved for now',
  ESERVFAIL: 'the host name could not be resolved for now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no response came in time',
  EPROTO: 'no TLS connection came about; is it plain http?',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the TLS certificate is of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the TLS certificate is of an unknown authority, or an intermediate one is missing',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the TLS certificate is of an unknown authority, or an intermediate one is missing',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host name',
  ERR_RESPONSE_TOO_LARGE: 'the response was too large',
  ERR_PROTOCOL_SWITCHED: 'the response switched to another protocol (101)',
};

/** As text: `GET https://psa.example.com/api/Tickets: the connection was refused (ECONNREFUSED)`. */
export function httpFault(
  request: { method: string; url: URL },
  code: string,
  mayHaveArrived: boolean,
): HttpFault {
  const target = `${request.method} ${request.url.origin}${request.url.pathname}`;
  const explanation = explanations[code] ?? 'the request failed';
  return new HttpFault(`${target}: ${explanation} (${code})`, code, mayHaveArrived);
}
