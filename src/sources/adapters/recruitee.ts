import { z } from 'zod'
import { lines } from '../lines.ts'
import { askBoard, boardSource, inTurns, maxPostings, postingLine, readPeriod } from '../job-boards/index.ts'

const text = z.string().nullish()
const amount = z.coerce.number().nullish()

const answer = z.object({
  offers: lines(
    z.object({
      id: z.union([z.number(), z.string()]),
      title: z.string(),
      status: text,
      company_name: text,
      careers_url: text,
      published_at: text,
      created_at: text,
      description: text,
      requirements: text,
      location: text,
      city: text,
      state_name: text,
      country: text,
      country_code: text,
      remote: z.boolean().nullish(),
      hybrid: z.boolean().nullish(),
      on_site: z.boolean().nullish(),
      employment_type_code: text,
      salary: z.object({ min: amount, max: amount, currency: text, period: text }).nullish(),
    }),
    { most: maxPostings },
  ),
})

type Offer = z.output<typeof answer>['offers'][number]

/** Recruitee: the careers site interface, which gives all openings of a company in one answer. */
export const recruitee = boardSource({
  system: 'recruitee',
  summary: 'Openings of boards at Recruitee.',
  baseUrl: 'https://{board}.recruitee.com',
  async read({ base }, call) {
    const answered = await askBoard(call, `${base}/api/offers/`)
    if (answered === undefined) return undefined
    const { offers } = call.read(answer, answered.body)
    const published = offers.filter(({ status }) => !status || status === 'published')
    return {
      postings: await inTurns(published, (offer) =>
        postingLine({
          id: String(offer.id),
          title: offer.title,
          url: offer.careers_url,
          postedAt: offer.published_at ?? offer.created_at,
          html: [offer.description, offer.requirements].filter(Boolean).join('\n'),
          place: placeOf(offer),
          employment: offer.employment_type_code,
          workplace: workplaceOf(offer),
          pay: offer.salary
            ? {
                min: offer.salary.min,
                max: offer.salary.max,
                currency: offer.salary.currency,
                period: readPeriod(offer.salary.period),
              }
            : undefined,
        }),
      ),
      isComplete: true,
      employer: offers.find(({ company_name: name }) => name)?.company_name ?? null,
    }
  },
})

function placeOf({ city, state_name: state, country, country_code: code, location }: Offer) {
  if (!city && !code && !country) return location
  return {
    line: location,
    ...(city && { city }),
    ...(state && { state }),
    ...((code ?? country) && { country: code ?? country ?? '' }),
  }
}

/** An opening may be for each of several ways; a mixed one leaves the choice. */
function workplaceOf({ remote, hybrid, on_site: onSite }: Offer): string | undefined {
  if (hybrid === true || (remote === true && onSite === true)) return 'hybrid'
  if (remote === true) return 'remote'
  return onSite === true ? 'on-site' : undefined
}
