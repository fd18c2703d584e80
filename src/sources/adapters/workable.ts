import { z } from 'zod'
import { lines } from '../lines.ts'
import { askBoard, boardSource, inTurns, maxPostings, postingLine } from '../job-boards/index.ts'

const text = z.string().nullish()

const answer = z.object({
  name: text,
  jobs: lines(
    z.object({
      title: z.string(),
      shortcode: z.string(),
      employment_type: text,
      telecommuting: z.boolean().nullish(),
      workplace_type: text,
      url: text,
      shortlink: text,
      published_on: text,
      created_at: text,
      country: text,
      city: text,
      state: text,
      experience: text,
      function: text,
      industry: text,
      description: text,
    }),
    { most: maxPostings },
  ),
})

/** Workable: what its widget shows on the pages of a company, all openings in one answer. */
export const workable = boardSource({
  system: 'workable',
  summary: 'Openings of boards at Workable.',
  baseUrl: 'https://apply.workable.com/api/v1/widget/accounts/{board}',
  perSecond: 1,
  async read({ base }, call) {
    const answered = await askBoard(call, `${base}?details=true`)
    if (answered === undefined) return undefined
    const { name, jobs } = call.read(answer, answered.body)
    return {
      postings: await inTurns(jobs, (job) =>
        postingLine({
          id: job.shortcode,
          title: job.title,
          url: job.url ?? job.shortlink,
          postedAt: job.published_on ?? job.created_at,
          html: job.description,
          place: {
            ...(job.city && { city: job.city }),
            ...(job.state && { state: job.state }),
            ...(job.country && { country: job.country }),
          },
          employment: job.employment_type,
          workplace: job.workplace_type,
          isRemote: job.telecommuting,
          level: job.experience,
          function: job.function,
          industry: job.industry,
        }),
      ),
      isComplete: true,
      employer: name ?? null,
    }
  },
})
