/** The contract language: readers from YAML text to the resolved model, and the way back. */
export { CONTRACT_CODES, type CodePage, type ContractCode } from './codes.js';
export type * from './contract.js';
export { parseContract, type ParsedContract, type ParseOptions } from './parse-contract.js';
export { readProject, type ProjectFiles, type ReadProject, type ReadProjectOptions } from './read-project.js';
export { DEFAULT_PROJECT, PROJECT_FILE, readProjectFile, type ReadProjectFile } from './read-project-file.js';
export { semanticDigest } from './semantic-digest.js';
export { spanOf } from './span-of.js';
export { LOOSENINGS, type Loosening } from './loosenings.js';
export { showContract } from './show-contract.js';
export { contractSchema, projectSchema } from './contract-schema.js';
