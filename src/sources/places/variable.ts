import { SourceFault } from '../source-fault.js';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;

/** The value of a variable that a contract names. What is no name is not shown: it may be the value itself. */
export function variable(name: string, env: Readonly<Record<string, string | undefined>>): string {
  if (!NAME.test(name))
    throw new SourceFault('config_source.location', 'the name of an environment variable is expected');
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined || value === '')
    throw new SourceFault('config_source.variable', `the environment variable ${name} is not set`);
  return value;
}

export function shownVariable(name: string): string {
  return NAME.test(name) ? name : '(not a name)';
}
