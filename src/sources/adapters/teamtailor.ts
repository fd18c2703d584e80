import { z } from 'zod'
import { lines } from '../lines.ts'
import {
  askBoard,
  boardSource,
  inTurns,
  maxPostings,
  openingOfNode,
  postingLine,
  type PostingLine,
} from '../job-boards/index.ts'

const answer = z.object({
  title: z.string().nullish(),
  next_url: z.string().nullish(),
  items: lines(
    z.object({
      id: z.union([z.string(), z.number()]),
      url: z.string(),
      title: z.string(),
      content_html: z.string().nullish(),
      date_published: z.string().nullish(),
      _jobposting: z.record(z.string(), z.unknown()).nullish(),
    }),
    { most: maxPostings },
  ),
})

/** Where the feed does not say that more follows, this many may be a page of it. */
const maxPage = 100
const maxPages = 100

/** Teamtailor: the JSON feed of a careers site, whose items carry the JobPosting of schema.org. */
export const teamtailor = boardSource({
  system: 'teamtailor',
  summary: 'Openings of boards at Teamtailor.',
  baseUrl: 'https://{board}.{region}teamtailor.com',
  async read({ base }, call) {
    const postings = new Map<string, PostingLine>()
    let employer: string | null = null
    let url: string | undefined = `${base}/jobs.json`
    let isComplete = true
    for (let page = 0; url !== undefined && page < maxPages; page++) {
      const answered = await askBoard(call, url)
      // A later page that is not there is no end of the board.
      if (answered === undefined)
        return page === 0 ? undefined : { postings: [...postings.values()], isComplete: false, employer }
      const { items, next_url: next, title } = call.read(answer, answered.body)
      employer ??= title ?? null
      const lines = await inTurns(items, (item) => [idOf(item), lineOf(item)] as const)
      for (const [id, line] of lines) postings.set(id, line)
      isComplete = next ? true : items.length < maxPage || page > 0
      url = nextUrl(next, url)
    }
    return { postings: [...postings.values()], isComplete: isComplete && url === undefined, employer }
  },
})

type Item = z.output<typeof answer>['items'][number]

/** The number in the address of an opening stays when its title changes. */
const idOf = ({ url, id }: Item): string => /\/jobs\/(\d+)/.exec(url)?.[1] ?? String(id)

const lineOf = (item: Item): PostingLine =>
  postingLine({
    ...(item._jobposting ? openingOfNode(item._jobposting) : {}),
    id: idOf(item),
    title: item.title,
    url: item.url,
    postedAt: item.date_published,
    html: item.content_html,
  })

/** Pages are followed at the same host alone. */
function nextUrl(next: string | null | undefined, from: string): string | undefined {
  if (!next || !URL.canParse(next, from)) return undefined
  const url = new URL(next, from)
  return url.origin === new URL(from).origin && url.href !== from ? url.href : undefined
}
