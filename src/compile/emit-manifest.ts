import type { JsonObject } from '../canonical/json-value.js';
import type { Check } from '../checks/check.js';
import type { Contract } from '../contract/contract.js';
import { semanticDigest } from '../contract/semantic-digest.js';
import { spanOf } from '../contract/span-of.js';
import type { CheckSetting, EdgeManifest } from '../model/bundle.js';
import { checksOf } from './active-checks.js';
import { entrypointOf, ruleCheck } from './emit-policy.js';

/** What the gate needs of one contract besides its policy. */
export function emitManifest(contract: Contract, payloadSchema: JsonObject): EdgeManifest {
  const { metadata, edge, provenance, edgeCheck } = contract;
  const place = placeOf(contract, '/edge_check');
  return {
    name: metadata.name,
    owner: metadata.owner,
    runbook: metadata.runbook,
    from: edge.from,
    to: edge.to,
    default: contract.default,
    digest: semanticDigest(contract),
    mode: edgeCheck.mode,
    checks: settingsOf(contract),
    entrypoint: entrypointOf(contract),
    ...place,
    payload_schema: payloadSchema,
    established: Object.keys(contract.schema.established).sort(),
    properties: Object.keys(contract.schema.properties).sort(),
    standing: provenance.standing,
    stated_by: provenance.statedBy,
    sources: provenance.established?.sources ?? null,
    max_age_seconds: provenance.established?.maxAgeSeconds ?? null,
    policies: provenance.policies,
    discharge: edgeCheck.discharge,
    side_effects: contract.declaredSideEffects,
    config: (provenance.config ?? []).map((source, index) => ({
      ...source,
      ...placeOf(contract, `/provenance/config/${index}`),
    })),
    exceptions: edgeCheck.exceptions,
    monitor: edgeCheck.monitor,
    rules: edgeCheck.rules.map(({ name, severity }) => ({ name, severity })),
  };
}

function settingsOf(contract: Contract): Record<string, CheckSetting> {
  const checks = checksOf(contract).map(({ check, severity, notChecked }): [string, CheckSetting] => [
    check.code,
    {
      severity,
      ...placeOf(contract, pointerOf(contract, check)),
      ...(notChecked === null ? {} : { not_checked: notChecked }),
    },
  ]);
  const rules = contract.edgeCheck.rules.map((rule, index): [string, CheckSetting] => [
    ruleCheck(rule),
    { severity: rule.severity, ...placeOf(contract, `/edge_check/rules/${index}`) },
  ]);
  return Object.fromEntries([...checks, ...rules]);
}

/** The check's own key where it is written, else the part that it goes by, else `edge_check`. */
function pointerOf(contract: Contract, { code, part }: Check): string {
  if (contract.edgeCheck.severities[code] !== undefined || part === undefined)
    return `/edge_check/${code.replace('.', '/')}`;
  return `/${part.replaceAll('.', '/')}`;
}

function placeOf(contract: Contract, pointer: string): { file: string; line: number } {
  const { file, line } = spanOf(contract, pointer);
  return { file, line };
}
