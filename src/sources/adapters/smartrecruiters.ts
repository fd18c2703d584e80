import { z } from 'zod'
import { lines } from '../lines.ts'
import { askBoard, boardSource, maxPostings, postingLine, type PostingLine } from '../job-boards/index.ts'

const text = z.string().nullish()
const labelled = z.object({ id: text, label: text }).nullish()

const answer = z.object({
  totalFound: z.int().min(0),
  content: lines(
    z.object({
      id: z.string(),
      name: z.string(),
      company: z.object({ identifier: text, name: text }).nullish(),
      releasedDate: text,
      location: z
        .object({
          city: text,
          region: text,
          country: text,
          fullLocation: text,
          remote: z.boolean().nullish(),
          hybrid: z.boolean().nullish(),
        })
        .nullish(),
      industry: labelled,
      function: labelled,
      typeOfEmployment: labelled,
      experienceLevel: labelled,
    }),
    { most: 1_000 },
  ),
})

type Posting = z.output<typeof answer>['content'][number]

const perPage = 100

/** SmartRecruiters: the posting interface, page by page. Texts are a question a posting, and are left out. */
export const smartrecruiters = boardSource({
  system: 'smartrecruiters',
  summary: 'Openings of boards at SmartRecruiters.',
  baseUrl: 'https://api.smartrecruiters.com/v1/companies/{board}',
  perSecond: 5,
  async read({ base, board }, call) {
    const postings = new Map<string, PostingLine>()
    let employer: string | null = null
    let total = 0
    for (let offset = 0; offset < maxPostings; offset += perPage) {
      const answered = await askBoard(call, `${base}/postings?limit=${perPage}&offset=${offset}`)
      if (answered === undefined) return undefined
      const page = call.read(answer, answered.body)
      total = page.totalFound
      for (const posting of page.content) postings.set(posting.id, lineOf(posting, board))
      employer ??= page.content.find(({ company }) => company?.name)?.company?.name ?? null
      if (page.content.length === 0 || offset + perPage >= total) break
    }
    return { postings: [...postings.values()], isComplete: postings.size >= total, employer }
  },
})

function lineOf(posting: Posting, board: string): PostingLine {
  const { location } = posting
  return postingLine({
    id: posting.id,
    title: posting.name,
    url: `https://jobs.smartrecruiters.com/${encodeURIComponent(posting.company?.identifier ?? board)}/${encodeURIComponent(posting.id)}`,
    postedAt: posting.releasedDate,
    place: location && {
      line: location.fullLocation,
      ...(location.city && { city: location.city }),
      ...(location.region && { state: location.region }),
      ...(location.country && { country: location.country }),
    },
    employment: posting.typeOfEmployment?.label,
    workplace: location?.hybrid === true ? 'hybrid' : undefined,
    isRemote: location?.remote,
    level: posting.experienceLevel?.label,
    function: posting.function?.label,
    industry: posting.industry?.label,
  })
}
