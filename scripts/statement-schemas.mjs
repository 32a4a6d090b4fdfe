/** The schemas of what is signed, made of those of the verdicts: an attestation holds a verdict without `measured`. */

const DIGEST = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$', maxLength: 71 };

export function verdictStatementSchema(verdict) {
  return statementSchema(withoutComposedPayload(verdict), {
    name: 'verdict-statement',
    title: 'Statement about a handoff',
    description:
      'What is signed of a verdict on one handoff attempt, as an in-toto statement: the payload of an attestation.',
    subjects:
      'The transfer record, and the semantic contract of the edge where one decided. No more and no less.',
    subjectCount: 2,
    predicateType: 'urn:edge-contracts:verdict:v1',
    further: {},
  });
}

export function runVerdictStatementSchema(runVerdict) {
  return statementSchema(runVerdict, {
    name: 'run-verdict-statement',
    title: 'Statement about a run',
    description:
      'What is signed of the verdict on a run, as an in-toto statement: the payload of an attestation.',
    subjects: 'The run: all of its records, in their order.',
    subjectCount: 1,
    predicateType: 'urn:edge-contracts:run-verdict:v1',
    further: {
      records: closed('All records of the run that were judged.', {
        count: { description: 'How many.', type: 'integer', minimum: 1, maximum: 9007199254740991 },
        digest: { description: 'Of the canonical JSON of the list of them.', ...DIGEST },
      }),
    },
  });
}

function statementSchema(
  verdict,
  { name, title, description, subjects, subjectCount, predicateType, further },
) {
  const { measured: _, ...members } = verdict.properties;
  const { measured: _measured, ...definitions } = verdict.$defs;
  const judged = {
    ...closed('The verdict, without when and how fast it was decided, and by which instance.', members),
    required: verdict.required.filter((member) => member !== 'measured'),
  };
  return {
    $schema: verdict.$schema,
    $id: `https://edge-contracts.dev/schemas/${name}.schema.json`,
    title,
    ...closed(description, {
      _type: { description: 'The version of the statement.', const: 'https://in-toto.io/Statement/v1' },
      subject: {
        description: subjects,
        type: 'array',
        minItems: 1,
        maxItems: subjectCount,
        items: closed('What the statement is about.', {
          name: {
            description: 'Its parts are percent-encoded.',
            type: 'string',
            minLength: 1,
            maxLength: 10000,
          },
          digest: closed('By algorithm.', {
            sha256: {
              description: 'In hexadecimal.',
              type: 'string',
              pattern: '^[0-9a-f]{64}$',
              maxLength: 64,
            },
          }),
        }),
      },
      predicateType: { description: 'What the predicate is, and its version.', const: predicateType },
      predicate: closed('What was decided, and by what.', {
        verdict: judged,
        ...further,
        bundle: { description: 'Of the bytes of the bundle that decided.', ...DIGEST },
        engine: {
          description: 'Name and version of the engine that decided.',
          type: 'string',
          minLength: 1,
          maxLength: 256,
        },
        signed_at: {
          description: 'When it was signed, by the signer’s own clock; null where it told none. RFC 3339.',
          anyOf: [
            { ...verdict.$defs.measured.properties.decided_at, description: 'RFC 3339.' },
            { type: 'null' },
          ],
        },
      }),
    }),
    $defs: definitions,
  };
}

/** The transfer record's digest binds what was composed; it is not signed twice. */
function withoutComposedPayload(verdict) {
  const { payload: _, ...members } = verdict.properties.composed.properties;
  const composed = {
    ...verdict.properties.composed,
    required: Object.keys(members),
    properties: members,
  };
  return { ...verdict, properties: { ...verdict.properties, composed } };
}

/** An object with all of these members and no others. */
function closed(description, properties) {
  return {
    description,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}
