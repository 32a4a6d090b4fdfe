import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `/metrics`, and `/healthz`: 200, or 503 until it is ready. Names of edges and counts are all that is there; still it listens on this machine alone unless it is
 * told another address.
 */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
  isReady: () => boolean = () => true,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    const known = path === '/metrics' || path === '/healthz';
    if (!known || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(known ? 405 : 404, { 'content-type': 'text/plain' }).end();
      return;
    }
    if (path === '/healthz') {
      const ready = isReady();
      response
        .writeHead(ready ? 200 : 503, { 'content-type': 'text/plain' })
        .end(ready ? 'ready\n' : 'reading\n');
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  // A scraper that says nothing must not hold a connection for ever.
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  await listening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
