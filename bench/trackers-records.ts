import { dayMs } from '../src/lib/time.ts'

const cities = ['Berlin', 'Munich', 'Hamburg', 'Cologne']
/** A company that a list tracks, as a line of an import. */
export const company = (place: number): object => stateOf(place, { turn: 0, employees: 60 + (place % 30) })

/** The same as it is after so many changes. Every one of its tracked members is another; few cross a threshold. */
export const changedCompany = (place: number, turn: number): object =>
  stateOf(place, { turn, employees: (place % 20 === 0 ? 1_200 : 64) + turn + (place % 30) })

function stateOf(place: number, { turn, employees }: { turn: number; employees: number }): object {
  return {
    li_org_id: String(50_000_000 + place),
    pnet_primary_slug: `tracked-${place}`,
    preferred_name: `Tracked ${place}`,
    domains: [`tracked-${place}.example`],
    employee_count_consensus: { gte: employees, lte: employees },
    li_follower_count: 1_000 + place + turn * 10,
    short_description: `Makes thing ${place} since ${2_000 + turn}`,
    long_description: `Company ${place} makes things of kind ${place % 97}, in its version ${turn}. `.repeat(
      6,
    ),
    location: { city: cities[(place + turn) % cities.length], country_code: 'DEU' },
    technologies: ['postgres', 'typescript', `tool-${(place + turn) % 50}`],
    observed_at: observedAt(turn),
  }
}

/** Records about companies that changed, by kind. */
export function changedRecords(places: readonly number[], turn: number): Record<string, object[]> {
  const about = (place: number) => ({
    li_org_id: String(50_000_000 + place),
    pnet_primary_slug: `tracked-${place}`,
    domain: `tracked-${place}.example`,
    name: `Tracked ${place}`,
  })
  const share = (every: number) => places.filter((_, index) => index % every === 0)
  return {
    postings: share(10).map((place) => ({
      job_id: `bench-${place}-${turn}`,
      title: 'Software engineer',
      status: 'active',
      posted_at: observedAt(turn),
      company: about(place),
      observed_at: observedAt(turn),
    })),
    news: share(100).map((place) => ({
      article_id: `bench-${place}-${turn}`,
      title: `Tracked ${place} raises funding`,
      url: `https://news.example/${place}/${turn}`,
      published_at: observedAt(turn),
      companies: [about(place)],
      observed_at: observedAt(turn),
    })),
  }
}

/** The last turn is yesterday at the latest. */
const observedAt = (turn: number) => new Date(Date.now() - (10 - turn) * dayMs).toISOString()
