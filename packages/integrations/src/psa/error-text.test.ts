import { describe, expect, it } from '@jest/globals';

import { readErrorText } from './error-text.js';

describe('the message of an error of the PSA', () => {
  it.each([
    ['{"Message": "No such user"}', 'No such user'],
    ['{"errorMessage": "No such user"}', 'No such user'],
    ['{"error": "No such user"}', 'No such user'],
    ['{"error": {"message": "No such user", "code": 4}}', 'No such user'],
    ['{"message": "No such user"}', 'No such user'],
    ['"No such user"', 'No such user'],
    ['No such user', 'No such user'],
    ['[{"error": "One"}, {"error": "Two"}]', 'One; Two'],
    [
      '{"error": "invalid_client", "error_description": "The client is unknown"}',
      'invalid_client: The client is unknown',
    ],
    [
      '{"emailaddress": ["is not valid", "is too long"], "summary": "is required"}',
      'emailaddress: is not valid; is too long; summary: is required',
    ],
    ['{"title": "Faults", "status": 400, "errors": {"summary": ["is required"]}}', 'summary: is required'],
    ['{"errors": [{"message": "is required"}]}', 'is required'],
  ])('is read from %s', (body, message) => {
    expect(readErrorText(400, body)).toBe(message);
  });

  it('is the heading of a gateway page', () => {
    const page =
      '<html><head><title>502 Bad&nbsp;Gateway</title><style>p {}</style></head><body>long</body></html>';
    expect(readErrorText(502, page)).toBe('502 Bad Gateway');
  });

  it('is the status if the response contains no message', () => {
    for (const body of ['', '{}', '[]', 'null', '<html></html>', '{"error": ""}']) {
      expect(readErrorText(503, body)).toBe('HTTP 503 Service Unavailable');
    }
    expect(readErrorText(599, '')).toBe('HTTP 599');
  });

  it('contains neither markup nor control characters', () => {
    const body = JSON.stringify({
      Message: 'The <b>name</b>\u0000 is\r\n wrong &lt;script&gt;x&lt;/script&gt;\u202e.',
    });
    expect(readErrorText(400, body)).toBe('The name is wrong .');
  });

  it('keeps a comparison sign that is not markup', () => {
    expect(readErrorText(400, '{"Message": "must be < 10 and > 2"}')).toBe('must be < 10 and > 2');
  });

  it('has at most 500 characters and splits none', () => {
    const message = readErrorText(400, JSON.stringify({ Message: '😀'.repeat(2000) }));
    expect(Array.from(message)).toHaveLength(500);
    expect(message).not.toMatch(/\p{Cs}/u);
  });

  it('handles hostile pages quickly', () => {
    const start = performance.now();
    for (const body of [
      '<'.repeat(1_000_000),
      '<script>'.repeat(100_000),
      `<title>${' '.repeat(1_000_000)}`,
      '['.repeat(5000),
    ]) {
      readErrorText(500, body);
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
