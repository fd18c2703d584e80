import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import { countryByAlpha3, findCountry } from './countries.ts'
import { islandsAndRegions, type PresetRegion } from './preset-regions.ts'
import { findState } from './states.ts'

const byName: () => ReadonlyMap<string, PresetRegion> = buildOnce(
  () =>
    new Map(
      islandsAndRegions().flatMap((region) =>
        [region.name, ...region.synonyms].map((name) => [normalText(name), region] as const),
      ),
    ),
)

/**
 * The island, coast or landscape that a text means, which is neither a state of its country nor a hamlet: `Mallorca`,
 * `Lake Como`, `Cornwall, England, UK`. Undefined after another country or its states (`Cornwall, Ontario`), or with
 * the code of one.
 */
export function naturalRegionCalled(text: string, countryCode?: string | null): PresetRegion | undefined {
  const [name = '', ...within] = text.split(',').map((part) => part.trim())
  const region = byName().get(normalText(name.replace(/^the /i, ''))) ?? byName().get(normalText(name))
  if (region === undefined || (countryCode ?? region.countryCode) !== region.countryCode) return undefined
  return within.every((part) => isWhole(part, region)) ? region : undefined
}

/** Whether a text names the country of a region, or one of its states. */
const isWhole = (text: string, { countryCode }: PresetRegion): boolean =>
  findState(countryCode, text) !== undefined || findCountry(text)?.alpha3 === countryCode

/** `Mallorca, Spain` */
export const labelOfRegion = ({ name, countryCode }: PresetRegion): string =>
  `${name}, ${countryByAlpha3(countryCode)?.name ?? countryCode}`
