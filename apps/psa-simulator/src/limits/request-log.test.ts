import { describe, expect, it } from '@jest/globals';

import { RequestLog, type LoggedRequest } from './request-log.js';

function logged(method: string, path: string, status = 200): LoggedRequest {
  return { method, path, status, query: '', time: 0, milliseconds: 1, count: 0, faults: [] };
}

function filledLog(): RequestLog {
  const log = new RequestLog();
  log.add(logged('GET', '/api/Tickets'));
  log.add(logged('POST', '/api/Tickets', 201));
  log.add(logged('GET', '/api/Tickets/10001', 404));
  log.add(logged('GET', '/api/Tickets/10002'));
  return log;
}

describe('RequestLog', () => {
  it.each([
    [{}, 4],
    [{ method: 'get' }, 3],
    [{ path: '/api/Tickets' }, 2],
    [{ path: '/api/tickets/*' }, 2],
    [{ path: '/api/Tickets/*', status: 404 }, 1],
    [{ method: 'POST', status: 200 }, 0],
  ])('counts the requests of the filter %j', (filter, expected) => {
    expect(filledLog().count(filter)).toBe(expected);
  });

  it('lists in the order of arrival', () => {
    expect(
      filledLog()
        .list({ method: 'GET' })
        .map(({ path }) => path),
    ).toEqual(['/api/Tickets', '/api/Tickets/10001', '/api/Tickets/10002']);
  });

  it('sums up requests that differ only by ids, and keeps digits within a name', () => {
    const log = filledLog();
    log.add(logged('GET', '/api/Lists/1/items/2'));
    log.add(logged('GET', '/api/2fa'));
    expect(log.summary()).toEqual({
      'GET /api/Tickets': 1,
      'POST /api/Tickets': 1,
      'GET /api/Tickets/{id}': 2,
      'GET /api/Lists/{id}/items/{id}': 1,
      'GET /api/2fa': 1,
    });
  });

  it('shows what an entry becomes after its arrival', () => {
    const log = new RequestLog();
    const entry = logged('GET', '/api/Agent', 0);
    log.add(entry);
    entry.status = 503;
    expect(log.count({ status: 503 })).toBe(1);
  });

  it('forgets everything when it is cleared', () => {
    const log = filledLog();
    expect(log.total).toBe(4);
    log.clear();
    expect([log.total, log.count()]).toEqual([0, 0]);
  });
});
