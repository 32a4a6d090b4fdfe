/** What `explain CODE` says of something that is wrong with an attestation or a key. */
export interface AttestationCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code that this folder, and `verify`, report. */
export const ATTESTATION_CODES: readonly AttestationCodePage[] = [
  {
    code: 'attestation.malformed',
    title: 'this is no attestation',
    why: 'An attestation is a DSSE envelope with an in-toto statement in one strict form: what two readers could read differently is refused.',
    fix: 'Ask for the file again as `evaluate --attest` wrote it, one envelope a line.',
  },
  {
    code: 'attestation.payload_type',
    title: 'an envelope that holds something else than an in-toto statement',
    why: 'The type is signed along with the payload, so that nothing signed for another purpose counts here.',
    fix: 'Verify it with the tool that it was made for.',
  },
  {
    code: 'attestation.predicate_type',
    title: 'a statement that is no verdict, or of another version',
    why: 'What a later version means by its members is not known to this one.',
    fix: 'Verify it with the version that wrote it, or a later one.',
  },
  {
    code: 'attestation.signature',
    title: 'no signature of a known key holds',
    why: 'The payload or the signature was changed, or somebody else signed it. Nothing in it was read.',
    fix: 'Ask for the attestation again, and for the key by another way than the attestation came.',
  },
  {
    code: 'attestation.unknown_key',
    title: 'the attestation names keys that were not given',
    why: 'A signature counts only where its key was given: an envelope cannot vouch for its own key.',
    fix: 'Give the signer’s public key with `--key`, if you trust them.',
  },
  {
    code: 'attestation.inconsistent',
    title: 'a signed statement that contradicts itself',
    why: 'Who goes by its subjects and who goes by its verdict would come to different answers.',
    fix: 'Ask the signer; `evaluate --attest` never writes one.',
  },
  {
    code: 'attestation.other_kind',
    title: 'the attestation is of a run, and one of a handoff was expected, or the reverse',
    why: 'The verdict on a handoff says nothing about what happened after it.',
    fix: 'Take the attestation of the other kind.',
  },
  {
    code: 'attestation.other_run',
    title: 'the attestation is of another run',
    why: 'What was decided in one run says nothing about another.',
    fix: 'Give the records of the run that it names, or the attestation of this one.',
  },
  {
    code: 'attestation.other_hop',
    title: 'the attestation is of another hop',
    why: 'What was decided of one handoff says nothing about another, also in the same run.',
    fix: 'Take the attestation of this hop.',
  },
  {
    code: 'attestation.other_attempt',
    title: 'the attestation is of another attempt at the hop',
    why: 'A payload that was blocked is repaired and tried again: the later verdict is not the first one’s.',
    fix: 'Take the attestation of this attempt.',
  },
  {
    code: 'attestation.other_record',
    title: 'the record is not the one that was judged',
    why: 'The digest covers every member of the record but `delivered`: one was changed, or the record was replaced.',
    fix: 'Get the record from the recorder; where it was changed on purpose, evaluate again.',
  },
  {
    code: 'attestation.other_records',
    title: 'the records of the run are not those that were judged',
    why: 'A run verdict covers all records in their order: one was added, changed, moved or taken out.',
    fix: 'Give all records of the run, in the order of the recorder; where more came since, evaluate again.',
  },
  {
    code: 'attestation.other_edge',
    title: 'the attestation is of another edge',
    why: 'Each edge has a contract of its own.',
    fix: 'Take the attestation of this edge, or correct `--edge`.',
  },
  {
    code: 'attestation.other_contract',
    title: 'another contract decided than the one given',
    why: 'The semantic digest of the edge’s contract differs: what is checked was changed since.',
    fix: 'Verify with the contracts as they were then, such as a checkout of that commit.',
  },
  {
    code: 'attestation.other_bundle',
    title: 'another bundle decided than the one given',
    why: 'The bundle is all that the gate decides by; another one may decide otherwise.',
    fix: 'Give the bundle that was deployed then.',
  },
  {
    code: 'attestation.other_config',
    title: 'live config was read otherwise than it was judged',
    why: 'What really changed is in the readings: with others the same handoff would have another verdict.',
    fix: 'Verify with the records as they were when the verdict was given.',
  },
  {
    code: 'attestation.missing',
    title: 'a handoff or a run of the records has no attestation that holds',
    why: 'Somebody who wants to hide a block leaves its attestation out.',
    fix: 'Ask for the attestations of all handoffs; `evaluate FILE --attest` writes them.',
  },
  {
    code: 'attestation.nothing_verified',
    title: 'there was no attestation to verify',
    why: 'Nothing verified is not the same as nothing wrong.',
    fix: 'Give a file that `evaluate --attest` wrote.',
  },
  {
    code: 'attestation.key_missing',
    title: 'the key is not there',
    why: 'Nothing is signed or verified with another key than the one that was named.',
    fix: 'Correct the path, or set the environment variable that `env:NAME` names.',
  },
  {
    code: 'attestation.key_inline',
    title: 'a key on the command line',
    why: 'Every user of the machine can read it there, and shells keep it in their history. It has to be taken as known.',
    fix: 'Make a new key; name its file, or an environment variable as `env:NAME`.',
  },
  {
    code: 'attestation.key_malformed',
    title: 'this is no key in PEM',
    why: 'A private key is read as PKCS#8, a public one as SPKI, both in PEM and one in a file.',
    fix: 'Make one: `openssl genpkey -algorithm ed25519 -out key.pem`, `openssl pkey -in key.pem -pubout -out key.pub.pem`.',
  },
  {
    code: 'attestation.key_encrypted',
    title: 'the key is encrypted',
    why: 'The command asks for nothing, and a password on its command line would be no secret.',
    fix: 'Let a secret store decrypt it into an environment variable, and give `--key env:NAME`.',
  },
  {
    code: 'attestation.key_type',
    title: 'a key of another kind than Ed25519',
    why: 'One kind of signature leaves nothing to choose, and so nothing to be talked down to.',
    fix: 'Make one: `openssl genpkey -algorithm ed25519 -out key.pem`.',
  },
  {
    code: 'attestation.key_public',
    title: 'a public key where a private one is needed',
    why: 'A public key verifies; only the private one signs.',
    fix: 'Name the private key’s file.',
  },
  {
    code: 'attestation.key_private',
    title: 'a private key where the public one is needed',
    why: 'Whoever verifies must not be able to sign: a private key that is handed around proves nothing.',
    fix: 'Ask the signer for `openssl pkey -in key.pem -pubout`.',
  },
  {
    code: 'attestation.key_readable',
    title: 'others can read the private key',
    why: 'Whoever has the key can sign any verdict as you. It is a warning: in a container there may be nobody else.',
    fix: 'Run `chmod 600` on it.',
  },
];
