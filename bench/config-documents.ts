import type { JsonObject, JsonValue } from '../src/canonical/json-value.js';

/** A configuration of services, and the same after ten changes of all kinds. */
export function configDocuments(services: number): { readonly before: JsonValue; readonly after: JsonValue } {
  return { before: document(services), after: changed(document(services), services) };
}

/** How many changes `after` has; each tool tells them in its own way. */
export const CHANGES = 10;

type Service = Record<string, JsonValue>;

function document(services: number): { version: number; services: Record<string, Service> } {
  const names = Array.from({ length: services }, (_, index) => `service-${index}`);
  return {
    version: 1,
    services: Object.fromEntries(names.map((name, index) => [name, service(name, index)])),
  };
}

function service(name: string, index: number): Service {
  return {
    enabled: index % 3 === 0,
    replicas: index % 7,
    image: `registry.example.com/team/${name}:1.${index % 20}.${index % 9}`,
    description: 'Does something useful for somebody, mostly in the background',
    limits: { cpu: `${(index % 8) + 1}00m`, memory: `${(index % 16) + 1}Gi` },
    env: { LOG_LEVEL: 'info', REGION: 'eu-west-1', URL: `https://${name}.example.com/api` },
    updated: `2026-11-${String((index % 28) + 1).padStart(2, '0')}T09:00:00Z`,
    hosts: [`a${index}.example.com`, `b${index}.example.com`, `c${index}.example.com`],
    rules: [
      { path: '/', weight: index % 100 },
      { path: '/health', weight: 0 },
    ],
  };
}

function changed(config: ReturnType<typeof document>, services: number): JsonObject {
  const of = (part: number): Service => config.services[`service-${Math.floor(services * part)}`] ?? {};
  config.version = 2;
  of(0.1)['enabled'] = 'off';
  of(0.2)['replicas'] = 99;
  of(0.3)['limits'] = { cpu: '900m', memory: `${(Math.floor(services * 0.3) % 16) + 1}Gi` };
  of(0.4)['owner'] = 'team-a';
  delete of(0.5)['updated'];
  of(0.6)['hosts'] = ['new.example.com', ...(of(0.6)['hosts'] as string[])];
  of(0.7)['rules'] = (of(0.7)['rules'] as JsonValue[]).slice(1);
  of(0.8)['about'] = of(0.8)['description'] ?? '';
  delete of(0.8)['description'];
  of(0.9)['image'] = 'registry.example.com/team/other:2.0.0';
  return config;
}
