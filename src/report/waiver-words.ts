/** Where waivers are read from. A project file can name another folder of contracts. */
export const WAIVERS_PLACE = 'contracts/waivers.yaml (the folder of contracts)';

/** Against another base other findings are found: so this is no fault of a waiver. */
export function unusedText(count: number): string {
  return count === 1
    ? '1 waiver fits no finding against this base'
    : `${count} waivers fit no finding against this base`;
}
