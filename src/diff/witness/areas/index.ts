import type { ChangeKind } from '../../../model/policy-diff.js';
import type { Area } from '../area.js';
import { DISCHARGE_AREA, EXCEPTION_AREA, MODE_AREA, SEVERITY_AREA } from './check-area.js';
import { CONFIG_SOURCE_AREA } from './config-area.js';
import { CONTRACT_AREA } from './contract-area.js';
import { DECLARED_CHANGE_AREA, EFFECT_AREA, REVERSIBILITY_AREA, SIDE_EFFECTS_AREA } from './effect-area.js';
import { EFFECT_KIND_AREA, TOOL_AREA, UNCOVERED_AREA } from './project-area.js';
import {
  AGE_AREA,
  POLICY_AREA,
  SOURCE_AREA,
  SOURCES_AREA,
  SPEAKER_AREA,
  STANDING_AREA,
} from './provenance-area.js';
import { RULE_AREA } from './rule-area.js';
import { FACT_AREA, PROPERTY_AREA } from './schema-area.js';

/** Where no decision depends on it, or what it changes is decided outside of records: why. */
type NoArea = string;

/** By the kind of a change, where its witnesses are looked for. */
export const AREAS: Readonly<Record<ChangeKind, Area | NoArea>> = {
  contractAdded: CONTRACT_AREA,
  contractRemoved: CONTRACT_AREA,
  contractRenamed: 'a new name changes no decision about a record that does not name its edge',
  agentsChanged: CONTRACT_AREA,
  ownerChanged: 'no decision depends on the owner',
  descriptionChanged: 'no decision depends on the description',
  runbookChanged: 'no decision depends on the runbook',
  modeChanged: MODE_AREA,
  severityChanged: SEVERITY_AREA,
  dischargerAdded: DISCHARGE_AREA,
  dischargerRemoved: DISCHARGE_AREA,
  monitorAdded: 'alerts decide nothing',
  monitorRemoved: 'alerts decide nothing',
  monitorClassChanged: 'alerts decide nothing',
  monitorThresholdChanged: 'alerts decide nothing',
  monitorWindowChanged: 'alerts decide nothing',
  monitorMinimumChanged: 'alerts decide nothing',
  ruleAdded: RULE_AREA,
  ruleRemoved: RULE_AREA,
  ruleTextChanged: RULE_AREA,
  ruleSeverityChanged: RULE_AREA,
  exceptionAdded: EXCEPTION_AREA,
  exceptionRemoved: EXCEPTION_AREA,
  exceptionExpiryChanged: EXCEPTION_AREA,
  sideEffectsDeclared: SIDE_EFFECTS_AREA,
  sideEffectsUndeclared: SIDE_EFFECTS_AREA,
  effectAdded: EFFECT_AREA,
  effectRemoved: EFFECT_AREA,
  effectReversibilityChanged: REVERSIBILITY_AREA,
  effectOperationsChanged: DECLARED_CHANGE_AREA,
  effectBoundsChanged: DECLARED_CHANGE_AREA,
  sourcesRestricted: SOURCES_AREA,
  sourcesUnrestricted: SOURCES_AREA,
  sourceAdded: SOURCE_AREA,
  sourceRemoved: SOURCE_AREA,
  maxAgeChanged: AGE_AREA,
  speakersRestricted: SPEAKER_AREA,
  speakersUnrestricted: SPEAKER_AREA,
  speakerAdded: SPEAKER_AREA,
  speakerRemoved: SPEAKER_AREA,
  policyAdded: POLICY_AREA,
  policyRemoved: POLICY_AREA,
  standingAdded: STANDING_AREA,
  standingRemoved: STANDING_AREA,
  standingChanged: STANDING_AREA,
  configWatched: CONFIG_SOURCE_AREA,
  configUnwatched: CONFIG_SOURCE_AREA,
  configSourceAdded: CONFIG_SOURCE_AREA,
  configSourceRemoved: CONFIG_SOURCE_AREA,
  configSourceChanged: CONFIG_SOURCE_AREA,
  factAdded: FACT_AREA,
  factRemoved: FACT_AREA,
  factSchemaChanged: FACT_AREA,
  propertyAdded: PROPERTY_AREA,
  propertyRemoved: PROPERTY_AREA,
  propertySchemaChanged: PROPERTY_AREA,
  uncoveredChanged: UNCOVERED_AREA,
  effectKindAdded: EFFECT_KIND_AREA,
  effectKindRemoved: EFFECT_KIND_AREA,
  effectKindChanged: EFFECT_KIND_AREA,
  toolAdded: TOOL_AREA,
  toolRemoved: TOOL_AREA,
  toolChanged: TOOL_AREA,
  adaptersChanged: 'what live config may be read is decided before a record is written',
};
