import { compileSchema } from '../../adapters/payload/compile-schema.js';
import type { JsonSchema, JsonValue } from '../../canonical/json-value.js';
import { Unsupported } from './universe.js';

/** A schema as the gate's validator takes it. */
export class SchemaCheck {
  readonly schema: JsonSchema;
  readonly #which: string;
  #compiled: ReturnType<typeof compileSchema> | undefined;

  constructor(schema: JsonSchema, which: string) {
    this.schema = schema;
    this.#which = which;
  }

  /** Compiled when it is first asked for: most comparisons end without. */
  get validate(): ReturnType<typeof compileSchema> {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  /**
   * Null: the validator failed, as it does on some objects that have a member `valueOf`.
   *
   * @throws Unsupported for a schema that no gate can use
   */
  says(value: JsonValue): boolean | null {
    const { validate } = this;
    try {
      return validate(value) === true;
    } catch {
      return null;
    }
  }

  #compile(): ReturnType<typeof compileSchema> {
    try {
      return compileSchema(this.schema, { verbose: true });
    } catch (error) {
      throw new Unsupported(
        '',
        `the validator does not take the ${this.#which} schema: ${(error as Error).message}`,
      );
    }
  }
}
