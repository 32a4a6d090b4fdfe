/** The contract language: readers from YAML text to the resolved model, and the way back. */
export { CONTRACT_CODES, type CodePage, type ContractCode } from './codes.js';
export type * from './contract.js';
export { contractSchema, projectSchema, toolsSchema, waiversSchema } from './contract-schema.js';
export { LOOSENINGS, type Loosening } from './loosenings.js';
export { type ParsedContract, type ParseOptions, parseContract } from './parse-contract.js';
export { type ProjectFiles, type ReadProject, type ReadProjectOptions, readProject } from './read-project.js';
export { DEFAULT_PROJECT, PROJECT_FILE, type ReadProjectFile, readProjectFile } from './read-project-file.js';
export { type ReadTools, readToolsFile, TOOLS_FILE } from './read-tools.js';
export { type ReadWaivers, readWaivers, type Waiver } from './read-waivers.js';
export { semanticDigest } from './semantic-digest.js';
export { showContract } from './show-contract.js';
export { spanOf } from './span-of.js';
