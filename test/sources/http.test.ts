import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { ConfigReading } from '../../src/model/config.js';
import type { ConfigReaderOptions } from '../../src/sources/open-config-reader.js';
import { checkAddress } from '../../src/sources/places/addresses.js';
import { codeOf, documentOf, reader, source, tempFolder } from './support.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const requests: string[] = [];

/** What the server does, by path. */
const PAGES: Readonly<Record<string, RequestListener>> = {
  '/ok': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, etag: '"abc"' }).end('{"a":1,"n":9007199254740993}'),
  '/suffix': (_, response) =>
    response.writeHead(200, { 'content-type': 'application/merge-patch+json; charset=utf-8' }).end('{}'),
  '/strange-etag': (_, response) => response.writeHead(200, { ...JSON_TYPE, etag: 'hush' }).end('{}'),
  '/secret-etag': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, etag: `"ghp_${'x1Y2'.repeat(9)}"` }).end('{}'),
  '/no-length': (_, response) => {
    response.removeHeader('transfer-encoding');
    response.writeHead(200, JSON_TYPE).write('1');
    setTimeout(() => response.end('23'), 20);
  },
  '/echo': ({ headers }, response) =>
    response
      .writeHead(200, JSON_TYPE)
      .end(JSON.stringify({ ...headers, authorization: '', known: headers.authorization === 'Bearer hush' })),
  '/moved': (_, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/circle': (_, response) => response.writeHead(307, { location: '/circle' }).end(),
  '/nowhere': (_, response) => response.writeHead(301).end(),
  '/user': ({ headers }, response) =>
    response.writeHead(301, { location: `http://a:b@${headers.host}/ok` }).end(),
  '/other-host': (_, response) =>
    response.writeHead(302, { location: `http://localhost:${port()}/ok` }).end(),
  '/other-port': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/ok' }).end(),
  '/other-scheme': ({ headers }, response) =>
    response.writeHead(302, { location: `https://${headers.host}/ok` }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/html': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
  '/untyped': (_, response) => response.writeHead(200).end('{}'),
  '/jsonish': (_, response) => response.writeHead(200, { 'content-type': 'application/jsonish' }).end('{}'),
  '/gzip': (_, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('{}'),
  '/no-json': (_, response) => response.writeHead(200, JSON_TYPE).end('{"a": hush'),
  '/comment': (_, response) => response.writeHead(200, JSON_TYPE).end('{} // hush'),
  '/twice': (_, response) => response.writeHead(200, JSON_TYPE).end('{"a":1,"a":2}'),
  '/binary': (_, response) => response.writeHead(200, JSON_TYPE).end(Buffer.from([0xff, 0])),
  '/empty': (_, response) => response.writeHead(204).end(),
  '/304': (_, response) => response.writeHead(304).end(),
  '/partial': (_, response) => response.writeHead(206, JSON_TYPE).end('{}'),
  '/401': (_, response) => response.writeHead(401, JSON_TYPE).end('{"error":"hush"}'),
  '/403': (_, response) => response.writeHead(403, JSON_TYPE).end('{"error":"hush"}'),
  '/410': (_, response) => response.writeHead(410, JSON_TYPE).end('{}'),
  '/500': (_, response) => response.writeHead(500, JSON_TYPE).end('{"error":"hush"}'),
  '/large': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100000000' }).write('{'),
  '/endless': (_, response) => endless(response.writeHead(200, JSON_TYPE)),
  '/slow-head': () => undefined,
  '/slow-body': (_, response) => void response.writeHead(200, JSON_TYPE).write('{'),
  '/cut': (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{');
    setTimeout(() => response.destroy(), 20);
  },
  '/cut-chunks': (_, response) => {
    response.writeHead(200, JSON_TYPE).write('{}');
    setTimeout(() => response.destroy(), 20);
  },
  '/headers': (_, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'x-large': 'x'.repeat(20_000) }).end('{}'),
};

function endless(response: Parameters<RequestListener>[1]): void {
  const write = (): void => {
    while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
  };
  response.on('drain', write);
  write();
}

const listen: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://x');
  requests.push(request.url ?? '');
  const page = PAGES[pathname];
  if (page === undefined) response.writeHead(404, JSON_TYPE).end('{}');
  else page(request, response);
};

const server: Server = createServer(listen);
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const port = (): number => (server.address() as AddressInfo).port;
const host = `127.0.0.1:${port()}`;

const certificate = tempFolder();
execFileSync(
  'openssl',
  [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  ],
  { cwd: certificate, stdio: 'ignore' },
);
const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(certificate, file), 'utf8')) as [
  string,
  string,
];
const tls = createTlsServer({ key, cert }, listen).listen(0, '127.0.0.1');
const garbage = createTcpServer((socket) =>
  socket.on('error', () => undefined).end('SSH-2.0-hush\r\n'),
).listen(0, '127.0.0.1');
await Promise.all([tls, garbage].map((one) => new Promise((resolve) => one.once('listening', resolve))));
const tlsPort = (tls.address() as AddressInfo).port;
const garbagePort = (garbage.address() as AddressInfo).port;

after(() => {
  server.closeAllConnections();
  tls.closeAllConnections();
  for (const one of [server, tls, garbage]) one.close();
});

const LOCAL: Partial<ConfigReaderOptions> = {
  allowedHosts: [
    host,
    `localhost:${tlsPort}`,
    `127.0.0.1:${tlsPort}`,
    `127.0.0.1:${garbagePort}`,
    '127.0.0.1:1',
  ],
  allowPrivateAddresses: true,
  limits: { maxBytes: 1_000_000, deadlineMs: 5000 },
};

function get(
  location: string,
  options: Partial<ConfigReaderOptions> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ConfigReading> {
  return reader('/', { ...LOCAL, ...options }).live(source({ adapter: 'http', location, headers }));
}

/** Every name is at this address. */
const resolvesTo =
  (...addresses: readonly string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };

describe('JSON over HTTP', () => {
  it('is read, with its ETag', async () => {
    const reading = await get(`http://${host}/ok`);
    assert.deepEqual(documentOf(reading), { a: 1, n: '!number 9007199254740993' });
    assert.equal('etag' in reading && reading.etag, '"abc"');
    assert.equal(reading.location, `http://${host}/ok`);
  });

  it('may be of a type that ends in +json, and be on the same server', async () => {
    assert.deepEqual(documentOf(await get(`http://${host}/suffix`)), {});
    assert.equal(codeOf(await get(`http://${host}/moved`)), 'read');
  });

  it('gets headers out of the environment, and the query', async () => {
    const env = { TOKEN: 'Bearer hush', VERSION: '2' };
    const sent = await get(
      `http://${host}/echo?x=1`,
      { env },
      { Authorization: 'TOKEN', 'X-Version': 'VERSION' },
    );
    const headers = documentOf(sent) as Record<string, unknown>;
    assert.ok(requests.includes('/echo?x=1'));
    assert.equal(headers['known'], true);
    assert.equal(headers['x-version'], '2');
    assert.equal(headers['accept-encoding'], 'identity');
  });

  for (const [path, code] of [
    ['/circle', 'redirect'],
    ['/nowhere', 'redirect'],
    ['/user', 'redirect'],
    ['/other-host', 'redirect'],
    ['/other-port', 'redirect'],
    ['/other-scheme', 'redirect'],
    ['/file', 'redirect'],
    ['/html', 'content_type'],
    ['/untyped', 'content_type'],
    ['/jsonish', 'content_type'],
    ['/gzip', 'content_type'],
    ['/no-json', 'syntax'],
    ['/comment', 'syntax'],
    ['/twice', 'duplicate_key'],
    ['/binary', 'not_text'],
    ['/empty', 'status'],
    ['/304', 'status'],
    ['/partial', 'status'],
    ['/401', 'denied'],
    ['/403', 'denied'],
    ['/404', 'missing'],
    ['/410', 'missing'],
    ['/500', 'status'],
    ['/large', 'too_large'],
    ['/endless', 'too_large'],
    ['/no-length', 'content_type'],
    ['/cut', 'unreachable'],
    ['/cut-chunks', 'unreachable'],
    ['/headers', 'unreachable'],
  ] as const) {
    it(`is refused at ${path}`, async () => {
      const reading = await get(`http://${host}${path}`);
      assert.equal(codeOf(reading), `config_source.${code}`);
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    });
  }

  for (const path of ['/slow-head', '/slow-body']) {
    it(`is left at the deadline at ${path}`, async () => {
      const reading = await get(`http://${host}${path}`, { limits: { deadlineMs: 200 } });
      assert.equal(codeOf(reading), 'config_source.timeout');
    });
  }

  it('has no ETag that is none', async () => {
    assert.equal('etag' in (await get(`http://${host}/strange-etag`)), false);
    const secret = await get(`http://${host}/secret-etag`);
    assert.deepEqual([codeOf(secret), 'etag' in secret], ['read', false]);
  });

  it('is not read from what does not speak HTTP or does not listen', async () => {
    const reading = await get(`http://127.0.0.1:${garbagePort}/`);
    assert.equal(codeOf(reading), 'config_source.unreachable');
    assert.doesNotMatch(JSON.stringify(reading), /hush/);
    assert.equal(codeOf(await get('http://127.0.0.1:1/')), 'config_source.unreachable');
  });
});

describe('JSON over HTTPS', () => {
  it('is read from a server that proves who it is', async () => {
    assert.equal(codeOf(await get(`https://localhost:${tlsPort}/ok`, { hooks: { ca: cert } })), 'read');
  });

  it('is not read from one that signed for itself, has another name, or speaks no TLS', async () => {
    assert.equal(codeOf(await get(`https://localhost:${tlsPort}/ok`)), 'config_source.tls');
    assert.equal(
      codeOf(await get(`https://127.0.0.1:${tlsPort}/ok`, { hooks: { ca: cert } })),
      'config_source.tls',
    );
    assert.equal(codeOf(await get(`https://${host}/ok`)), 'config_source.tls');
  });
});

describe('JSON over HTTPS, in a process that was told to trust anyone', () => {
  it('is not read from a server that signed for itself', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const reading = await get(`https://localhost:${tlsPort}/ok`);
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    assert.equal(codeOf(reading), 'config_source.tls');
  });
});

describe('a URL', () => {
  for (const [location, code, shown] of [
    ['no url', 'location', '(not a URL)'],
    [`http://me:hush@${host}/ok`, 'location', `http://${host}/ok`],
    [`http://hush@${host}/ok`, 'location', `http://${host}/ok`],
    ['ftp://example.com/', 'host_refused', '(not a URL of http)'],
    ['file:///etc/passwd', 'host_refused', '(not a URL of http)'],
    [`http://localhost:${port()}/ok`, 'host_refused', `http://localhost:${port()}/ok`],
    ['https://example.com/?token=hush#hush', 'host_refused', 'https://example.com/?…'],
  ] as const) {
    it(`is refused and shown without secrets: ${location}`, async () => {
      const reading = await get(location);
      assert.equal(codeOf(reading), `config_source.${code}`);
      assert.equal(reading.location, shown);
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    });
  }

  it('with plain http is refused where no host is allowed', async () => {
    const { allowedHosts: _, ...open } = LOCAL;
    const reading = await reader('/', open).live(source({ adapter: 'http', location: `http://${host}/ok` }));
    assert.equal(codeOf(reading), 'config_source.host_refused');
  });

  for (const [address, written] of [
    ['127.0.0.1', '127.0.0.1'],
    ['as a number', '2130706433'],
    ['in octal', '0177.0.0.1'],
    ['short', '127.1'],
    ['IPv6', '[::1]'],
    ['IPv4 in IPv6, the old way', '[::127.0.0.1]'],
    ['IPv4 in IPv6, the old way and public', '[::8.8.8.8]'],
    ['what was never given out', '[4000::1]'],
    ['IPv4 in IPv6', '[::ffff:127.0.0.1]'],
    ['IPv4 in IPv6, in hexadecimal', '[::ffff:7f00:1]'],
    ['private', '10.0.0.1'],
    ['metadata', '169.254.169.254'],
    ['link-local', '[fe80::1]'],
    ['unique local', '[fd00::1]'],
    ['any', '0.0.0.0'],
    ['translated', '[64:ff9b::7f00:1]'],
    ['shared', '100.64.0.1'],
  ] as const) {
    it(`to an address that is not public is refused: ${address}`, async () => {
      const before = requests.length;
      const reading = await get(`http://${written}:${port()}/ok`, {
        allowPrivateAddresses: false,
        allowedHosts: [new URL(`http://${written}`).host],
      });
      assert.equal(codeOf(reading), 'config_source.address_refused');
      assert.equal(requests.length, before);
    });
  }

  for (const addresses of [
    ['127.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['169.254.169.254'],
  ]) {
    it(`to a name is judged by what it resolves to: ${addresses}`, async () => {
      const before = requests.length;
      const reading = await get(`http://config.example:${port()}/ok`, {
        allowPrivateAddresses: false,
        allowedHosts: ['config.example'],
        hooks: { lookup: resolvesTo(...addresses) },
      });
      assert.equal(codeOf(reading), 'config_source.address_refused');
      assert.equal(requests.length, before);
    });
  }

  it('to a name that is private is read where that is allowed', async () => {
    const reading = await get(`http://config.example:${port()}/ok`, {
      allowedHosts: ['config.example'],
      hooks: { lookup: resolvesTo('127.0.0.1') },
    });
    assert.equal(codeOf(reading), 'read');
  });

  it('may lead to a public address', () => {
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])
      checkAddress(address);
  });
});

describe('a header', () => {
  for (const [name, from, env, code] of [
    ['authorization', 'TOKEN', {}, 'variable'],
    ['authorization', 'TOKEN', { TOKEN: '' }, 'variable'],
    ['authorization', 'Bearer hush', {}, 'location'],
    ['authorization', 'TOKEN', { TOKEN: 'hush\r\nx: y' }, 'location'],
    ['bad header', 'TOKEN', { TOKEN: 'hush' }, 'location'],
    ['host', 'TOKEN', { TOKEN: 'hush' }, 'location'],
    ['Transfer-Encoding', 'TOKEN', { TOKEN: 'chunked' }, 'location'],
    ['authorization', 'toString', {}, 'variable'],
  ] as const) {
    it(`${name}: ${from} is not sent where it cannot be: ${JSON.stringify(env)}`, async () => {
      const reading = await get(`http://${host}/ok`, { env }, { [name]: from });
      assert.equal(codeOf(reading), `config_source.${code}`);
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    });
  }
});
