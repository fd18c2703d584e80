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

const range = z.object({
  min_cents: z.number().nullish(),
  max_cents: z.number().nullish(),
  currency_type: text,
  title: text,
})

/** A field of the employer's own; some state a range of pay. */
const field = z.object({ name: text, value: z.unknown(), value_type: text })

const answer = z.object({
  jobs: lines(
    z.object({
      id: z.union([z.number(), z.string()]),
      title: z.string(),
      absolute_url: text,
      first_published: text,
      /** HTML written as text. */
      content: text,
      company_name: text,
      location: z.object({ name: text }).nullish(),
      pay_input_ranges: z.array(range).nullish(),
      metadata: z.array(field).nullish(),
    }),
    { most: maxPostings },
  ),
})

type Job = z.output<typeof answer>['jobs'][number]

/** Greenhouse: the job board interface, which gives all openings of a board in one answer. */
export const greenhouse = boardSource({
  system: 'greenhouse',
  summary: 'Openings of boards at Greenhouse.',
  baseUrl: 'https://boards-api.greenhouse.io/v1/boards/{board}',
  async read({ base }, call) {
    const answered = await askBoard(call, `${base}/jobs?content=true`)
    if (answered === undefined) return undefined
    const { jobs } = call.read(answer, answered.body)
    return {
      postings: await inTurns(jobs, (job) =>
        postingLine({
          id: String(job.id),
          title: job.title,
          url: job.absolute_url,
          postedAt: job.first_published,
          html: job.content,
          place: job.location?.name,
          pay: readPay(job),
        }),
      ),
      isComplete: true,
      employer: jobs.find(({ company_name: name }) => name)?.company_name ?? null,
    }
  },
})

const bounds = z.object({
  unit: z.string(),
  min_value: z.coerce.number().nullish(),
  max_value: z.coerce.number().nullish(),
})

/** The period of pay is only in the words beside it; without them the amounts say nothing. */
function readPay({ pay_input_ranges: ranges, metadata }: Job): Pay | undefined {
  const [one, ...others] = ranges ?? []
  // Several ranges are those of several places.
  if (one !== undefined && others.length === 0) {
    const units = (cents: number | null | undefined) => (cents ? cents / 100 : undefined)
    const { min_cents, max_cents, currency_type: currency, title } = one
    return { min: units(min_cents), max: units(max_cents), currency, period: readPeriod(title) }
  }
  for (const { name, value, value_type } of metadata ?? []) {
    const read = value_type === 'currency_range' ? bounds.safeParse(value) : undefined
    if (read?.success !== true) continue
    const { unit, min_value: min, max_value: max } = read.data
    return { min, max, currency: unit, period: readPeriod(name) }
  }
  return undefined
}
