import { z } from 'zod'
import { lines } from '../lines.ts'
import {
  askBoard,
  boardSource,
  inTurns,
  maxPostings,
  postingLine,
  readPeriod,
  type Pay,
} from '../job-boards/index.ts'

const text = z.string().nullish()
const address = z
  .object({
    postalAddress: z.object({ addressCountry: text, addressRegion: text, addressLocality: text }).nullish(),
  })
  .nullish()

const answer = z.object({
  jobs: lines(
    z.object({
      id: text,
      title: z.string(),
      location: text,
      address,
      /** Openings that are not listed have an address, but are shown to nobody. */
      isListed: z.boolean().nullish(),
      isRemote: z.boolean().nullish(),
      workplaceType: text,
      employmentType: text,
      descriptionHtml: text,
      descriptionPlain: text,
      publishedAt: text,
      jobUrl: z.string(),
      compensation: z
        .object({
          summaryComponents: z
            .array(
              z.object({
                compensationType: text,
                interval: text,
                currencyCode: text,
                minValue: z.number().nullish(),
                maxValue: z.number().nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
    }),
    { most: maxPostings },
  ),
})

type Job = z.output<typeof answer>['jobs'][number]

/** Ashby: the public interface of job postings, which gives all openings of a board in one answer. */
export const ashby = boardSource({
  system: 'ashby',
  summary: 'Openings of boards at Ashby.',
  baseUrl: 'https://api.ashbyhq.com/posting-api/job-board/{board}',
  async read({ base }, call) {
    const answered = await askBoard(call, `${base}?includeCompensation=true`)
    if (answered === undefined) return undefined
    const { jobs } = call.read(answer, answered.body)
    return {
      postings: await inTurns(
        jobs.filter(({ isListed }) => isListed !== false),
        (job) =>
          postingLine({
            id: job.id ?? job.jobUrl.replace(/\/+$/, '').replace(/^.*\//, ''),
            title: job.title,
            url: job.jobUrl,
            postedAt: job.publishedAt,
            text: job.descriptionPlain,
            html: job.descriptionHtml,
            place: placeOf(job),
            employment: job.employmentType,
            workplace: job.workplaceType,
            isRemote: job.workplaceType ? undefined : job.isRemote,
            pay: readPay(job),
          }),
      ),
      isComplete: true,
      employer: null,
    }
  },
})

function placeOf({ location, address: at }: Job) {
  const { addressLocality: city, addressRegion: state, addressCountry: country } = at?.postalAddress ?? {}
  if (!city && !country) return location
  return {
    line: location,
    ...(city && { city }),
    ...(state && { state }),
    ...(country && { country }),
  }
}

function readPay({ compensation }: Job): Pay | undefined {
  const salaries = (compensation?.summaryComponents ?? []).filter(
    ({ compensationType: type }) => type === 'Salary',
  )
  const [one, ...others] = salaries
  // Several salaries are those of several places or levels.
  if (one === undefined || others.length > 0) return undefined
  const { minValue: min, maxValue: max, currencyCode: currency, interval } = one
  return { min, max, currency, period: readPeriod(interval) }
}
