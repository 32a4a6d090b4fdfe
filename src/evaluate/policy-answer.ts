import { EngineFailure, type PolicyAnswer, type PolicyFinding } from './policy.js';

/**
 * Reads what the WASM returned. Only a total document of the known shape is an answer; a policy that is undefined,
 * or says anything else, blocks.
 *
 * @throws EngineFailure `engine.error`
 */
export function readPolicyAnswer(results: unknown): PolicyAnswer {
  const answer = soleResult(results);
  const { complete, decision, unproven, excepted, findings } = answer;
  if (complete !== true) throw undefinedAnswer('it is not complete');
  if (decision !== 'allow' && decision !== 'block') throw undefinedAnswer('it has no decision');
  if (!isTexts(unproven) || !isTexts(excepted))
    throw undefinedAnswer('its lists of checks are not lists of text');
  if (!Array.isArray(findings) || !findings.every(isFinding))
    throw undefinedAnswer('its findings are malformed');
  return { decision, unproven, excepted, findings };
}

function soleResult(results: unknown): Record<string, unknown> {
  if (!Array.isArray(results) || results.length !== 1) throw undefinedAnswer('it is undefined');
  const [{ result }] = results as [{ result?: unknown }];
  if (typeof result !== 'object' || result === null) throw undefinedAnswer('it is no document');
  return result as Record<string, unknown>;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isFinding(value: unknown): value is PolicyFinding {
  if (typeof value !== 'object' || value === null) return false;
  const { check, item } = value as Partial<PolicyFinding>;
  return typeof check === 'string' && Number.isSafeInteger(item);
}

function undefinedAnswer(why: string): EngineFailure {
  return new EngineFailure('engine.error', `the policy gave no answer that can be trusted: ${why}`);
}
