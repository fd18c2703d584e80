import { technologies, type Technology } from '../records/index.ts'
import type { CompanyMembers } from './company-identity.ts'
import type { SampleCity } from './places.ts'
import { capitalized } from './stems.ts'
import type { Random } from './random.ts'
import type { IndustryFacts } from './trades.ts'

const audiences = [
  'small businesses',
  'large enterprises',
  'public bodies',
  'families',
  'manufacturers',
  'retailers',
  'hospitals',
  'teams of every size',
]
const promises = [
  'so that work takes hours instead of weeks',
  'with people who know the field',
  'at a price that stays the same',
  'from first idea to daily use',
  'with quality one can measure',
]

/** What the company says of itself, in the words of its industry. */
export function descriptions(
  random: Random,
  industry: IndustryFacts,
  name: string,
  city: SampleCity,
): CompanyMembers {
  const { keywords } = industry
  const first = random.below(keywords.length)
  const keywordAt = (place: number) => keywords[(first + place) % keywords.length] as string
  const audience = random.pick(audiences)
  const short = `${name} offers ${keywordAt(0)} and ${keywordAt(1)} for ${audience}.`
  const count = 2 + random.below(5)
  return {
    li_headline: random.chance(0.5) ? `${capitalized(keywordAt(0))} for ${audience}` : undefined,
    short_description: short,
    li_description: `${short} From ${city.name} we work on ${keywordAt(2)} ${random.pick(promises)}.`,
    long_description: random.chance(0.4)
      ? `${short} The company works from ${city.name}, ${city.country.name}, and is known for ${keywordAt(2)} and ${keywordAt(3)}. Customers are ${audience} that want ${keywordAt(0)} ${random.pick(promises)}.`
      : undefined,
    li_specialties: Array.from({ length: count }, (_, place) => keywordAt(place)),
    alt_keywords: [keywordAt(4), keywordAt(5)],
    categories: [industry.name, keywordAt(0)],
    category_groups: [industry.name],
  }
}

const office: Technology[] = [
  'Microsoft Teams',
  'Slack',
  'Google Analytics',
  'Salesforce',
  'HubSpot',
  'WordPress',
  'Jira',
  'Notion',
  'Power BI',
  'Zendesk',
]
const web: Technology[] = [
  'Shopify',
  'WordPress',
  'Stripe',
  'Klaviyo',
  'Cloudflare',
  'Google Analytics',
  'Webflow',
  'MySQL',
  'PHP',
]

const technologiesByKind: Partial<Record<IndustryFacts['kind'], readonly Technology[]>> = {
  tech: technologies,
  retail: web,
  media: web,
}

/** Technologies in use: many of all kinds in technical industries, office tools elsewhere. */
export function drawTechnologies(random: Random, { kind }: IndustryFacts): string[] {
  const source = technologiesByKind[kind] ?? office
  const count = kind === 'tech' ? 3 + random.below(12) : random.below(5)
  const drawn = new Set<string>()
  for (let left = count; left > 0; left--) drawn.add(random.pick(source))
  return [...drawn]
}
