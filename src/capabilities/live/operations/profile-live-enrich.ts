import { z } from 'zod'
import { personRecord, type PersonRecord } from '../../../corpus/records/index.ts'
import { withDetails } from '../../../corpus/search/index.ts'
import { entityKey, optional, perMinute, stored } from '../../../operation/index.ts'
import { fetchPages, type FetchedPage } from '../fetch-pages.ts'
import { freshness, nothingFound, warnNotLive } from '../../../sources/index.ts'
import { personPage } from '../../../corpus/identify/index.ts'
import { advisePrice, pagesPrice } from '../page-price.ts'
import { askedPage, maxProfilesPerCall, oneOrMany, personIdentifier, switchOff } from '../schema.ts'
import { liveTag, operation, type LiveDeps } from '../slice.ts'

const input = z
  .object({
    identifier: optional(personIdentifier),
    identifiers: optional(z.array(personIdentifier).min(1).max(maxProfilesPerCall)).describe(
      'Up to ten profiles at once; larger sets go into a batch.',
    ),
    getDetailedEducation: switchOff.describe('Adds details of each school.'),
    getDetailedWorkExperience: switchOff.describe('Adds details of each employer.'),
  })
  .refine(({ identifier, identifiers }) => (identifier === undefined) !== (identifiers === undefined), {
    path: ['identifier'],
    message: 'Either identifier or identifiers is required, and not both.',
  })

const answer = {
  found: z.boolean(),
  profile: personRecord.nullish(),
  message: z.string().nullish().describe('Why nothing was found, if so.'),
  ...freshness,
}

const output = z.object({
  ...answer,
  results: z
    .array(z.object({ identifier: z.string(), ...answer }))
    .nullish()
    .describe('Aligned with identifiers, if given; the members above belong to the first.'),
})

export const profileLiveEnrich = operation({
  id: 'profileLiveEnrich',
  route: 'POST /v1/pnet-live-fetch/profile/single',
  tag: liveTag,
  summary: 'Fetch a profile live',
  tasks: ['fresh data of a LinkedIn profile now', 'current, up to date profile', 'scrape a profile'],
  describe:
    'Fetches a profile, or up to ten with identifiers, from the live source that the operator has set up. The result is written to the corpus, where searches find it within a second and a change keeps its history, and is returned as the corpus then has it. If no live source has the profile, the corpus answers, with live false, observedAt and a warning. Each profile found is charged: a live one as a live fetch; one from the corpus because no source is set up or none has it as a record of a search (peopleSearchResult), as advice says. One from the corpus because the live source could not be read is free, and so is a miss. Duplicates are charged once.',
  input,
  output,
  price: () =>
    pagesPrice<z.output<typeof input>, z.input<typeof output>>({
      type: 'person',
      most: ({ identifiers }) => identifiers?.length ?? 1,
      pages: (answered) =>
        (answered.results ?? [answered]).flatMap((one) =>
          one.profile ? [{ status: one.liveStatus, entity: entityKey(one.profile) }] : [],
        ),
    }),
  limit: perMinute(600),
  timeoutMs: 60_000,
  examples: [
    { name: 'By slug', input: { identifier: 'ramon-santos-xq6yt1-example' } },
    {
      name: 'Two profiles with details of each employer',
      input: {
        identifiers: ['https://www.pnet.example/in/ramon-santos-xq6yt1-example', 'nobody-by-this-name'],
        getDetailedWorkExperience: true,
      },
    },
  ],
  items: { list: 'identifiers', answers: 'results' },
  effect: 'spends',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const { identifier, identifiers } = input
    const items = oneOrMany(
      { name: 'identifier', value: identifier },
      { name: 'identifiers', values: identifiers },
    )
    const pages = items.map((item) => askedPage(item, personPage, deps.network))
    const fetched = await fetchPages(deps, pages, { signal: call.signal })
    const statuses = fetched.flatMap(({ record, status }) => (record === undefined ? [] : [status]))
    warnNotLive(call, statuses)
    advisePrice(call, 'person', statuses)
    const profiles = await readProfiles(deps, fetched, { ...input, signal: call.signal })
    const results = fetched.map((one, index) => ({
      identifier: items[index]?.text ?? '',
      ...buildAnswer(one, profiles[index]),
    }))
    const { identifier: _first, ...first } = results[0] as (typeof results)[number]
    return { ...first, ...(identifiers === undefined ? {} : { results }) }
  },
})

/** Records as they are stored, or with details on request. */
async function readProfiles(
  deps: LiveDeps,
  fetched: readonly FetchedPage[],
  wanted: { getDetailedEducation: boolean; getDetailedWorkExperience: boolean; signal: AbortSignal },
): Promise<(PersonRecord | undefined)[]> {
  const { getDetailedEducation: education, getDetailedWorkExperience: work, signal } = wanted
  const bodies = fetched.map(({ record }) => record?.body)
  if (!education && !work) return bodies.map((body) => body && stored<PersonRecord>(body)) as PersonRecord[]
  const people = bodies.flatMap((body) => (body === undefined ? [] : [JSON.parse(body) as PersonRecord]))
  const detailed = await withDetails(deps.search, { people, education, work, signal })
  return bodies.map((body) => (body === undefined ? undefined : detailed.shift()))
}

function buildAnswer({ status, record }: FetchedPage, profile: PersonRecord | undefined) {
  const isFound = record !== undefined
  return {
    found: isFound,
    ...(isFound ? { profile } : { message: nothingFound('profile', status) }),
    live: status === 'live',
    liveStatus: status,
    observedAt: record?.observedAt ?? null,
    source: record?.source ?? null,
  }
}
