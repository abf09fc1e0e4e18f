import { describe, expect, it } from '@jest/globals';

import { createAddressGuard } from './address-guard.js';
import { createTargetPolicy } from './target-policy.js';

const strict = createTargetPolicy({ guard: createAddressGuard([]), allowHttp: false });
const local = createTargetPolicy({ guard: createAddressGuard(['127.0.0.1']), allowHttp: true });

describe('the address of a webhook, at registration', () => {
  it.each([
    'https://hooks.example.com/leads',
    'https://hooks.example.com:8443/leads?key=1#part',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example.com/',
    'https://xn--bcher-kva.example/',
  ])('may be %s', (url) => {
    expect(strict.fault(url)).toBeNull();
  });

  it.each([
    ['', 'absolute'],
    ['/leads', 'absolute'],
    ['hooks.example.com', 'absolute'],
    ['http://hooks.example.com/', 'https'],
    ['ftp://hooks.example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['javascript:alert(1)', 'https'],
    ['https://user:password@hooks.example.com/', 'password'],
    ['https://user@hooks.example.com/', 'user name'],
    ['https://127.0.0.1/', 'private'],
    ['https://127.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f.0.0.1/', 'private'],
    ['https://0177.0.0.1/', 'private'],
    ['https://１２７.0.0.1/', 'private'],
    ['https://127.0.0.1./', 'private'],
    ['https://10.0.0.8/', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:10.0.0.1]/', 'private'],
    ['https://[64:ff9b::7f00:1]/', 'private'],
    ['https://[fe80::1]/', 'private'],
    ['https://0.0.0.0/', 'private'],
    ['https://localhost/', 'this machine'],
    ['https://LOCALHOST./', 'this machine'],
    ['https://api.localhost/', 'this machine'],
    ['https://ip6-localhost/', 'this machine'],
    ['https://printer.local/', 'this machine'],
    ['https:///hooks.example.com/', 'absolute'],
    ['https:hooks.example.com', 'absolute'],
    ['https://hooks.example.com\\@127.0.0.1/', 'absolute'],
    ['https://hooks.example.com/a b', 'absolute'],
    [' https://hooks.example.com/', 'absolute'],
    ['https://hooks.example.com:0/', 'port 0'],
    ['https://metadata.google.internal/', 'this machine'],
  ])('must not be %p', (url, reason) => {
    expect(strict.fault(url)).toContain(reason);
  });

  it('may be plain http, or this machine, if the configuration allows it', () => {
    expect(local.fault('http://hooks.example.com/')).toBeNull();
    expect(local.fault('http://127.0.0.1:9000/')).toBeNull();
    expect(local.fault('http://localhost:9000/')).toBeNull();
    expect(local.fault('http://127.0.0.2:9000/')).toContain('private');
    expect(local.fault('ftp://127.0.0.1/')).toContain('http');
  });
});
